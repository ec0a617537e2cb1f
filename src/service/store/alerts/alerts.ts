import { type Generated, type GeneratedAlways, type InferResult, type Kysely, sql, type Transaction } from 'kysely'
import * as z from 'zod'
import { dayMs } from '#contract/format/dates.ts'
import {
  type DeliveryState,
  alertDays,
  AlertChange,
  type AlertListQuery,
  maxAlertChanges,
} from '#contract/jobs/alerts.ts'
import { lenient } from '#contract/responses/lenient.ts'
import { scopeOfAuthor } from '../access/authors.ts'
import { authorOfPerson, findPersonByEmail } from '../access/people.ts'
import { canReach, isVisible } from '../access/visible.ts'
import { databaseNow, databaseTime } from '../engine.ts'
import { mostClicksFirst } from '../google/changes-by-clicks.ts'
import { countedPage } from '../lists/list-page.ts'
import { and, type ListResult } from '../lists/list.ts'
import { everyRow, type Scope } from '../lists/scope.ts'
import type { Schema } from '../schema.ts'
import { isOfVisibleView, type ViewReader } from '../views.ts'
import type { AlertRuleRecord } from './rules.ts'

export type AlertsTable = {
  id: GeneratedAlways<number>
  view_id: number | null
  website_id: Generated<number | null>
  view_name: string
  query: string
  total: number
  /** The changes as JSON. */
  changes: string
  mail_to: string
  webhook_url: string | null
  rule_id: number
  mail: DeliveryState
  webhook: DeliveryState
  attempts: Generated<number>
  /** The time of the delivery, or of the next one if a process was killed. */
  deliver_after: string
  created_at: string
}

const selectAlerts = (db: Kysely<Schema>) =>
  db
    .selectFrom('alerts as a')
    .leftJoin('views as v', 'v.id', 'a.view_id')
    .leftJoin('websites as w', (on) => on.onRef('w.id', '=', 'a.website_id').on('w.deleted_at', 'is', null))
    .selectAll('a')
    .select(['v.id as open_view', 'w.id as open_website'])

type Row = InferResult<ReturnType<typeof selectAlerts>>[number]

/** `view_id` is null once the view is deleted, and `website_id` once the website is. */
export type AlertRecord = Omit<Row, 'changes' | 'mail_to' | 'open_view' | 'open_website'> & {
  changes: AlertChange[]
  mail_to: string[]
}

/** Fields that were added since are null. */
const readChanges = (stored: unknown): AlertChange[] => lenient(z.array(AlertChange)).parse(stored)

const toRecord = ({ open_view, open_website, ...row }: Row): AlertRecord => ({
  ...row,
  view_id: open_view,
  website_id: open_website,
  changes: readChanges(JSON.parse(row.changes)),
  mail_to: row.mail_to.split(',').filter(Boolean),
})

