import { type Generated, type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { Grant, Right } from '#contract/access/people.ts'
import type { TeamRole } from '#contract/service-info.ts'
import type { Schema } from '../schema.ts'

/** What someone or something can see or edit. Neither a client nor a website: everything. */
export type GrantsTable = {
  id: Generated<number>
  /** The holder: exactly one of them is set. */
  person_id: number | null
  key_id: string | null
  link_id: number | null
  invitation_id: number | null
  provider_id: number | null
  can_edit: 0 | 1
  client_id: number | null
  website_id: number | null
}

export type GrantHolder =
  | { person_id: number }
  | { key_id: string }
  | { link_id: number }
  | { invitation_id: number }
  | { provider_id: number }

/** Selects a holder's rows of `grants`. */
function isHeldBy(holder: GrantHolder): RawBuilder<boolean> {
  const [[column, id] = ['', 0]] = Object.entries(holder)
  return sql<boolean>`${sql.ref(column)} = ${id}`
}

const asGrant = ({ can_edit, client_id, website_id }: Selectable<GrantsTable>): Grant => ({
  right: can_edit ? 'edit' : 'view',
  scope: client_id !== null ? 'client' : website_id !== null ? 'website' : 'all',
  client_id,
  website_id,
})

/** Returns the grants of a holder in the order in which they were given. */
export const listGrants = async (db: Kysely<Schema>, holder: GrantHolder): Promise<Grant[]> =>
  (await db.selectFrom('grants').selectAll().where(isHeldBy(holder)).orderBy('id').execute()).map(asGrant)

/** Replaces the grants of a holder. */
export async function setGrants(tx: Transaction<Schema>, holder: GrantHolder, grants: readonly Grant[]): Promise<void> {
  await tx.deleteFrom('grants').where(isHeldBy(holder)).execute()
  await insertGrants(tx, holder, grants)
}

async function insertGrants(tx: Transaction<Schema>, holder: GrantHolder, grants: readonly Grant[]): Promise<void> {
  if (grants.length === 0) return
  const nobody = { person_id: null, key_id: null, link_id: null, invitation_id: null, provider_id: null }
  const rows = grants.map(({ right, client_id, website_id }) => ({
    ...nobody,
    ...holder,
    can_edit: right === 'edit' ? (1 as const) : (0 as const),
    client_id,
    website_id,
  }))
  await tx.insertInto('grants').values(rows).execute()
}

/** Everything, or the websites that each of the holders was granted. */
export type Extent = 'everything' | readonly GrantHolder[]

/** What a signed-in reader can see and edit. `version` changes with the grants. */
export type Rights = { role: TeamRole; view: Extent; edit: Extent; version: string }

export const allRights: Rights = { role: 'owner', view: 'everything', edit: 'everything', version: '' }

/** Returns the rights of a person, of their key, or of a service key, which is no person’s. */
export async function findRights(
  db: Kysely<Schema>,
  person: { id: number; team_role: TeamRole } | null,
  key: { id: string; is_limited: 0 | 1 } | null = null,
): Promise<Rights> {
  const holders: GrantHolder[] = [
    ...(person && person.team_role !== 'owner' ? [{ person_id: person.id }] : []),
    ...(key?.is_limited ? [{ key_id: key.id }] : []),
  ]
  if (holders.length === 0) return allRights
  const found = await Promise.all(holders.map(async (holder) => ({ holder, ...(await summaryOf(db, holder)) })))
  const extentOf = (isEverything: (canEdit: number | null) => boolean): Extent => {
    const limits = found.filter(({ everything }) => !isEverything(everything)).map(({ holder }) => holder)
    return limits.length === 0 ? 'everything' : limits
  }
  return {
    role: person && person.team_role !== 'owner' ? person.team_role : 'member',
    view: extentOf((canEdit) => canEdit !== null),
    edit: extentOf((canEdit) => canEdit === 1),
    version: found.map(({ count, last }) => `${count}-${last}`).join(),
  }
}

/** `everything` is null without a grant of everything, and else whether it is one to edit. */
const summaryOf = (db: Kysely<Schema>, holder: GrantHolder) =>
  db
    .selectFrom('grants')
    .select([sql<number>`count(*)`.as('count'), sql<number | null>`max(id)`.as('last')])
    .select(
      sql<number | null>`max(case when client_id is null and website_id is null then can_edit end)`.as('everything'),
    )
    .where(isHeldBy(holder))
    .executeTakeFirstOrThrow()

/** Returns a query of the IDs of the websites that each of the holders can see, or edit. */
function grantedWebsites({ holders, right, client = null }: Pick<Granted, 'holders' | 'right' | 'client'>) {
  const granted = holders.map((holder) => {
    const held = sql`${isHeldBy(holder)}${right === 'edit' ? sql` and can_edit = 1` : sql``}`
    return sql`(g.client_id in (select client_id from grants where ${held} and client_id is not null)
      or g.id in (select website_id from grants where ${held} and website_id is not null))`
  })
  const conditions = client === null ? granted : [...granted, sql`g.client_id = ${client}`]
  return sql<number>`select g.id from websites as g where ${sql.join(conditions, sql` and `)}`
}

/**
 * The websites to which a reader is limited. What isn’t of one website is shown to its author only. `author` is null
 * for a narrowed key, which isn’t shown what its person made elsewhere. Guests are shown no work of the team.
 */
export type Granted = {
  kind: 'granted'
  holders: readonly GrantHolder[]
  right: Right
  author: { author_id: string; person_id: number | null } | null
  isGuest: boolean
  /** Only the websites of this client. */
  client?: number | null
}

/** Limits what a reader can see to the websites of a client. */
export const ofClient = (granted: Granted | null, client: number | null): Granted | null =>
  client === null
    ? granted
    : { kind: 'granted', holders: [], right: 'view', author: null, isGuest: false, ...granted, client }

/** Selects whether the ID of a website, in a column, is a granted one. Nothing without a limit. */
export const isGranted = (granted: Granted | null, column: string): RawBuilder<boolean>[] =>
  granted ? [sql<boolean>`${sql.ref(column)} in (${grantedWebsites(granted)})`] : []

/** Names the websites to which a reader is limited, for a cache that ends with any change. */
export const keyOfGranted = (granted: Granted | null): string =>
  granted ? JSON.stringify([granted.right, granted.holders, granted.client]) : ''

/** Returns a query of the IDs of the clients that each of the holders was granted as a whole. */
export const grantedClients = (holders: readonly GrantHolder[], right: Right): RawBuilder<number> =>
  sql`select c.id from clients as c where ${sql.join(
    holders.map(
      (holder) => sql`c.id in (select client_id from grants
        where ${isHeldBy(holder)}${right === 'edit' ? sql` and can_edit = 1` : sql``} and client_id is not null)`,
    ),
    sql` and `,
  )}`

/**
 * Limits a link to what its maker can edit now. If several holders limit the maker, it is bound to the websites that
 * they have in common.
 */
export async function bindLink(tx: Transaction<Schema>, linkId: number, { holders }: Granted): Promise<void> {
  const [holder, ...others] = holders
  if (holder && others.length === 0) return insertGrants(tx, { link_id: linkId }, await listGrants(tx, holder))
  await sql`insert into grants (link_id, can_edit, website_id)
    select ${linkId}, 1, id from (${grantedWebsites({ holders, right: 'edit' })}) as w`.execute(tx)
}

/** Returns whether a client is there, isn’t archived, and can be edited as a whole. */
export async function canEditClient(db: Kysely<Schema>, granted: Granted | null, id: number): Promise<boolean> {
  let client = db.selectFrom('clients').select('id').where('id', '=', id).where('archived', '=', 0)
  if (granted) client = client.where(sql<boolean>`id in (${grantedClients(granted.holders, 'edit')})`)
  return (await client.executeTakeFirst()) !== undefined
}

/** Returns the grants of the invitation with a token. */
export async function grantsOfInvitation(db: Kysely<Schema>, tokenHash: string): Promise<Grant[]> {
  const row = await db.selectFrom('invitations').select('id').where('token_hash', '=', tokenHash).executeTakeFirst()
  return row ? listGrants(db, { invitation_id: row.id }) : []
}

/** Returns the grants of every holder of a kind. */
export async function grantsByHolder<Id extends number | string>(
  db: Kysely<Schema>,
  column: 'person_id' | 'key_id' | 'invitation_id',
): Promise<Map<Id, Grant[]>> {
  const rows = await db.selectFrom('grants').selectAll().where(column, 'is not', null).orderBy('id').execute()
  return new Map([...Map.groupBy(rows, (row) => row[column] as Id)].map(([id, grants]) => [id, grants.map(asGrant)]))
}

/** Returns whether the clients and websites of grants exist. */
export async function targetsExist(db: Kysely<Schema>, grants: readonly Grant[]): Promise<boolean> {
  const clients = [...new Set(grants.flatMap(({ client_id }) => client_id ?? []))]
  const websites = [...new Set(grants.flatMap(({ website_id }) => website_id ?? []))]
  const found = [
    ...(clients.length === 0 ? [] : await db.selectFrom('clients').select('id').where('id', 'in', clients).execute()),
    ...(websites.length === 0
      ? []
      : await db
          .selectFrom('websites')
          .select('id')
          .where('id', 'in', websites)
          .where('deleted_at', 'is', null)
          .execute()),
  ]
  return found.length === clients.length + websites.length
}
