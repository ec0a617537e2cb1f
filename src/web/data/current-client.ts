import { type Client, createClient } from './client.ts'
import { isVisitor, pathFor } from './reader.ts'
import { supportsIdempotency } from './repeat.ts'
import { needsNoKey } from './resource-paths.ts'
import { server } from './server.ts'
import {
  type Credential,
  currentCredential,
  currentPerson,
  forgetEndedSession,
  isSignedIn,
  keyRequest,
} from './session.ts'

const client = createClient({
  baseUrl: server,
  key: currentCredential,
  person: currentPerson,
  pathFor,
  canRequest: (path) => !isVisitor() || needsNoKey(path),
  supportsIdempotency,
  askForKey: async (refused, signal) => isSignedIn() && (currentCredential() !== refused || askAgain(refused, signal)),
})

function askAgain(refused: Credential | null, signal: AbortSignal | undefined) {
  if (typeof refused === 'object') forgetEndedSession()
  return keyRequest.wait(signal)
}

/**
 * The client of this page. A rejected key or session opens the dialog that asks to sign in again, and the call then
 * goes on.
 */
export const currentClient = (): Client => client
