import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { restoreMs } from '#contract/responses/envelope.ts'
import { withoutCountAlerts } from '../alerts/views.ts'
import { databaseNow, databaseTime, engineOf } from '../engine.ts'
import { adoptUrls } from '../google/refresh-clicks.ts'
import { type FindingState, followIssues } from '../pages/finding-states.ts'
import { noLater } from '../pages/later-state.ts'
import { separatingTransaction } from '../pages/link-targets.ts'
import { deletePages, findUnread, inlinksOf, ReportChanges, setPrevious, writeLatest } from '../pages/pages.ts'
import type { Schema } from '../schema.ts'
import {
  addLatest,
  addReport,
  changeCounters,
  lockWebsite,
  lockWebsiteOfReport,
  noChanges,
} from '../websites/website-counters.ts'
import { latestOf, readLatest, setLatest } from './reports.ts'

/** Returns the time after which a report or a website must have been deleted to be restored. */
export const restorableSince = async (db: Kysely<Schema>): Promise<string> =>
  new Date((await databaseTime(db)) - restoreMs).toISOString()

/** Returns the time until which something deleted at `at` can be restored. */
export const restorableUntil = (at: string): string => new Date(Date.parse(at) + restoreMs).toISOString()

type Page = Selectable<Schema['pages']>
type ReportRow = Selectable<Schema['reports']>

/** The columns that the database computes. */
const computedOfReport = [
  'changed',
  'page_indexability',
  'page_was',
  'shown_score',
  'shown_score_up',
  'shown_score_down',
] as const satisfies (keyof ReportRow)[]
type ComputedOfReport = (typeof computedOfReport)[number]

/** The rows that a deletion takes away, as they were before it. */
type Restorable = {
  report: Omit<ReportRow, ComputedOfReport>
  page: Omit<Page, 'inlinks' | 'shown_score'>
  states: FindingState[]
  alertChanges: Selectable<Schema['alert_changes']>[]
  /** The days since which its issues exist, by check. Null if the report wasn't the latest of its page. */
  since: Record<string, string | null> | null
}

/** Null if it can't be undone. */
export type Deletion = { restorable_until: string | null }

/**
 * Deletes a report and remembers its URL. The report before it may become the latest of its page. Returns undefined if
 * there is no such report.
 * @param options.isRestorable keeps what {@link restoreReport} needs; false by default
 * @param options.isDue called in the transaction, while no other report of the website changes. If false, nothing is
 *   deleted
 */
export async function deleteReport(
  db: Kysely<Schema>,
  id: number,
  {
    isRestorable = false,
    isDue,
  }: { isRestorable?: boolean; isDue?: (tx: Transaction<Schema>) => Promise<boolean> } = {},
): Promise<Deletion | undefined> {
  return separatingTransaction(db, async (tx) => {
    const websiteId = await lockWebsiteOfReport(tx, id)
    if (websiteId === undefined) return undefined
    if (isDue && !(await isDue(tx))) return undefined
    const report = await tx.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst()
    if (!report) return undefined
    const deleted_at = await databaseNow(tx)
    const restorable = isRestorable ? JSON.stringify(await restorableOf(tx, report)) : null
    const remove = () => removeReport(tx, report, isRestorable)
    // A person who deletes a report knows that a page leaves the views.
    await (isDue ? remove() : withoutCountAlerts(tx, report.page_id, remove))
    const deleted = { id, url: report.url, website_id: websiteId, deleted_at, restorable }
    await tx.insertInto('deleted_reports').values(deleted).execute()
    return { restorable_until: isRestorable ? restorableUntil(deleted_at) : null }
  })
}

