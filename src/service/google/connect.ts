import type { Kysely } from 'kysely'
import type { SearchProperty } from '#contract/google/search-connection.ts'
import type { Google } from '#service/fetcher/google-fetch.ts'
import type { IdentityKeys } from '#service/identity/encryption.ts'
import {
  type ConnectionRecord,
  changeConnection,
  findConnection,
  findGoogleClient,
  saveConnection,
} from '#service/store/google/connections.ts'
import type { Schema } from '#service/store/schema.ts'
import { GoogleRefused, needsPerson } from './refusals.ts'
import { type Access, listProperties } from './search-console.ts'
import { type ConnectionSecret, openClient, openConnection, sealConnection } from './secrets.ts'
import { type OAuthClient, refreshToken, revoke, serviceToken } from './tokens.ts'

export type GoogleDeps = { db: Kysely<Schema>; google: Google; identityKeys: IdentityKeys }

/** Returns the server's own client. Throws a {@link GoogleRefused} if it can't be decrypted. */
export async function findOAuthClient({ db, identityKeys }: GoogleDeps): Promise<OAuthClient | undefined> {
  const record = await findGoogleClient(db)
  if (!record || record.client_id === null) return undefined
  return { client_id: record.client_id, client_secret: openClient(record, identityKeys) }
}

/** Returns the right to read what a connection may. Throws a {@link GoogleRefused}. */
export async function accessOf(
  connection: Pick<ConnectionRecord, 'website_id' | 'secret' | 'key_id'>,
  deps: GoogleDeps,
  signal?: AbortSignal,
): Promise<Access> {
  return accessBy(openConnection(connection, deps.identityKeys), deps, signal)
}

async function accessBy(secret: ConnectionSecret, deps: GoogleDeps, signal?: AbortSignal): Promise<Access> {
  const { google } = deps
  if (secret.kind === 'service') return { google, token: await serviceToken(google, secret, signal), signal }
  const client = await findOAuthClient(deps)
  // A token is of the client to which it was given.
  if (client?.client_id !== secret.client_id) throw new GoogleRefused('token_ended')
  return { google, token: await refreshToken(google, { ...client, ...secret }, signal), signal }
}

/**
 * Connects a website by what Google was asked with. Keeps the property of before if the account can still see it.
 *
 * @throws GoogleRefused if Google gives no token for it. What it refuses later is stored as the state.
 * @throws KeyUnavailable
 */
export async function connect(websiteId: number, secret: ConnectionSecret, deps: GoogleDeps): Promise<void> {
  const { db, identityKeys } = deps
  const sealed = sealConnection(secret, websiteId, identityKeys)
  const access = await accessBy(secret, deps)
  const account = secret.kind === 'service' ? secret.client_email : null
  const before = await findConnection(db, websiteId)
  const connection = { kind: secret.kind, account, ...sealed }
  try {
    const isKept = (await listProperties(access)).some(({ property }) => property === before?.property)
    const property = isKept && before ? before.property : null
    const state = property === null ? 'choose' : 'pulling'
    const due_at = property === null ? null : new Date().toISOString()
    await saveConnection(db, websiteId, { ...connection, property, state, due_at })
  } catch (error) {
    if (!(error instanceof GoogleRefused)) throw error
    await saveConnection(db, websiteId, { ...connection, property: null, state: 'choose', due_at: null })
    await recordRefusal(db, websiteId, error)
  }
}

/** Returns the properties of a connection's account, and stores whether Google gave them. Throws a `GoogleRefused`. */
export async function propertiesOf(connection: ConnectionRecord, deps: GoogleDeps): Promise<SearchProperty[]> {
  const { website_id, property, state } = connection
  try {
    const properties = await listProperties(await accessOf(connection, deps))
    if (property === null && state !== 'choose')
      await changeConnection(deps.db, website_id, { state: 'choose', problem: null })
    return properties
  } catch (error) {
    if (error instanceof GoogleRefused && state !== 'pulling') await recordRefusal(deps.db, website_id, error)
    throw error
  }
}

async function recordRefusal(db: Kysely<Schema>, websiteId: number, { problem }: GoogleRefused): Promise<void> {
  const state = needsPerson(problem) ? 'failed' : 'waiting'
  await changeConnection(db, websiteId, { state, problem: JSON.stringify(problem) })
}

/** Ends the access that a person gave. A failure changes nothing here, as Google can't always be reached. */
export async function revokeAccess(
  connection: Pick<ConnectionRecord, 'website_id' | 'secret' | 'key_id' | 'kind'>,
  deps: GoogleDeps,
): Promise<'revoked' | 'not revoked'> {
  if (connection.kind !== 'oauth') return 'not revoked'
  try {
    const secret = openConnection(connection, deps.identityKeys)
    if (secret.kind !== 'oauth') return 'not revoked'
    await revoke(deps.google, secret.refresh_token)
    return 'revoked'
  } catch (error) {
    if (error instanceof GoogleRefused) return 'not revoked'
    throw error
  }
}
