import { type Kysely, sql } from 'kysely'
import { brokenLinksCheck } from '#analyser/page-state.ts'
import { looksPrivate } from '#contract/reports/indexability.ts'
import { urlKey } from '#contract/url-key.ts'
import type { SampleOfIssue } from '#contract/websites/website-pages.ts'
import { countPagesWithBrokenLinks, findBrokenLinks, statusesOf } from '../pages/page-links.ts'
import { isWaivedOn } from '../pages/waived-issues.ts'
import type { Schema } from '../schema.ts'

/** A URL that decides an issue of `pages` pages, some of which are named. `status` is null if it has no report. */
export type IssueTarget = {
  url: string
  status: number | null
  pages: number
  samples: { report_id: number; url: string; title: string | null; anchor: string | null }[]
}

/** What decides an issue, and its place among the others. */
export type Decided = {
  targets: IssueTarget[]
  /** The pages or links that count in the order of issues. */
  affected: number
  /** True for pages that seem to be kept out of search on purpose. */
  intended: boolean
}

type Counted = { check: string; pages: number; sample: SampleOfIssue | null }

const canonicalChecks = ['canonical-elsewhere', 'canonical-valid']
const blockingChecks = ['noindex', 'robots-blocked']
const textCheck = 'page-text'

/** Adds what decides the issues of a website. Links to error pages are an issue even if no page's report tried them. */
export async function decideIssues<Issue extends Counted>(
  db: Kysely<Schema>,
  websiteId: number,
  { issues, day, none }: { issues: readonly Issue[]; day: string; none: Issue },
): Promise<(Issue & Decided)[]> {
  const links = await findBrokenLinks(db, websiteId, day)
  const linking = links.length > 0 ? await countPagesWithBrokenLinks(db, websiteId, day) : 0
  const isMissing = linking > 0 && issues.every(({ check }) => check !== brokenLinksCheck)
  const [first] = links[0]?.samples ?? []
  const sample = first ? { report_id: first.report_id, url: first.url, title: first.title } : null
  const all = isMissing ? [...issues, { ...none, sample }] : issues
  const decided: (Issue & Decided)[] = []
  for (const issue of all) {
    const { check } = issue
    const pages = check === brokenLinksCheck ? Math.max(issue.pages, linking) : issue.pages
    const plain = { ...issue, pages, targets: [], affected: pages, intended: false }
    if (check === brokenLinksCheck) decided.push({ ...plain, targets: links, affected: Math.max(pages, sumOf(links)) })
    else if (canonicalChecks.includes(check))
      decided.push({ ...plain, targets: await findCanonicalTargets(db, { websiteId, check, day }) })
    else if (blockingChecks.includes(check))
      decided.push({ ...plain, intended: await isIntended(db, websiteId, check) })
    else if (check === textCheck)
      decided.push({ ...plain, affected: Math.max(0, pages - (await countUnclear(db, websiteId))) })
    else decided.push(plain)
  }
  return decided
}

const sumOf = (links: readonly IssueTarget[]) => links.reduce((sum, { pages }) => sum + pages, 0)

const maxTargets = 10
const maxSamples = 10

type OfCheck = { websiteId: number; check: string; day: string }

/** Returns the canonical URLs on most pages with an issue that is not waived. Those that keep pages out come first. */
async function findCanonicalTargets(db: Kysely<Schema>, { websiteId, check, day }: OfCheck): Promise<IssueTarget[]> {
  const withIssue = pagesWithIssue(db, websiteId, check).where(sql<boolean>`not ${isWaivedOn(day)}`)
  const canonicals = await withIssue
    .select(['p.canonical', sql<number>`cast(count(*) as integer)`.as('pages')])
    .where('p.canonical', 'is not', null)
    .groupBy('p.canonical')
    .orderBy(sql`max(case when p.indexability = 'blocked' then 1 else 0 end)`, 'desc')
    .orderBy('pages', 'desc')
    .orderBy('p.canonical')
    .limit(maxTargets)
    .execute()
  const found = canonicals.map(({ canonical, pages }) => ({ url: canonical ?? '', pages }))
  const statuses = await statusesOf(
    db,
    websiteId,
    found.map(({ url }) => url),
  )
  const targets: IssueTarget[] = []
  for (const { url, pages } of found) {
    const samples = await withIssue
      .innerJoin('reports as r', 'r.id', 'p.latest_report_id')
      .select(['r.id as report_id', 'r.url', 'r.title', sql<null>`null`.as('anchor')])
      .where('p.canonical', '=', url)
      .orderBy('p.id')
      .limit(maxSamples)
      .execute()
    targets.push({ url, status: statuses.get(urlKey(url)) ?? null, pages, samples })
  }
  return targets
}

const pagesWithIssue = (db: Kysely<Schema>, websiteId: number, check: string) =>
  db
    .selectFrom('page_issues as i')
    .innerJoin('pages as p', 'p.id', 'i.page_id')
    .where('i.website_id', '=', websiteId)
    .where('i.check_id', '=', check)
    .where('i.counted', '=', 1)

/** The most pages that are read to find one that should be indexed. */
const maxBlocked = 100

/**
 * Returns true if the pages that a check keeps out of search seem to be meant for that: there is a sitemap that doesn't
 * list them, or their URLs look like those of a login or a cart.
 */
async function isIntended(db: Kysely<Schema>, websiteId: number, check: string): Promise<boolean> {
  const others = await pagesWithIssue(db, websiteId, check)
    .select(['p.url', 'p.in_sitemap'])
    .where(sql<boolean>`p.in_sitemap is distinct from 0`)
    .limit(maxBlocked)
    .execute()
  return others.length < maxBlocked && others.every(({ url, in_sitemap }) => in_sitemap === null && looksPrivate(url))
}

/** Nobody knows yet if pages that scripts fill have an issue, so they add nothing to its weight. */
async function countUnclear(db: Kysely<Schema>, websiteId: number): Promise<number> {
  const { pages } = await db
    .selectFrom('reports')
    .select(sql<number>`cast(count(*) as integer)`.as('pages'))
    .where('website_id', '=', websiteId)
    .where('latest', '=', sql.lit(1))
    .where('page_indexability', '=', 'unclear')
    .executeTakeFirstOrThrow()
  return pages
}