async function removeReport(tx: Transaction<Schema>, report: ReportRow, keepsPayload: boolean) {
  const { id, website_id } = report
  const changes = new ReportChanges(tx)
  await changes.apply(report, async () => {
    if (!keepsPayload) await deletePayloads(tx, [id])
    await tx.deleteFrom('reports').where('id', '=', id).execute()
  })
  const counters = noChanges()
  addReport(counters, report, -1)
  if (report.latest === 1) {
    addLatest(counters, report, -1)
    const next = await latestOf(tx, website_id, report.url)
    if (next) {
      await setLatest(tx, next.id, 1)
      await writeLatestOf(tx, { ...next, website_id })
      addLatest(counters, { ...next, ...noLater }, 1)
    }
  }
  await changeCounters(tx, website_id, counters)
  await changes.finish()
}

/** Deletes what is stored of reports besides their rows. */
export async function deletePayloads(tx: Transaction<Schema>, ids: readonly number[]): Promise<void> {
  for (const table of ['report_payloads', 'screenshots'] as const)
    await tx.deleteFrom(table).where('report_id', 'in', ids).execute()
}

/** Writes what a report found to its page. */
async function writeLatestOf(
  tx: Transaction<Schema>,
  { id, page_id, website_id }: { id: number; page_id: number; website_id: number },
) {
  const payload = await tx
    .selectFrom('report_payloads')
    .select(['evaluation', 'facts'])
    .where('report_id', '=', id)
    .executeTakeFirstOrThrow()
  await writeLatest(tx, [{ page_id, website_id, ...readLatest(payload) }])
}

async function restorableOf(tx: Transaction<Schema>, row: ReportRow): Promise<Restorable> {
  const { page_id } = row
  const report: Omit<ReportRow, ComputedOfReport> = omit(row, computedOfReport)
  const {
    inlinks: _,
    shown_score: __,
    ...page
  } = await tx.selectFrom('pages').selectAll().where('id', '=', page_id).executeTakeFirstOrThrow()
  const states = await tx.selectFrom('finding_states').selectAll().where('page_id', '=', page_id).execute()
  const alertChanges = await tx.selectFrom('alert_changes').selectAll().where('page_id', '=', page_id).execute()
  const issues = await tx
    .selectFrom('page_issues')
    .select(['check_id', 'since'])
    .where('page_id', '=', page_id)
    .execute()
  const since = Object.fromEntries(issues.map((issue) => [issue.check_id, issue.since]))
  return { report, page, states, alertChanges, since: report.latest === 1 ? since : null }
}

const omit = <Row extends object, Name extends keyof Row>(row: Row, names: readonly Name[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name as Name))) as Omit<Row, Name>

/** Puts a deleted report back, as it was. Returns false if there is none that can be restored. */
export async function restoreReport(db: Kysely<Schema>, id: number): Promise<boolean> {
  return separatingTransaction(db, async (tx) => {
    const found = tx.selectFrom('deleted_reports').select('website_id').where('id', '=', id)
    const website = await found.executeTakeFirst()
    if (!website || !(await lockWebsite(tx, website.website_id))) return false
    const deleted = await tx
      .deleteFrom('deleted_reports')
      .where('id', '=', id)
      .where('restorable', 'is not', null)
      .where('deleted_at', '>', await restorableSince(tx))
      .returning(['restorable', 'deleted_at'])
      .executeTakeFirst()
    if (!deleted?.restorable) return false
    await putBack(tx, JSON.parse(deleted.restorable) as Restorable, deleted.deleted_at)
    return true
  })
}

async function putBack(tx: Transaction<Schema>, kept: Restorable, deletedAt: string) {
  const { website_id, url } = kept.report
  const before = await latestOf(tx, website_id, url)
  const pageId = before?.page_id ?? (await putPageBack(tx, kept.page))
  await withoutCountAlerts(tx, pageId, () => putReportBack(tx, kept, pageId, before))
  const isLatest = before === null || before.id < kept.report.id
  await (isLatest && kept.since
    ? putFindingsBack(tx, kept, pageId, deletedAt)
    : before === null || pageId !== kept.page.id
      ? addFindings(tx, kept, pageId)
      : undefined)
  if (before === null || pageId !== kept.page.id) await putAlertChangesBack(tx, kept, pageId)
}

