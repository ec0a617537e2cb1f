import type { Kysely } from 'kysely'
import type { Google } from '#service/fetcher/google-fetch.ts'
import { type IdentityKeys, open, seal } from '#service/identity/encryption.ts'
import { findFieldKey } from '#service/store/google/field-data.ts'
import type { Schema } from '#service/store/schema.ts'
import { createFieldClient, type FieldClient } from './field-data.ts'

const context = 'chrome ux report'

/** Encrypts the API key. Throws a `KeyUnavailable`. */
export function sealFieldKey(apiKey: string, keys: IdentityKeys): { secret: Buffer; key_id: string } {
  const key = keys.forSealing()
  return { secret: seal(key, apiKey, context), key_id: key.id }
}

/** Returns a client with the API key of the server; null if it has none that it can decrypt. */
export async function findFieldClient(
  db: Kysely<Schema>,
  google: Google,
  keys: IdentityKeys,
): Promise<FieldClient | null> {
  const stored = await findFieldKey(db)
  const key = stored && keys.forOpening(stored.key_id)
  const apiKey = key && open(key, Buffer.from(stored.secret), context)
  return apiKey ? createFieldClient(google, apiKey) : null
}
