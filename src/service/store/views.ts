import { type Generated, type GeneratedAlways, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { type ViewList, maxViews, type ViewOwner } from '#contract/lists/views.ts'
import { isVisible } from './access/visible.ts'
import { deleteAlertRule } from './alerts/rules.ts'
import { lockTable } from './engine.ts'
import { and } from './lists/list.ts'
import { everyRow, type Scope } from './lists/scope.ts'
import type { Schema } from './schema.ts'

export type ViewsTable = {
  id: GeneratedAlways<number>
  name: string
  list: ViewList
  query: string
  position: number
  /** Whose view it is. Null: the team's. */
  person_id: Generated<number | null>
  client_id: Generated<number | null>
  created_at: string
  updated_at: string
}

const columns = [
  'id',
  'name',
  'list',
  'query',
  'person_id',
  'position',
  'client_id',
  'created_at',
  'updated_at',
] as const
export type ViewRecord = Pick<Selectable<ViewsTable>, (typeof columns)[number]>
export type NewView = Pick<ViewRecord, 'name' | 'list' | 'query'> & {
  person_id?: number | null
  client_id?: number | null | undefined
}

/** Who reads views: a person by ID, who sees their own and the team's, or null, for whom there are the team's only. */
export type ViewReader = number | null

/** Selects whether a view, a row of `views` by another name, is not the own one of another person. */
const isVisibleTo = (reader: ViewReader, view = 'views') => {
  const person = sql.ref(`${view}.person_id`)
  return sql<boolean>`(${person} is null ${reader === null ? sql`` : sql`or ${person} = ${reader}`})`
}

/** Selects the rows that have no view by the ID in `column`, or one that a reader sees. */
export const isOfVisibleView = (column: string, reader: ViewReader) =>
  sql<boolean>`not exists (select 1 from views as o where o.id = ${sql.ref(column)} and not ${isVisibleTo(reader, 'o')})`

/** Returns true if a rule or a schedule is not of another person's own view. */
export const isViewVisibleTo = ({ view_person_id: person }: { view_person_id: number | null }, reader: ViewReader) =>
  person === null || person === reader

/** Returns the views that a reader sees, or those of an owner or a client. */
export function listViews(
  db: Kysely<Schema>,
  reader: ViewReader,
  { owner = null, client = null }: { owner?: ViewOwner | null; client?: number | null } = {},
  scope: Scope = everyRow,
): Promise<ViewRecord[]> {
  let views = db
    .selectFrom('views')
    .select(columns)
    .where(and([isVisibleTo(reader), ...isVisible(scope, 'views', 'views')]))
  if (owner !== null) views = views.where('person_id', owner === 'me' ? 'is not' : 'is', null)
  if (client !== null) views = views.where('client_id', '=', client)
  return views.orderBy('position').orderBy('id').execute()
}

export function findView(db: Kysely<Schema>, id: number, reader: ViewReader): Promise<ViewRecord | undefined> {
  return db.selectFrom('views').select(columns).where('id', '=', id).where(isVisibleTo(reader)).executeTakeFirst()
}

/** Returns a view for work in the background: the team's, or any person's own. */
export const findAnyView = (db: Kysely<Schema>, id: number): Promise<ViewRecord | undefined> =>
  db.selectFrom('views').select(columns).where('id', '=', id).executeTakeFirst()

/** Returns true if a view has a schedule or an alert rule of another author. */
export async function isUsedByOthers(db: Kysely<Schema>, viewId: number, author: string): Promise<boolean> {
  for (const table of ['schedules', 'alert_rules'] as const) {
    const used = db.selectFrom(table).select('id').where('view_id', '=', viewId)
    if (await used.where(sql<boolean>`author_id is distinct from ${author}`).executeTakeFirst()) return true
  }
  return false
}

/** Adds a view as the last one. Returns undefined if there are already as many as allowed. */
export function createView(
  db: Kysely<Schema>,
  view: NewView,
  at = new Date().toISOString(),
): Promise<ViewRecord | undefined> {
  return serialised(db, async (tx) => {
    const { count, last } = await tx
      .selectFrom('views')
      .select(sql<number>`coalesce(max(position), 0)`.as('last'))
      .select(sql<number>`count(case when ${isOf(view.person_id ?? null)} then 1 end)`.as('count'))
      .executeTakeFirstOrThrow()
    if (count >= maxViews) return undefined
    const row = { ...view, person_id: view.person_id ?? null, position: last + 1, created_at: at, updated_at: at }
    return tx.insertInto('views').values(row).returning(columns).executeTakeFirstOrThrow()
  })
}

const isOf = (person: number | null) =>
  person === null ? sql<boolean>`person_id is null` : sql<boolean>`person_id = ${person}`

/** Returns undefined if there is no such view. */
export function changeView(
  db: Kysely<Schema>,
  id: number,
  change: {
    name?: string | undefined
    query?: string | undefined
    person_id?: number | null | undefined
    client_id?: number | null | undefined
  },
  at = new Date().toISOString(),
): Promise<ViewRecord | undefined> {
  return db
    .updateTable('views')
    .set({ ...change, updated_at: at })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
}

/** Deletes a view with its schedule and its alert rule. Returns false if there is no such view. */
export async function deleteView(db: Kysely<Schema>, id: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await tx.deleteFrom('schedules').where('view_id', '=', id).execute()
    await deleteAlertRule(tx, { view_id: id })
    return (await tx.deleteFrom('views').where('id', '=', id).executeTakeFirst()).numDeletedRows === 1n
  })
}

export type OrderResult = { views: ViewRecord[] } | { unknown: number[]; missing: number[] }

/** Sorts the views by `ids`. Changes nothing unless these are exactly the IDs of all views that the reader sees. */
export function orderViews(
  db: Kysely<Schema>,
  ids: readonly number[],
  reader: ViewReader,
  scope: Scope = everyRow,
): Promise<OrderResult> {
  return serialised(db, async (tx) => {
    const before = new Map((await listViews(tx, reader, {}, scope)).map((view) => [view.id, view]))
    const wanted = new Set(ids)
    const unknown = ids.filter((id) => !before.has(id))
    const missing = [...before.keys()].filter((id) => !wanted.has(id))
    if (unknown.length + missing.length > 0) return { unknown, missing }
    for (const [at, id] of ids.entries()) {
      if (before.get(id)?.position !== at + 1)
        await tx
          .updateTable('views')
          .set({ position: at + 1 })
          .where('id', '=', id)
          .execute()
    }
    return { views: await listViews(tx, reader, {}, scope) }
  })
}

/** Runs transactions that count or number all views one after the other. */
function serialised<T>(db: Kysely<Schema>, work: (tx: Transaction<Schema>) => Promise<T>): Promise<T> {
  const run = async (tx: Transaction<Schema>) => {
    await lockTable(tx, 'views')
    return work(tx)
  }
  return db.isTransaction ? run(db as Transaction<Schema>) : db.transaction().execute(run)
}
