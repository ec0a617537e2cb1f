import type { Kysely } from 'kysely'
import { comparedChecks } from '#analyser/changed-checks.ts'
import {
  type CrawlComparison,
  crawlIssueChanges,
  crawlLinkChanges,
  type CrawlIssueChange,
  type CrawlLinkChange,
  type CrawlUrlChange,
  crawlUrlChanges,
  type CrawlValueChange,
  type CrawlValueChangeName,
  crawlValueChanges,
} from '#contract/websites/crawl-comparison.ts'
import {
  firstOf,
  presentChangedIssue,
  presentChangedLink,
  presentChangedUrl,
  summariseIssues,
  summariseLinks,
  summariseUrls,
  presentComparedCrawl,
} from '#service/present/crawl-comparison.ts'
import { changedRobots } from '#service/store/crawls/changes.ts'
import {
  compareCrawls,
  type IssueChange,
  type LinkChange,
  type UrlChange,
} from '#service/store/crawls/compare-crawls.ts'
import type { CrawlRecord } from '#service/store/crawls/crawl-lists.ts'
import type { Schema } from '#service/store/schema.ts'

/** Two crawls of a website, to be compared. */
export type CrawlPair = { before: CrawlRecord; after: CrawlRecord }

const checksOf = ({ before, after }: CrawlPair) => comparedChecks(before.ruleset, after.ruleset)

/** Returns the changes from one crawl to another: their numbers, and the first of each kind. */
export async function crawlComparison(db: Kysely<Schema>, pair: CrawlPair): Promise<CrawlComparison> {
  const checks = checksOf(pair)
  const { leftOut } = checks
  const urls = listsOf<UrlChange, CrawlUrlChange>(crawlUrlChanges)
  const values = listsOf<CrawlValueChangeName, CrawlValueChange>(crawlValueChanges)
  const issues = listsOf<IssueChange, CrawlIssueChange>(crawlIssueChanges)
  const links = listsOf<LinkChange, CrawlLinkChange>(crawlLinkChanges)
  const { before, after, ...files } = await compareCrawls(db, pair, checks, {
    url: (change, was, is) => urls[change].push(presentChangedUrl(was, is)),
    value: (change, row) => values[change].push(row),
    issue: (change, issue) => issues[change].push(presentChangedIssue(issue)),
    link: (change, link) => links[change].push(presentChangedLink(link)),
  })
  const lines = files.robots_changed ? await changedRobots(db, pair) : null
  return {
    website_id: pair.after.website_id,
    before: presentComparedCrawl(pair.before, before),
    after: presentComparedCrawl(pair.after, after),
    urls: mapValues(urls, summariseUrls),
    values: mapValues(values, summariseUrls),
    issues: mapValues(issues, summariseIssues),
    checks: {
      compared: leftOut === null ? 'none' : leftOut.length > 0 ? 'some' : 'all',
      left_out: [...(leftOut ?? [])],
    },
    links: mapValues(links, summariseLinks),
    ...files,
    robots_lines: lines && { removed: firstOf(lines.removed), added: firstOf(lines.added) },
  }
}

const listsOf = <Name extends string, Row>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, [] as Row[]])) as Record<Name, Row[]>

const mapValues = <Name extends string, Value, Result>(record: Record<Name, Value>, map: (value: Value) => Result) =>
  Object.fromEntries(Object.entries<Value>(record).map(([name, value]) => [name, map(value)])) as Record<Name, Result>

const byUrl = (a: { url: string }, b: { url: string }) => (a.url < b.url ? -1 : 1)

/** Returns the URLs with a change, by URL. */
export async function changedUrls(
  db: Kysely<Schema>,
  pair: CrawlPair,
  wanted: UrlChange | CrawlValueChangeName,
): Promise<(CrawlUrlChange | CrawlValueChange)[]> {
  const rows: (CrawlUrlChange | CrawlValueChange)[] = []
  await compareCrawls(db, pair, checksOf(pair), {
    url: (change, was, is) => void (change === wanted && rows.push(presentChangedUrl(was, is))),
    value: (change, row) => void (change === wanted && rows.push(row)),
  })
  return rows.sort(byUrl)
}

/** Returns the pages with a changed issue, by check and URL. */
export async function changedIssues(
  db: Kysely<Schema>,
  pair: CrawlPair,
  wanted: { change: IssueChange; check: string | null },
): Promise<CrawlIssueChange[]> {
  const rows: CrawlIssueChange[] = []
  await compareCrawls(db, pair, checksOf(pair), {
    issue(change, issue) {
      if (change === wanted.change && (wanted.check ?? issue.check) === issue.check)
        rows.push(presentChangedIssue(issue))
    },
  })
  return rows.sort((a, b) => (a.check === b.check ? byUrl(a, b) : a.check < b.check ? -1 : 1))
}

/** Returns the links with a change, by target and URL. */
export async function changedLinks(
  db: Kysely<Schema>,
  pair: CrawlPair,
  wanted: LinkChange,
): Promise<CrawlLinkChange[]> {
  const rows: CrawlLinkChange[] = []
  await compareCrawls(db, pair, checksOf(pair), {
    link: (change, link) => void (change === wanted && rows.push(presentChangedLink(link))),
  })
  return rows.sort((a, b) => (a.target === b.target ? byUrl(a, b) : a.target < b.target ? -1 : 1))
}