/** Creates an alert to the recipients of its rule, with pages of most clicks first. Returns null without changes. */
export async function insertAlert(
  tx: Transaction<Schema>,
  { id, place, mail_to, webhook_url }: AlertRuleRecord,
  changes: readonly AlertChange[],
): Promise<number | null> {
  if (changes.length === 0) return null
  const now = await databaseNow(tx)
  const { id: alertId } = await tx
    .insertInto('alerts')
    .values({
      rule_id: id,
      view_id: place.view_id,
      website_id: place.website_id,
      view_name: place.name,
      query: place.query,
      total: changes.length,
      changes: JSON.stringify((await mostClicksFirst(tx, changes)).slice(0, maxAlertChanges)),
      mail_to: mail_to.join(','),
      webhook_url,
      mail: mail_to.length > 0 ? 'pending' : 'none',
      webhook: webhook_url === null ? 'none' : 'pending',
      deliver_after: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return alertId
}

/** Returns a page of alerts, newest first, without those of other people's own views. */
export async function listAlerts(
  db: Kysely<Schema>,
  { view_id, website_id, client, newer_than, page, per_page }: AlertListQuery,
  reader: ViewReader,
  scope: Scope = everyRow,
): Promise<ListResult<AlertRecord>> {
  const isShown = and([isOfVisibleView('a.view_id', reader), ...isVisible(scope, 'alerts', 'a')])
  let counted = db.selectFrom('alerts as a').where(isShown)
  let listed = selectAlerts(db).where(isShown)
  if (view_id !== null) {
    counted = counted.where('a.view_id', '=', view_id)
    listed = listed.where('a.view_id', '=', view_id)
  }
  if (website_id !== null) {
    counted = counted.where('a.website_id', '=', website_id)
    listed = listed.where('a.website_id', '=', website_id)
  }
  if (client !== null) {
    const isOfClient = sql<boolean>`(a.website_id in (select id from websites where client_id = ${client})
      or a.view_id in (select id from views where client_id = ${client}))`
    counted = counted.where(isOfClient)
    listed = listed.where(isOfClient)
  }
  if (newer_than !== null) {
    counted = counted.where('a.id', '>', newer_than)
    listed = listed.where('a.id', '>', newer_than)
  }
  const { total } = await counted.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return countedPage(listed.orderBy('a.id', 'desc'), { total, page, per_page }, toRecord)
}

export async function findAlert(db: Kysely<Schema>, id: number, reader: ViewReader): Promise<AlertRecord | undefined> {
  const found = selectAlerts(db).where('a.id', '=', id).where(isOfVisibleView('a.view_id', reader))
  const row = await found.executeTakeFirst()
  return row && toRecord(row)
}

/** Time in milliseconds after which another process delivers an alert, because this one may have ended. */
export const claimMs = 60_000

/** Alerts read by one statement. */
const dueBatch = 50

/**
 * Returns the recipients of an alert, without people of this server who are suspended or can't see its website now.
 * Other addresses are those of people without an account.
 */
export async function recipientsOf(
  db: Kysely<Schema>,
  { mail_to, website_id }: Pick<AlertRecord, 'mail_to' | 'website_id'>,
): Promise<string[]> {
  const canRead = await Promise.all(
    mail_to.map(async (address) => {
      const person = await findPersonByEmail(db, address)
      if (!person) return true
      const scope = await scopeOfAuthor(db, authorOfPerson(person.id))
      return website_id === null ? scope.kind !== 'none' : canReach(db, scope, 'websites', website_id)
    }),
  )
  return mail_to.filter((_, at) => canRead[at])
}

/**
 * Claims the first alert that is to be delivered and can be now; undefined if there is none.
 * @param canDeliver false for an alert whose recipients are busy
 */
export async function claimDelivery(
  db: Kysely<Schema>,
  canDeliver: (alert: AlertRecord) => boolean = () => true,
): Promise<AlertRecord | undefined> {
  const time = await databaseTime(db)
  let batch: Row[] = []
  do {
    batch = await dueAlerts(db, new Date(time).toISOString(), batch.at(-1))
    for (const row of batch) {
      if (!canDeliver(toRecord(row))) continue
      const claimed = await db
        .updateTable('alerts')
        .set({ deliver_after: new Date(time + claimMs).toISOString(), attempts: row.attempts + 1 })
        .where('id', '=', row.id)
        .where('attempts', '=', row.attempts)
        // A delivery that was cut off gives its attempt back, but not its time.
        .where('deliver_after', '=', row.deliver_after)
        .executeTakeFirst()
      // Otherwise another process was faster.
      if (claimed.numUpdatedRows === 1n) return toRecord({ ...row, attempts: row.attempts + 1 })
    }
  } while (batch.length === dueBatch)
  return undefined
}

/** Returns the next alerts that are to be delivered, in order. */
async function dueAlerts(db: Kysely<Schema>, now: string, after?: Pick<Row, 'id' | 'deliver_after'>): Promise<Row[]> {
  const due = selectAlerts(db)
    .where(sql<boolean>`(a.mail = 'pending' or a.webhook = 'pending')`)
    .where('a.deliver_after', '<=', now)
    .orderBy('a.deliver_after')
    .orderBy('a.id')
    .limit(dueBatch)
  const next = after && due.where(sql<boolean>`(a.deliver_after, a.id) > (${after.deliver_after}, ${after.id})`)
  return (next ?? due).execute()
}

/**
 * Stores deliveries, unless another process has claimed the alert meanwhile. Pending recipients are tried again after a
 * time, `attempts` being the number from then on.
 */
export async function storeDelivery(
  db: Kysely<Schema>,
  claimed: AlertRecord,
  { mail, webhook, attempts }: Pick<AlertRecord, 'mail' | 'webhook' | 'attempts'>,
  retryInMs: number,
): Promise<void> {
  const deliver_after = new Date((await databaseTime(db)) + retryInMs).toISOString()
  await db
    .updateTable('alerts')
    .set({ mail, webhook, attempts, deliver_after })
    .where('id', '=', claimed.id)
    .where('attempts', '=', claimed.attempts)
    .execute()
}

/** Deletes up to `batch` alerts that are too old. Returns their number. */
export async function purgeAlerts(db: Kysely<Schema>, now = Date.now(), batch = 500): Promise<number> {
  const before = new Date(now - alertDays * dayMs).toISOString()
  const old = db
    .selectFrom('alerts')
    .select('id')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .orderBy('id')
    .limit(batch)
  return Number((await db.deleteFrom('alerts').where('id', 'in', old).executeTakeFirst()).numDeletedRows)
}
