import { type Generated, type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { KeyRole } from '#contract/service-info.ts'
import { engineOf, locks, lockTable } from '../engine.ts'
import type { Schema } from '../schema.ts'
import { listActiveOwners } from './people.ts'

export type ApiKeysTable = {
  id: string
  name: string
  role: KeyRole
  secret_hash: string
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
  /** Each use moves the expiry this many days into the future. Null: the expiry is fixed. */
  renewed_for_days: number | null
  /** Whose key it is. Null: a service key. */
  person_id: Generated<number | null>
  /** 1 if it has the grants of its own only. Otherwise it has all that its person has, a service key everything. */
  is_limited: Generated<0 | 1>
}

export type ApiKeyRecord = Selectable<ApiKeysTable>

/** A key with the name of its person. */
export type NamedApiKey = ApiKeyRecord & { person_name: string | null }

export type NewApiKey = Insertable<ApiKeysTable>

export async function insertKey(db: Kysely<Schema>, key: NewApiKey): Promise<void> {
  await db.insertInto('api_keys').values(key).execute()
}

/** Returns a key, even if it is expired or revoked. */
export function findKey(db: Kysely<Schema>, id: string): Promise<ApiKeyRecord | undefined> {
  return db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns a key with its person, if it has one, even if it is expired or revoked. */
export const findKeyWithPerson = (db: Kysely<Schema>, id: string) =>
  db
    .selectFrom('api_keys as k')
    .leftJoin('people as p', 'p.id', 'k.person_id')
    .selectAll('k')
    .select(['p.name as person_name', 'p.team_role', 'p.state'])
    .where('k.id', '=', id)
    .executeTakeFirst()

export const listKeys = (db: Kysely<Schema>) =>
  db
    .selectFrom('api_keys as k')
    .leftJoin('people as p', 'p.id', 'k.person_id')
    .selectAll('k')
    .select('p.name as person_name')
    .orderBy('k.created_at')
    .orderBy('k.id')
    .execute()

/** Returns whether a key has ever been created. */
export const hasKeys = async (db: Kysely<Schema>): Promise<boolean> =>
  (await db.selectFrom('api_keys').select('id').limit(1).executeTakeFirst()) !== undefined

/** Returns false if there is no such key or it is already revoked. */
export async function revokeKey(db: Kysely<Schema>, id: string, at: string): Promise<boolean> {
  const update = db.updateTable('api_keys').set({ revoked_at: at }).where('id', '=', id).where('revoked_at', 'is', null)
  return (await update.executeTakeFirst()).numUpdatedRows === 1n
}

export async function renameKey(db: Kysely<Schema>, id: string, name: string): Promise<void> {
  await db.updateTable('api_keys').set({ name }).where('id', '=', id).execute()
}

/** Returns a name without what nobody sees or tells apart: case, outer spaces, spellings and invisible characters. */
const comparable = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .toLowerCase()

/** Returns whether a key that is active at `at` has a name, other than the key `exceptId`. */
export async function isKeyNameTaken(db: Kysely<Schema>, name: string, at: string, exceptId = ''): Promise<boolean> {
  const others = await activeKeys(db, at).select('name').where('id', '!=', exceptId).execute()
  return others.some((other) => comparable(other.name) === comparable(name))
}

/** Lets no other transaction name a key before this one ends. Comes after `holdActiveKey`, so that none deadlock. */
export async function holdKeyNames(tx: Transaction<Schema>): Promise<void> {
  if (engineOf(tx) !== 'postgres') return
  await sql`select pg_advisory_xact_lock(${locks.keyNames})`.execute(tx)
}

/**
 * Like `revokeKey`. If a key does it, `by`, it must still be active. Without owners, does not revoke the last active
 * key with full access, unless `canBeLast` is true.
 */
export function revokeKeyUnlessLast(
  db: Kysely<Schema>,
  id: string,
  { by, at, canBeLast }: { by: string | null; at: string; canBeLast: boolean },
): Promise<'revoked' | 'unknown' | 'last' | 'inactive'> {
  return db.transaction().execute(async (tx) => {
    // Serialises transactions, so that two keys cannot revoke each other.
    await lockTable(tx, 'api_keys')
    if (by !== null && !(await activeKeys(tx, at).where('id', '=', by).executeTakeFirst())) return 'inactive'
    if (!(await revokeKey(tx, id, at))) return 'unknown'
    if (canBeLast || (await hasFullKey(tx, at)) || (await listActiveOwners(tx)).length > 0) return 'revoked'
    const { role } = await tx.selectFrom('api_keys').select('role').where('id', '=', id).executeTakeFirstOrThrow()
    if (role !== 'full') return 'revoked'
    await tx.updateTable('api_keys').set({ revoked_at: null }).where('id', '=', id).execute()
    return 'last'
  })
}

/**
 * Returns whether a key is active at `at`. If it is, it can't be revoked before the transaction ends. Pass `changes` in
 * a transaction that changes the key: if it locked the row only later, two transactions that hold it would deadlock.
 */
export async function holdActiveKey(
  tx: Transaction<Schema>,
  id: string,
  at: string,
  changes = false,
): Promise<boolean> {
  const key = activeKeys(tx, at).where('id', '=', id)
  if (engineOf(tx) !== 'postgres') return (await key.executeTakeFirst()) !== undefined
  // `revokeKeyUnlessLast` locks the table and then a row. In the other order, which inserting a key after locking the
  // row would have, the two could deadlock.
  await sql`lock table api_keys in row exclusive mode`.execute(tx)
  const held = changes ? key.forNoKeyUpdate() : key.forShare()
  return (await held.executeTakeFirst()) !== undefined
}

const hasFullKey = async (db: Kysely<Schema>, at: string): Promise<boolean> =>
  (await activeKeys(db, at).where('role', '=', 'full').where('is_limited', '=', 0).limit(1).executeTakeFirst()) !==
  undefined

const activeKeys = (db: Kysely<Schema>, at: string) =>
  db
    .selectFrom('api_keys')
    .select('id')
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))