async function putReportBack(
  tx: Transaction<Schema>,
  { report, page }: Restorable,
  pageId: number,
  before: Awaited<ReturnType<typeof latestOf>>,
) {
  const { id, website_id } = report
  // That of a page that is gone isn't marked as its latest.
  const isLatest = before === null ? !page.gone_at : before.id < id && before.latest === 1
  if (before && isLatest) await setLatest(tx, before.id, 0)
  const row = {
    ...report,
    // The issues of what a crawl found since aren't kept, so the report has its own state until a crawl finds it again.
    ...noLater,
    page_id: pageId,
    latest: isLatest ? 1 : 0,
    pending_crawl_id: await runningCrawl(tx, report.pending_crawl_id),
  }
  const changes = new ReportChanges(tx)
  await changes.apply({ id, page_id: pageId }, async () => {
    await insertWithId(tx, 'reports', row)
    await setPrevious(tx, [id])
  })
  await tx.updateTable('screenshots').set({ page_id: pageId }).where('report_id', '=', id).execute()
  await changes.finish()
  const counters = noChanges()
  addReport(counters, report, 1)
  if (isLatest) {
    addLatest(counters, row, 1)
    if (before) addLatest(counters, before, -1)
    await writeLatestOf(tx, { id, page_id: pageId, website_id })
  }
  await changeCounters(tx, website_id, counters)
}

/** A report whose crawl has ended since waits no longer for its links to be checked. */
async function runningCrawl(tx: Transaction<Schema>, id: number | null): Promise<number | null> {
  if (id === null) return null
  const crawl = tx.selectFrom('crawls').select('id').where('id', '=', id).where('state', '=', 'running')
  return (await crawl.executeTakeFirst())?.id ?? null
}

/**
 * The page of the only report of its URL comes back with its ID, so that links to it and its findings stay right. It
 * replaces the one that a crawl stored since without a report.
 */
async function putPageBack(tx: Transaction<Schema>, page: Restorable['page']): Promise<number> {
  const unread = await findUnread(tx, page)
  if (unread) await deletePages(tx, [unread.id])
  const noClicks = { clicks: null, impressions: null, position: null, clicks_before: null, clicks_change: null }
  await insertWithId(tx, 'pages', { ...page, ...noClicks })
  await adoptUrls(tx, page)
  const inlinks = inlinksOf(page.website_id, page.target)
  await tx.updateTable('pages').set({ inlinks }).where('id', '=', page.id).execute()
  return page.id
}

/**
 * Puts the findings of a page back as its latest report had them: the days since which its issues exist, and the team's
 * decisions, unless they were changed since.
 */
async function putFindingsBack(tx: Transaction<Schema>, { states, since }: Restorable, pageId: number, at: string) {
  const days = Map.groupBy(Object.entries(since ?? {}), ([, day]) => day)
  for (const [day, issues] of days)
    await tx
      .updateTable('page_issues')
      .set({ since: day })
      .where('page_id', '=', pageId)
      .where(
        'check_id',
        'in',
        issues.map(([check]) => check),
      )
      .execute()
  for (const { page_id: _, check_id, ...state } of await withoutRemoved(tx, states))
    await tx
      .insertInto('finding_states')
      .values({ page_id: pageId, check_id, ...state })
      .onConflict((conflict) =>
        conflict
          .columns(['page_id', 'check_id'])
          .doUpdateSet(state)
          .where((eb) =>
            eb.or([eb('finding_states.updated_by', 'is', null), eb('finding_states.updated_at', '<=', at)]),
          ),
      )
      .execute()
}

/** Adds a team's decisions to a page that lacks them, and brings them up to date with its issues. */
async function addFindings(tx: Transaction<Schema>, { states }: Restorable, pageId: number) {
  if (states.length === 0) return
  await tx
    .insertInto('finding_states')
    .values((await withoutRemoved(tx, states)).map((state) => ({ ...state, page_id: pageId })))
    .onConflict((conflict) => conflict.columns(['page_id', 'check_id']).doNothing())
    .execute()
  const issues = await tx.selectFrom('page_issues').select('check_id').where('page_id', '=', pageId).execute()
  await followIssues(tx, [{ page_id: pageId, issues: issues.map(({ check_id }) => ({ check: check_id })) }])
}

