import { type Client, createClient } from './client.ts'
import { isVisitor, pathFor } from './reader.ts'
import { supportsIdempotency } from './repeat.ts'
import { needsNoKey } from './resource-paths.ts'
import { server } from './server.ts'
import { currentKey, currentPerson, hasKey, keyRequest } from './session.ts'

const client = createClient({
  baseUrl: server,
  key: currentKey,
  person: currentPerson,
  pathFor,
  canRequest: (path) => !isVisitor() || needsNoKey(path),
  supportsIdempotency,
  askForKey: async (refused, signal) => hasKey() && (currentKey() !== refused || keyRequest.wait(signal)),
})

/** The client of this session. A rejected key opens the key dialog, and the call goes on with the next key. */
export const currentClient = (): Client => client
