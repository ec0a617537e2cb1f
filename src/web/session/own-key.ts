import { ApiKey } from '#contract/access/keys.ts'
import { readItem } from '#contract/responses/envelope.ts'
import type { Client } from '#web/data/client.ts'

/** Renames the key of a client. Any key can rename itself. */
export const renameOwnKey = (client: Client, name: string) =>
  client.write('PUT', '/keys/self', (body) => readItem(ApiKey, body), { form: { name } })