/** Returns states without assignees who were removed since. */
async function withoutRemoved(tx: Transaction<Schema>, states: Restorable['states']): Promise<Restorable['states']> {
  const people = tx.selectFrom('people').select('id')
  const known = new Set((await people.execute()).map(({ id }) => id))
  return states.map((state) => ({
    ...state,
    assignee_id: known.has(state.assignee_id ?? 0) ? state.assignee_id : null,
  }))
}

/** What rules have alerted about already is not sent again. */
async function putAlertChangesBack(tx: Transaction<Schema>, { alertChanges }: Restorable, pageId: number) {
  for (const change of alertChanges) {
    const rule = tx.selectFrom('alert_rules').select('id').where('id', '=', change.rule_id)
    if (await rule.executeTakeFirst()) await insertWithId(tx, 'alert_changes', { ...change, page_id: pageId })
  }
}

/** Inserts a row with the ID that it had. An alert about the same change can have been stored since, and stays. */
async function insertWithId(
  tx: Transaction<Schema>,
  table: 'reports' | 'pages' | 'alert_changes',
  row: Record<string, string | number | null>,
) {
  const orNot = table === 'alert_changes' ? sql`on conflict do nothing` : sql``
  const overriding = engineOf(tx) === 'postgres' ? sql`overriding system value` : sql``
  await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))}) ${overriding}
    values (${sql.join(Object.values(row))}) ${orNot}`.execute(tx)
}

/**
 * Deletes what restores of up to `batch` reports needed: ten minutes after their deletion, or at once if `isDiskFull`.
 * Returns the number of these reports; repeat until it is 0.
 */
export async function purgeDeletedReports(
  db: Kysely<Schema>,
  { isDiskFull = false, batch = 100 }: { isDiskFull?: boolean; batch?: number } = {},
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const kept = restorableReports(tx)
    const due = isDiskFull ? kept : kept.where('deleted_at', '<=', await restorableSince(tx))
    const ended = await tx
      .updateTable('deleted_reports')
      .set({ restorable: null })
      .where('id', 'in', due.orderBy('deleted_at').limit(batch))
      .where('restorable', 'is not', null)
      .returning('id')
      .execute()
    if (ended.length > 0)
      await deletePayloads(
        tx,
        ended.map(({ id }) => id),
      )
    return ended.length
  })
}

/** Selects the deleted reports whose payloads are kept. */
export const restorableReports = (db: Kysely<Schema>) =>
  db.selectFrom('deleted_reports').select('id').where('restorable', 'is not', null)

/** Notes the entry of the activity about the deletion of reports, so that it can offer to restore them. */
export async function setDeletionEntry(db: Kysely<Schema>, auditId: number, ids: readonly number[]): Promise<void> {
  await db.updateTable('deleted_reports').set({ audit_id: auditId }).where('id', 'in', ids).execute()
}

/** Returns null if there never was such a report, or its website is purged. */
export async function urlOfDeletedReport(db: Kysely<Schema>, id: number): Promise<string | null> {
  return (await db.selectFrom('deleted_reports').select('url').where('id', '=', id).executeTakeFirst())?.url ?? null
}

/** Returns the ID of the latest report with the URL of a deleted one; undefined if there is none. */
export async function latestReportOfSameUrl(db: Kysely<Schema>, deletedId: number): Promise<number | undefined> {
  const deleted = await db
    .selectFrom('deleted_reports as d')
    .innerJoin('websites as w', 'w.id', 'd.website_id')
    .select(['d.website_id', 'd.url'])
    .where('d.id', '=', deletedId)
    .where('w.deleted_at', 'is', null)
    .executeTakeFirst()
  return deleted && (await latestOf(db, deleted.website_id, deleted.url))?.id
}