/** Records the last use of a key, for its person too, and its new expiry if there is one. */
export async function touchKey(
  db: Kysely<Schema>,
  { id, person_id = null }: { id: string; person_id?: number | null },
  at: string,
  expiresAt?: string,
): Promise<void> {
  const change = { last_used_at: at, ...(expiresAt !== undefined && { expires_at: expiresAt }) }
  await db.updateTable('api_keys').set(change).where('id', '=', id).execute()
  if (person_id !== null) await db.updateTable('people').set({ last_seen_at: at }).where('id', '=', person_id).execute()
}

/** What a one-time token is for: to create the first owner's account, to sign in, or to choose a new password. */
export type TokenPurpose = 'account' | 'sign_in' | 'password'

export type SignInTokensTable = {
  hash: string
  expires_at: string
  purpose: Generated<TokenPurpose>
  /** Null for the account of the first owner, who isn't known yet. */
  person_id: Generated<number | null>
}

/** Stores a one-time token by its hash, and deletes tokens that expired before `now`. */
export async function insertToken(
  db: Kysely<Schema>,
  token: Selectable<SignInTokensTable>,
  now = new Date().toISOString(),
): Promise<void> {
  await db.deleteFrom('sign_in_tokens').where('expires_at', '<=', now).execute()
  await db.insertInto('sign_in_tokens').values(token).execute()
}

/** Returns whether a token of a purpose could be used. */
export const hasToken = async (db: Kysely<Schema>, hash: string, purpose: TokenPurpose, now: string) =>
  (await db
    .selectFrom('sign_in_tokens')
    .select('hash')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()) !== undefined

/** Uses up a token of a purpose. Returns it to exactly one caller, and only before it expires. */
export const takeToken = (
  db: Kysely<Schema>,
  hash: string,
  purpose: TokenPurpose,
  now: string,
): Promise<Selectable<SignInTokensTable> | undefined> =>
  db
    .deleteFrom('sign_in_tokens')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
