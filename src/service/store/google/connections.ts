import type { Generated, Kysely, Selectable } from 'kysely'
import type { ConnectionKind, ConnectionState } from '#contract/google/search-connection.ts'
import { databaseNow, databaseTime } from '../engine.ts'
import type { Schema } from '../schema.ts'

/** How a website's figures come from Google, and how that went. */
export type SearchConnectionsTable = {
  website_id: number
  kind: ConnectionKind
  /** Null until one is chosen. */
  property: string | null
  account: string | null
  /** Encrypted. */
  secret: Generated<Buffer | null>
  key_id: Generated<string | null>
  state: Exclude<ConnectionState, 'none'>
  /** JSON of what Google refused. */
  problem: Generated<string | null>
  due_at: Generated<string | null>
  lease_owner: Generated<string | null>
  leased_until: Generated<string | null>
  pulled_at: Generated<string | null>
  queries_first_day: Generated<string | null>
  queries_last_day: Generated<string | null>
  created_at: string
  updated_at: string
}

/** What the server itself has at Google, by name. */
export type GoogleClientsTable = {
  name: string
  client_id: string | null
  /** Encrypted. */
  secret: Buffer
  key_id: string
  updated_at: string
}

export type ConnectionRecord = Selectable<SearchConnectionsTable>
/** What a person or Google changes of a connection. */
export type ConnectionChange = Partial<
  Pick<ConnectionRecord, 'kind' | 'property' | 'account' | 'secret' | 'key_id' | 'state' | 'problem' | 'due_at'>
>

/** Time in milliseconds after which another process can pull, unless the lease is renewed: longer than any request. */
const leaseMs = 5 * 60_000

export const findConnection = (db: Kysely<Schema>, websiteId: number): Promise<ConnectionRecord | undefined> =>
  db.selectFrom('search_connections').selectAll().where('website_id', '=', websiteId).executeTakeFirst()

/** Stores a website's connection in the place of another one. A pull of that one ends. */
export async function saveConnection(
  db: Kysely<Schema>,
  website_id: number,
  connection: Pick<ConnectionRecord, 'kind' | 'property' | 'account' | 'secret' | 'key_id' | 'state' | 'due_at'>,
): Promise<void> {
  const now = await databaseNow(db)
  const row = { ...connection, problem: null, lease_owner: null, leased_until: null, updated_at: now }
  await db
    .insertInto('search_connections')
    .values({ website_id, ...row, created_at: now })
    .onConflict((conflict) => conflict.column('website_id').doUpdateSet(row))
    .execute()
}

export async function changeConnection(db: Kysely<Schema>, websiteId: number, change: ConnectionChange): Promise<void> {
  const update = db.updateTable('search_connections').set({ ...change, updated_at: await databaseNow(db) })
  await update.where('website_id', '=', websiteId).execute()
}

/** Keeps what was pulled. */
export const deleteConnection = (db: Kysely<Schema>, websiteId: number) =>
  db.deleteFrom('search_connections').where('website_id', '=', websiteId).execute()

/** Has a pull begin at once. Returns false if one runs or is about to. */
export async function requestPull(db: Kysely<Schema>, websiteId: number): Promise<boolean> {
  const now = await databaseNow(db)
  const requested = db
    .updateTable('search_connections')
    .set({ state: 'pulling', problem: null, due_at: now, updated_at: now })
    .where('website_id', '=', websiteId)
    .where('state', '<>', 'pulling')
  return (await requested.executeTakeFirst()).numUpdatedRows === 1n
}

/** Leases the connection whose pull has been due the longest. No other process gets it meanwhile. */
export async function claimPull(db: Kysely<Schema>, owner: string): Promise<ConnectionRecord | undefined> {
  const time = await databaseTime(db)
  const now = new Date(time).toISOString()
  const due = await duePulls(db, now).select('c.website_id').orderBy('c.due_at').orderBy('c.website_id').execute()
  for (const { website_id } of due) {
    const claimed = await db
      .updateTable('search_connections')
      .set({ lease_owner: owner, leased_until: new Date(time + leaseMs).toISOString() })
      .where('website_id', '=', website_id)
      .where('due_at', '<=', now)
      .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
      .returningAll()
      .executeTakeFirst()
    if (claimed) return claimed
  }
  return undefined
}

const duePulls = (db: Kysely<Schema>, now: string) =>
  db
    .selectFrom('search_connections as c')
    .innerJoin('websites as w', 'w.id', 'c.website_id')
    .where('w.deleted_at', 'is', null)
    .where('c.due_at', '<=', now)
    .where('c.property', 'is not', null)
    .where((eb) => eb.or([eb('c.leased_until', 'is', null), eb('c.leased_until', '<=', now)]))

/** Renews a lease. Returns false if it has ended, or the connection was replaced. */
export async function renewPull(db: Kysely<Schema>, websiteId: number, owner: string): Promise<boolean> {
  const leased_until = new Date((await databaseTime(db)) + leaseMs).toISOString()
  const renewed = db.updateTable('search_connections').set({ leased_until }).where('website_id', '=', websiteId)
  return (await renewed.where('lease_owner', '=', owner).executeTakeFirst()).numUpdatedRows === 1n
}

/** Ends a lease with what came of the pull. Returns false if it had ended before. */
export async function finishPull(
  db: Kysely<Schema>,
  websiteId: number,
  owner: string,
  outcome: Pick<ConnectionRecord, 'state' | 'problem' | 'due_at'> & { pulled_at?: string },
): Promise<boolean> {
  const finished = db
    .updateTable('search_connections')
    .set({ ...outcome, lease_owner: null, leased_until: null, updated_at: await databaseNow(db) })
    .where('website_id', '=', websiteId)
    .where('lease_owner', '=', owner)
  return (await finished.executeTakeFirst()).numUpdatedRows === 1n
}

/** The name of the server's own OAuth client. */
const oauthName = 'oauth'

export const findGoogleClient = (db: Kysely<Schema>) =>
  db.selectFrom('google_clients').selectAll().where('name', '=', oauthName).executeTakeFirst()

export async function saveGoogleClient(
  db: Kysely<Schema>,
  client: Pick<Selectable<GoogleClientsTable>, 'client_id' | 'secret' | 'key_id'>,
): Promise<void> {
  const row = { ...client, updated_at: await databaseNow(db) }
  await db
    .insertInto('google_clients')
    .values({ name: oauthName, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}
