import { type Kysely, sql, type Transaction } from 'kysely'
import { namesOf } from '#contract/lists/query-params.ts'
import { hasScore, type Indexability, isCounted } from '#contract/reports/indexability.ts'
import type { Rating } from '#contract/reports/rating.ts'
import { type Granted, isGranted, keyOfGranted } from '../access/grants.ts'
import { engineOf } from '../engine.ts'
import { and } from '../lists/list.ts'
import { searchTextOfDomain } from '../lists/search-text.ts'
import { pageOf } from '../pages/later-state.ts'
import { cachedUntilChange } from '../query-cache.ts'
import type { Schema } from '../schema.ts'

/** Returns the row of a new website. */
export const websiteValues = (domain: string, at: string) => ({
  domain,
  search_text: searchTextOfDomain(domain),
  created_at: at,
  updated_at: at,
  password_hash: null,
  deleted_at: null,
})

/**
 * Selects the IDs of websites and locks their rows until the transaction ends. Transactions of SQLite lock the whole
 * file when they begin.
 */
function lockedWebsites(tx: Transaction<Schema>) {
  const websites = tx.selectFrom('websites').select('id').where('deleted_at', 'is', null)
  return engineOf(tx) === 'postgres' ? websites.forNoKeyUpdate() : websites
}

/** Locks the row of the domain's website and returns its ID; undefined if there is no such website. */
export async function lockWebsiteOfDomain(tx: Transaction<Schema>, domain: string): Promise<number | undefined> {
  return (await lockedWebsites(tx).where('domain', '=', domain).executeTakeFirst())?.id
}

/**
 * Returns the domain's website, which is created if missing. Locks its row until the transaction ends. Of several
 * transactions at once, it is new to one.
 */
