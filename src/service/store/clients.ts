import { type Generated, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { type ClientBrand, maxClients } from '#contract/access/clients.ts'
import { foldedName } from '#contract/forms/client-forms.ts'
import type { LogoType } from '#contract/sharing/client-document.ts'
import type { Granted } from './access/grants.ts'
import { isVisible } from './access/visible.ts'
import { type BrandRecord, findBrand, type Logo, logoOf } from './brand.ts'
import { lockTable } from './engine.ts'
import { and } from './lists/list.ts'
import { everyRow, type Scope } from './lists/scope.ts'
import type { Schema } from './schema.ts'

export type ClientsTable = {
  id: Generated<number>
  name: string
  /** As it is compared: two spellings of one name are one client. */
  folded_name: string
  contact: string
  notes: string
  archived: Generated<0 | 1>
  /** The brand of its own. Null: the team's. */
  brand_name: string | null
  brand_color: string | null
  logo: Buffer | null
  logo_type: LogoType | null
  /** 1 if its guests see Google's clicks. */
  shows_clicks: Generated<0 | 1>
  created_at: string
  updated_at: string
}

const columns = [
  'c.id',
  'c.name',
  'c.contact',
  'c.notes',
  'c.archived',
  'c.shows_clicks',
  'c.created_at',
  'c.updated_at',
] as const

const websitesCount = (scope: Scope) =>
  sql<number>`(select cast(count(*) as integer) from websites as w
    where w.client_id = c.id and w.deleted_at is null and ${and(isVisible(scope, 'websites', 'w'))})`.as(
    'websites_count',
  )

const clients = (db: Kysely<Schema>, scope: Scope) =>
  db.selectFrom('clients as c').select(columns).select(websitesCount(scope))

export type ClientRecord = Awaited<ReturnType<typeof listClients>>[number]

/** Returns the clients that a reader can see, by name, with the number of their websites. */
export const listClients = (db: Kysely<Schema>, scope: Scope = everyRow) =>
  clients(db, scope)
    .where(and(isVisible(scope, 'clients', 'c')))
    .orderBy('c.folded_name')
    .execute()

export const findClient = (
  db: Kysely<Schema>,
  id: number,
  scope: Scope = everyRow,
): Promise<ClientRecord | undefined> => clients(db, scope).where('c.id', '=', id).executeTakeFirst()

type ClientChange = { name?: string; contact?: string; notes?: string; archived?: 0 | 1; shows_clicks?: 0 | 1 }

/** Stores a client. Returns the reason if another one has the name, or there are as many as allowed. */
export async function insertClient(
  tx: Transaction<Schema>,
  client: ClientChange & { name: string; contact: string; notes: string },
  at = new Date().toISOString(),
): Promise<number | 'taken' | 'too many'> {
  await lockTable(tx, 'clients')
  const { count } = await tx
    .selectFrom('clients')
    .select(sql<number>`cast(count(*) as integer)`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= maxClients) return 'too many'
  const none = { brand_name: null, brand_color: null, logo: null, logo_type: null }
  const row = await tx
    .insertInto('clients')
    .values({ ...client, ...none, folded_name: foldedName(client.name), created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('folded_name').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? 'taken'
}

/** Changes a client, if there is one. Returns false if another one has the name. */
export async function changeClient(
  tx: Transaction<Schema>,
  id: number,
  change: ClientChange,
  at = new Date().toISOString(),
): Promise<boolean> {
  await lockTable(tx, 'clients')
  const folded = change.name === undefined ? {} : { folded_name: foldedName(change.name) }
  if (folded.folded_name !== undefined) {
    const others = tx.selectFrom('clients').select('id').where('folded_name', '=', folded.folded_name)
    if (await others.where('id', '!=', id).executeTakeFirst()) return false
  }
  await tx
    .updateTable('clients')
    .set({ ...change, ...folded, updated_at: at })
    .where('id', '=', id)
    .execute()
  return true
}

/** Deletes a client. Its websites and views then belong to none. Returns false if there is no such client. */
export const deleteClient = async (db: Kysely<Schema>, id: number): Promise<boolean> =>
  (await db.deleteFrom('clients').where('id', '=', id).executeTakeFirst()).numDeletedRows === 1n

/** Gives a website to a client, or to none. Returns the reason if that client can't have it. */
export async function assignWebsite(
  tx: Transaction<Schema>,
  websiteId: number,
  clientId: number | null,
): Promise<'not_found' | 'not_allowed' | null> {
  await lockTable(tx, 'clients')
  const client = clientId === null ? null : await findClient(tx, clientId)
  if (client === undefined) return 'not_found'
  if (client?.archived) return 'not_allowed'
  await tx.updateTable('websites').set({ client_id: clientId }).where('id', '=', websiteId).execute()
  return null
}

export type ClientBrandRecord = Omit<ClientBrand, 'logo'> & { logo: Logo | null }

/** Returns the brand that a client within a scope has of its own, if there is such a client. */
export async function findClientBrand(
  db: Kysely<Schema>,
  id: number | RawBuilder<number>,
  scope: Scope = everyRow,
): Promise<ClientBrandRecord | undefined> {
  const row = await db
    .selectFrom('clients as c')
    .select(['c.brand_name as name', 'c.brand_color as color', 'c.logo', 'c.logo_type'])
    .where('c.id', '=', id)
    .where(and(isVisible(scope, 'clients', 'c')))
    .executeTakeFirst()
  return row && { name: row.name, color: row.color, logo: logoOf(row.logo, row.logo_type) }
}

export async function changeClientBrand(
  db: Kysely<Schema>,
  id: number,
  { logo, ...change }: { brand_name?: string | null; brand_color?: string | null; logo?: Logo | null },
  at = new Date().toISOString(),
): Promise<void> {
  const files = logo === undefined ? {} : { logo: logo?.bytes ?? null, logo_type: logo?.type ?? null }
  await db
    .updateTable('clients')
    .set({ ...change, ...files, updated_at: at })
    .where('id', '=', id)
    .execute()
}

/**
 * What a client report or a shared page is of: a client, a website, or the team. `granted` limits whose brand is shown
 * to a reader who names the client or the website.
 */
export type BrandOwner = { website_id?: number | null; client_id?: number | null; granted?: Granted | null }

/** Returns the brand of reports and shared pages: the client's where it has its own, and the team's. */
export async function findBrandOf(
  db: Kysely<Schema>,
  { website_id = null, client_id = null, granted = null }: BrandOwner,
): Promise<BrandRecord> {
  const scope = granted ?? everyRow
  const ofWebsite = sql<number>`(select w.client_id from websites as w
    where w.id = ${website_id} and ${and(isVisible(scope, 'websites', 'w'))})`
  const own = await findClientBrand(db, client_id ?? ofWebsite, scope)
  const team = await findBrand(db)
  return own
    ? { ...team, name: own.name ?? team.name, color: own.color ?? team.color, logo: own.logo ?? team.logo }
    : team
}
