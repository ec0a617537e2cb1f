import { type Kysely, sql, type Transaction } from 'kysely'
import { dayMs } from '#contract/format/dates.ts'
import { checksPerDay, msBetweenChecks } from '#contract/sharing/opened-link.ts'
import type { Schema } from '../schema.ts'

/**
 * Takes one of the checks that a share link has a minute and a day (in UTC). Returns the seconds to wait if there is
 * none left now, or null. Of several processes, one gets it.
 */
export async function takeCheck(db: Kysely<Schema>, linkId: number, now = Date.now()): Promise<number | null> {
  const at = new Date(now).toISOString()
  const isToday = sql<boolean>`substr(last_check_at, 1, 10) = ${at.slice(0, 10)}`
  const taken = await db
    .updateTable('links')
    .set({
      last_check_at: at,
      checks_that_day: sql<number>`case when ${isToday} then checks_that_day + 1 else 1 end`,
    })
    .where('id', '=', linkId)
    .where((eb) =>
      eb.or([
        eb('last_check_at', 'is', null),
        // A later time was stored before the clock was set back.
        eb('last_check_at', '>', at),
        eb.and([
          eb('last_check_at', '<=', new Date(now - msBetweenChecks).toISOString()),
          eb.or([eb.not(isToday), eb('checks_that_day', '<', checksPerDay)]),
        ]),
      ]),
    )
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n ? null : Math.max(1, await secondsToCheck(db, linkId, now))
}

/** Gives back a check that was taken at `takenAt`, because the queue had no room for it. */
export async function returnCheck(db: Kysely<Schema>, linkId: number, takenAt: number): Promise<void> {
  const at = new Date(takenAt).toISOString()
  await db
    .updateTable('links')
    .set({
      // A later check of the same link keeps its own time.
      last_check_at: sql<string>`case
        when last_check_at = ${at} then ${new Date(takenAt - msBetweenChecks).toISOString()} else last_check_at end`,
      checks_that_day: sql<number>`checks_that_day - 1`,
    })
    .where('id', '=', linkId)
    .where(sql<string>`substr(last_check_at, 1, 10)`, '=', at.slice(0, 10))
    .where('checks_that_day', '>', 0)
    .execute()
}

/** Returns the seconds until a link has a check again; 0 if it has one now. */
export async function secondsToCheck(db: Kysely<Schema>, linkId: number, now = Date.now()): Promise<number> {
  const row = await db
    .selectFrom('links')
    .select(['last_check_at', 'checks_that_day'])
    .where('id', '=', linkId)
    .executeTakeFirst()
  const last = row?.last_check_at
  // A later time was stored before the clock was set back.
  if (!last || Date.parse(last) > now) return 0
  const isUsedUp = last.slice(0, 10) === new Date(now).toISOString().slice(0, 10) && row.checks_that_day >= checksPerDay
  const next = isUsedUp ? (Math.floor(now / dayMs) + 1) * dayMs : Date.parse(last) + msBetweenChecks
  return Math.max(0, Math.ceil((next - now) / 1000))
}

/** Records the report of a check. Returns false if the link was revoked or expired meanwhile. */
export async function storeCheck(
  tx: Transaction<Schema>,
  linkId: number,
  reportId: number,
  at = new Date().toISOString(),
): Promise<boolean> {
  const update = tx
    .updateTable('links')
    .set({ checked_report_id: reportId })
    .where('id', '=', linkId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
  return (await update.executeTakeFirst()).numUpdatedRows > 0n
}

/** Returns the ID of the report of a link's last check, which may be deleted; null without one. */
export async function findChecked(db: Kysely<Schema>, linkId: number): Promise<number | null> {
  const row = await db.selectFrom('links').select('checked_report_id').where('id', '=', linkId).executeTakeFirst()
  return row?.checked_report_id ?? null
}