export async function websiteOfDomain(
  tx: Transaction<Schema>,
  domain: string,
  createdAt: string,
): Promise<{ id: number; isNew: boolean }> {
  for (;;) {
    // An insert that conflicts would use up an ID each time, so it is tried only if there seems to be no website.
    const known = await lockWebsiteOfDomain(tx, domain)
    if (known !== undefined) return { id: known, isNew: false }
    const added = await tx
      .insertInto('websites')
      .values(websiteValues(domain, createdAt))
      .onConflict((c) => c.column('domain').where('deleted_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added) return { id: added.id, isNew: true }
  }
}

/** Locks the row of a report's website and returns its ID; undefined if there is no such report or website. */
export async function lockWebsiteOfReport(tx: Transaction<Schema>, reportId: number): Promise<number | undefined> {
  const website = tx.selectFrom('reports').select('website_id').where('reports.id', '=', reportId)
  return (await lockedWebsites(tx).where('id', '=', website).executeTakeFirst())?.id
}

/** Locks the row of a website. Returns false if there is no such website. */
export async function lockWebsite(tx: Transaction<Schema>, id: number): Promise<boolean> {
  return (await lockedWebsites(tx).where('id', '=', id).executeTakeFirst()) !== undefined
}

/** A change of a website's counters. `sum` is that of the scores. */
type CounterChange = Record<Rating | 'count' | 'sum', number>

const noChange = (): CounterChange => ({ count: 0, sum: 0, good: 0, decent: 0, bad: 0 })

type ReportToCount = { result: Rating; score: number }

/** Adds a report to a change, or subtracts it if `sign` is -1. */
function add(change: CounterChange, { result, score }: ReportToCount, sign: 1 | -1) {
  change.count += sign
  change.sum += sign * score
  change[result] += sign
}

/**
 * Changes of a website's counters: of all reports, of its pages, by their ratings if they have a score, of those that
 * count in the figures of the website, and of the others by their indexability.
 */
export type CounterChanges = {
  reports: CounterChange
  pages: CounterChange
  counted: CounterChange
  states: Record<UncountedState, number>
}

type UncountedState = Exclude<Indexability, 'indexable'>
const noStates = { redirect: 0, other_url: 0, unlikely: 0, blocked: 0, unclear: 0 }

export const noChanges = (): CounterChanges => ({
  reports: noChange(),
  pages: noChange(),
  counted: noChange(),
  states: { ...noStates },
})

/** Adds a report to the changes, or subtracts it if `sign` is -1. */
export const addReport = (changes: CounterChanges, report: ReportToCount, sign: 1 | -1) =>
  add(changes.reports, report, sign)

/** Adds the page of a latest report to the changes, or subtracts it if `sign` is -1. */
export function addLatest(changes: CounterChanges, report: Parameters<typeof pageOf>[0], sign: 1 | -1) {
  const page = pageOf(report)
  const { indexability, result } = page
  changes.pages.count += sign
  if (hasScore(page)) changes.pages[result] += sign
  if (isCounted(indexability)) add(changes.counted, page, sign)
  if (indexability !== null && indexability !== 'indexable') changes.states[indexability] += sign
}

/** The columns of a website's counters. */
export const counterColumns = {
  reports: { count: 'reports_count', sum: 'score_sum', good: 'good', decent: 'decent', bad: 'bad' },
  pages: { count: 'pages_count', good: 'pages_good', decent: 'pages_decent', bad: 'pages_bad' },
  counted: {
    count: 'counted_pages',
    sum: 'counted_score_sum',
    good: 'counted_good',
    decent: 'counted_decent',
    bad: 'counted_bad',
  },
  states: {
    redirect: 'pages_redirect',
    other_url: 'pages_other_url',
    unlikely: 'pages_unlikely',
    blocked: 'pages_blocked',
    unclear: 'pages_unclear',
  },
} as const

type CounterColumn = {
  [Kind in keyof typeof counterColumns]: ValueOf<(typeof counterColumns)[Kind]>
}[keyof typeof counterColumns]
type ValueOf<T> = T[keyof T]

/** Adds changes to a website's counters. Those that stay the same are not written, nor are their indexes. */
export async function changeCounters(
  tx: Transaction<Schema>,
  websiteId: number,
  changes: CounterChanges,
): Promise<void> {
  const changed = namesOf(counterColumns).flatMap((kind) => {
    const counts: Readonly<Record<string, number>> = changes[kind]
    return Object.entries<CounterColumn>(counterColumns[kind])
      .map(([name, column]) => ({ column, change: counts[name] ?? 0 }))
      .filter(({ change }) => change !== 0)
  })
  if (changed.length === 0) return
  await tx
    .updateTable('websites')
    .set((eb) => Object.fromEntries(changed.map(({ column, change }) => [column, eb(column, '+', change)])))
    .where('id', '=', websiteId)
    .execute()
}

/** `deleted` are the IDs of deleted websites whose rows are not purged yet. There are nearly always none. */
export type Totals = {
  websites: number
  reports: ReportTotals
  pages: ReportTotals
  counted: ReportTotals
  deleted: number[]
}

export type ReportTotals = Record<Rating | 'all', number>

/** Returns the numbers of websites, reports and pages, from the counters of the websites that a reader can see. */
export function totals(db: Kysely<Schema>, granted: Granted | null): Promise<Totals> {
  return cachedUntilChange(db, `totals ${keyOfGranted(granted)}`, async () => {
    const sums = await db
      .selectFrom('websites')
      .select([
        sql<number>`count(*)`.as('websites'),
        sql<number>`coalesce(sum(reports_count), 0)`.as('all'),
        sql<number>`coalesce(sum(good), 0)`.as('good'),
        sql<number>`coalesce(sum(decent), 0)`.as('decent'),
        sql<number>`coalesce(sum(bad), 0)`.as('bad'),
        sql<number>`coalesce(sum(pages_count), 0)`.as('pages'),
        sql<number>`coalesce(sum(pages_good), 0)`.as('pages_good'),
        sql<number>`coalesce(sum(pages_decent), 0)`.as('pages_decent'),
        sql<number>`coalesce(sum(pages_bad), 0)`.as('pages_bad'),
        sql<number>`coalesce(sum(counted_pages), 0)`.as('counted'),
        sql<number>`coalesce(sum(counted_good), 0)`.as('counted_good'),
        sql<number>`coalesce(sum(counted_decent), 0)`.as('counted_decent'),
        sql<number>`coalesce(sum(counted_bad), 0)`.as('counted_bad'),
      ])
      .where('deleted_at', 'is', null)
      .where(and(isGranted(granted, 'id')))
      .executeTakeFirstOrThrow()
    const deleted = await db.selectFrom('websites').select('id').where('deleted_at', 'is not', null).execute()
    const { websites, all, good, decent, bad } = sums
    return {
      websites,
      reports: { all, good, decent, bad },
      pages: { all: sums.pages, good: sums.pages_good, decent: sums.pages_decent, bad: sums.pages_bad },
      counted: {
        all: sums.counted,
        good: sums.counted_good,
        decent: sums.counted_decent,
        bad: sums.counted_bad,
      },
      deleted: deleted.map(({ id }) => id),
    }
  })
}
