import { createPrivateKey } from 'node:crypto'
import * as z from 'zod'
import type { ServiceAccount } from '#contract/forms/search-forms.ts'
import { type IdentityKeys, open, seal } from '#service/identity/encryption.ts'
import { GoogleRefused } from './refusals.ts'

/** What a connection was given: a refresh token of a client, or the key of a service account. */
export type ConnectionSecret =
  | { kind: 'oauth'; client_id: string; refresh_token: string }
  | ({ kind: 'service' } & ServiceAccount)

const Secret = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('oauth'), client_id: z.string(), refresh_token: z.string() }),
  z.object({
    kind: z.literal('service'),
    client_email: z.string(),
    private_key: z.string(),
    private_key_id: z.string().optional(),
  }),
])

type Sealed = { secret: Buffer; key_id: string }

/** With what it is of, so that it can't be moved by a change in the database. */
const contextOf = (websiteId: number) => JSON.stringify(['search connection', websiteId])
const clientContext = (clientId: string | null) => JSON.stringify(['google client', clientId])

/** Returns true for a key that can sign. */
export function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

/** Encrypts what a website's connection was given. Throws a `KeyUnavailable`. */
export function sealConnection(secret: ConnectionSecret, websiteId: number, keys: IdentityKeys): Sealed {
  const key = keys.forSealing()
  return { secret: seal(key, JSON.stringify(secret), contextOf(websiteId)), key_id: key.id }
}

/** Throws a {@link GoogleRefused} if this server lacks the key. */
export function openConnection(
  { website_id, secret, key_id }: { website_id: number; secret: Buffer | null; key_id: string | null },
  keys: IdentityKeys,
): ConnectionSecret {
  return Secret.parse(JSON.parse(opened({ secret, key_id }, contextOf(website_id), keys)))
}

/** Encrypts the secret of the server's own client. Throws a `KeyUnavailable`. */
export function sealClient(clientId: string, clientSecret: string, keys: IdentityKeys): Sealed {
  const key = keys.forSealing()
  return { secret: seal(key, clientSecret, clientContext(clientId)), key_id: key.id }
}

/** Throws a {@link GoogleRefused} if this server lacks the key. */
export const openClient = (
  { client_id, secret, key_id }: { client_id: string | null; secret: Buffer; key_id: string },
  keys: IdentityKeys,
): string => opened({ secret, key_id }, clientContext(client_id), keys)

function opened(
  { secret, key_id }: { secret: Buffer | null; key_id: string | null },
  context: string,
  keys: IdentityKeys,
): string {
  const key = key_id === null ? undefined : keys.forOpening(key_id)
  const text = key && secret && open(key, Buffer.from(secret), context)
  if (typeof text !== 'string') throw new GoogleRefused('secret_locked')
  return text
}
