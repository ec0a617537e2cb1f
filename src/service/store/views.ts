import { type GeneratedAlways, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { type ViewList, maxViews } from '#contract/lists/views.ts'
import { deleteAlertRule } from './alerts/rules.ts'
import { lockTable } from './engine.ts'
import type { Schema } from './schema.ts'

export type ViewsTable = {
  id: GeneratedAlways<number>
  name: string
  list: ViewList
  query: string
  position: number
  created_at: string
  updated_at: string
}

export type ViewRecord = Selectable<ViewsTable>
export type NewView = Pick<ViewRecord, 'name' | 'list' | 'query'>

export function listViews(db: Kysely<Schema>): Promise<ViewRecord[]> {
  return db.selectFrom('views').selectAll().orderBy('position').orderBy('id').execute()
}

export function findView(db: Kysely<Schema>, id: number): Promise<ViewRecord | undefined> {
  return db.selectFrom('views').selectAll().where('id', '=', id).executeTakeFirst()
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
      .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(max(position), 0)`.as('last')])
      .executeTakeFirstOrThrow()
    if (count >= maxViews) return undefined
    const row = { ...view, position: last + 1, created_at: at, updated_at: at }
    return tx.insertInto('views').values(row).returningAll().executeTakeFirstOrThrow()
  })
}

/** Returns undefined if there is no such view. */
export function changeView(
  db: Kysely<Schema>,
  id: number,
  change: { name?: string | undefined; query?: string | undefined },
  at = new Date().toISOString(),
): Promise<ViewRecord | undefined> {
  return db
    .updateTable('views')
    .set({ ...change, updated_at: at })
    .where('id', '=', id)
    .returningAll()
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

/** Sorts the views by `ids`. Changes nothing unless these are exactly the IDs of all views. */
export function orderViews(db: Kysely<Schema>, ids: readonly number[]): Promise<OrderResult> {
  return serialised(db, async (tx) => {
    const before = new Map((await listViews(tx)).map((view) => [view.id, view]))
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
    return { views: await listViews(tx) }
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
