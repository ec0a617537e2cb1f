import { type Kysely, sql } from 'kysely'
import type { ReportChange } from '#contract/lists/list-query.ts'
import { canBeIndexed, type Indexability, isCounted } from '#contract/reports/indexability.ts'
import { maxChangedPages } from '#contract/websites/overview.ts'
import { type Granted, isGranted, keyOfGranted } from '../access/grants.ts'
import { and } from '../lists/list.ts'
import { reportBefore } from '../pages/changed-since.ts'
import { scoreOfPage } from '../pages/pages.ts'
import { isCheckWaivedOn } from '../pages/waived-issues.ts'
import { cachedUntilChange } from '../query-cache.ts'
import type { Schema } from '../schema.ts'

/** A page and what it was before a period, or at first if it is new since then. */
export type PageChange = {
  id: number
  website_id: number
  score: number
  indexability: Indexability | null
  ruleset: number | null
  before_id: number
  before_score: number
  before_ruleset: number | null
  before_indexability: Indexability | null
}

/** What the indexable pages of a website gained since a day: their number, and the sum of their scores. */
export type Gain = { pages: number; sum: number }

export type PageChanges = {
  /** The numbers of changed pages by their website. */
  counts: Record<ReportChange, Map<number, number>>
  lost: PageChange[]
  /** The pages with a lower score, those that lost most first. */
  worse: PageChange[]
  gains: Map<number, Gain>
  /** False if there are more than {@link maxChangedPages}. */
  isComplete: boolean
}

/** Pages without a report, and those that are gone, are left out. */
const isOpen = (granted: Granted | null) =>
  and([
    sql<boolean>`p.website_id not in (select id from websites where deleted_at is not null)
      and p.gone_at is null and p.latest_report_id > 0`,
    ...isGranted(granted, 'p.website_id'),
  ])

/** Compares the pages that changed since a day with what they were before. Cached until the data changes. */
export const findPageChanges = (db: Kysely<Schema>, since: string, granted: Granted | null): Promise<PageChanges> =>
  cachedUntilChange(db, `page changes ${since} ${keyOfGranted(granted)}`, () => comparePages(db, since, granted))

async function comparePages(db: Kysely<Schema>, since: string, granted: Granted | null): Promise<PageChanges> {
  const changed = await changedPages(db, since, granted)
  const isComplete = changed.length <= maxChangedPages
  const counts = {
    better: new Map(),
    worse: new Map(),
    not_indexable: new Map(),
    new: await countNew(db, since, granted),
  }
  const gains = new Map<number, Gain>()
  const [lost, worse]: [PageChange[], PageChange[]] = [[], []]
  for (const page of changed.slice(0, maxChangedPages)) {
    const { website_id, score, indexability, before_score, before_indexability } = page
    const add = (counted: Map<number, number>) => counted.set(website_id, (counted.get(website_id) ?? 0) + 1)
    if (score > before_score) add(counts.better)
    if (score < before_score) {
      add(counts.worse)
      worse.push(page)
    }
    if (canBeIndexed(before_indexability) && indexability !== null && !canBeIndexed(indexability)) {
      add(counts.not_indexable)
      lost.push(page)
    }
    const [is, was] = [isCounted(indexability), isCounted(before_indexability)]
    const gain = gains.get(website_id) ?? { pages: 0, sum: 0 }
    gains.set(website_id, {
      pages: gain.pages + (is ? 1 : 0) - (was ? 1 : 0),
      sum: gain.sum + (is ? score : 0) - (was ? before_score : 0),
    })
  }
  return { counts, lost, worse: worse.toSorted((a, b) => lossOf(b) - lossOf(a)), gains, isComplete }
}

export const lossOf = ({ score, before_score }: Pick<PageChange, 'score' | 'before_score'>) => before_score - score

/** Returns the pages that changed last, one more than are compared. The inner queries read an index each. */
async function changedPages(db: Kysely<Schema>, since: string, granted: Granted | null): Promise<PageChange[]> {
  const { rows } = await sql<PageChange>`with compared as materialized (
      select p.id, p.website_id, p.score, p.indexability, p.latest_report_id, ${reportBefore(since)} as before_id from (
        select p.id, p.website_id, p.score, p.indexability, p.latest_report_id from pages as p
        where p.changed_at >= ${since} and p.changed_at <> p.first_seen and ${isOpen(granted)}
        order by p.changed_at desc limit ${sql.lit(maxChangedPages + 1)}
      ) as p
    )
    select c.id, c.website_id, c.score, c.indexability, c.before_id,
      (select l.ruleset from reports as l where l.id = c.latest_report_id) as ruleset,
      (select e.ruleset from reports as e where e.id = c.before_id) as before_ruleset,
      (select ${scoreOfPage('e')} from reports as e where e.id = c.before_id) as before_score,
      (select e.indexability from reports as e where e.id = c.before_id) as before_indexability
    from compared as c`.execute(db)
  return rows
}

/** Counts the pages that are new since a day, by their website. The inner query reads an index of the period only. */
async function countNew(db: Kysely<Schema>, since: string, granted: Granted | null): Promise<Map<number, number>> {
  const { rows } = await sql<{ website_id: number; pages: number }>`with added as materialized (
      select p.website_id from pages as p where p.changed_at >= ${since} and p.first_seen >= ${since} and ${isOpen(granted)}
    )
    select website_id, cast(count(*) as integer) as pages from added group by website_id`.execute(db)
  return new Map(rows.map(({ website_id, pages }) => [website_id, pages]))
}

/** Returns the IDs of new pages that are kept out of search, up to `limit` of those that changed last. */
export async function findBlockedNewPages(
  db: Kysely<Schema>,
  since: string,
  { limit, granted }: { limit: number; granted: Granted | null },
): Promise<number[]> {
  const rows = await db
    .selectFrom('pages as p')
    .select('p.id')
    .where('p.changed_at', '>=', since)
    .where('p.first_seen', '>=', since)
    .where('p.indexability', '=', 'blocked')
    .where(isOpen(granted))
    .orderBy('p.changed_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** A new page without a report. `main_issue` is the check that tells why. */
export type UnreadNewPage = {
  website_id: number
  url: string
  status: number | null
  main_issue: string
  first_seen: string
  clicks: number | null
}

/** Returns new pages that an error or robots.txt keeps from having a report, without those where that is waived. */
export async function findUnreadNewPages(
  db: Kysely<Schema>,
  since: string,
  { day, limit, granted }: { day: string; limit: number; granted: Granted | null },
): Promise<UnreadNewPage[]> {
  const pages = db
    .selectFrom('pages as p')
    .select(['p.website_id', 'p.url', 'p.status', 'p.first_seen', 'p.clicks'])
    .select(sql<string>`p.main_issue`.as('main_issue'))
    // The index is of these pages.
    .where('p.latest_report_id', '=', sql.lit(0))
    .where('p.first_seen', '>=', since)
    .where('p.indexability', '=', 'blocked')
    .where('p.main_issue', 'is not', null)
    .where('p.website_id', 'not in', (eb) => eb.selectFrom('websites').select('id').where('deleted_at', 'is not', null))
    .where(sql<boolean>`not ${isCheckWaivedOn(sql.ref('p.main_issue'), 'p', day)}`)
    .where(and(isGranted(granted, 'p.website_id')))
  return pages.orderBy('p.id', 'desc').limit(limit).execute()
}
