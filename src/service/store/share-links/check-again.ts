import type { Kysely, Transaction } from 'kysely'
import { dayMs } from '#contract/format/dates.ts'
import { checksPerDay, msBetweenChecks } from '#contract/sharing/opened-link.ts'
import { databaseTime, engineOf } from '../engine.ts'
import type { Schema } from '../schema.ts'

type Checks = { last_check_at: string | null; checks_that_day: number }

/**
 * Takes one of the checks that a share link has a minute and a day (in UTC). Returns its time, or the seconds to wait
 * if there is none left now. Of several processes, one gets it.
 * @param clock returns the time in milliseconds, by the clock that all processes share
 */
export const takeCheck = (
  db: Kysely<Schema>,
  linkId: number,
  clock = databaseTime,
): Promise<{ takenAt: number } | { seconds: number }> =>
  db.transaction().execute(async (tx) => {
    // The time is read once no other process can take a check.
    const checks = await lockedChecks(tx, linkId)
    // The link was deleted meanwhile.
    if (!checks) return { seconds: msBetweenChecks / 1000 }
    const now = await clock(tx)
    const seconds = secondsLeft(checks, now)
    if (seconds > 0) return { seconds }
    const checks_that_day = (isOnDay(checks, now) ? checks.checks_that_day : 0) + 1
    await setChecks(tx, linkId, { last_check_at: new Date(now).toISOString(), checks_that_day })
    return { takenAt: now }
  })

/** Gives back a check that was taken at `takenAt`, because the queue had no room for it. */
export const returnCheck = (db: Kysely<Schema>, linkId: number, takenAt: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const checks = await lockedChecks(tx, linkId)
    if (!checks || !isOnDay(checks, takenAt) || checks.checks_that_day === 0) return
    // A later check of the same link keeps its own time.
    const isLast = checks.last_check_at === new Date(takenAt).toISOString()
    const last_check_at = isLast ? new Date(takenAt - msBetweenChecks).toISOString() : checks.last_check_at
    await setChecks(tx, linkId, { last_check_at, checks_that_day: checks.checks_that_day - 1 })
  })

/** Returns the seconds until a link has a check again; 0 if it has one now. */
export async function secondsToCheck(db: Kysely<Schema>, linkId: number, clock = databaseTime): Promise<number> {
  const checks = await selectChecks(db, linkId).executeTakeFirst()
  return checks ? secondsLeft(checks, await clock(db)) : 0
}

const selectChecks = (db: Kysely<Schema>, linkId: number) =>
  db.selectFrom('links').select(['last_check_at', 'checks_that_day']).where('id', '=', linkId)

/** Reads the checks of a link that no other transaction changes meanwhile. */
async function lockedChecks(tx: Transaction<Schema>, linkId: number): Promise<Checks | undefined> {
  const checks = selectChecks(tx, linkId)
  // On SQLite, a transaction is the only one that writes.
  return (engineOf(tx) === 'postgres' ? checks.forUpdate() : checks).executeTakeFirst()
}

const setChecks = (tx: Transaction<Schema>, linkId: number, checks: Checks) =>
  tx.updateTable('links').set(checks).where('id', '=', linkId).execute()

const isOnDay = ({ last_check_at }: Checks, time: number) =>
  last_check_at !== null && last_check_at.slice(0, 10) === new Date(time).toISOString().slice(0, 10)

function secondsLeft(checks: Checks, now: number): number {
  const { last_check_at, checks_that_day } = checks
  const last = last_check_at === null ? null : Date.parse(last_check_at)
  // A later time was stored before the clock was set back.
  if (last === null || last > now) return 0
  const isUsedUp = isOnDay(checks, now) && checks_that_day >= checksPerDay
  const next = isUsedUp ? (Math.floor(now / dayMs) + 1) * dayMs : last + msBetweenChecks
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
