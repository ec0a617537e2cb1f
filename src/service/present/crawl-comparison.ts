import { nameOfIssue } from '#analyser/describe-checks.ts'
import type { ExportColumns } from '#contract/lists/exports.ts'
import {
  type ComparedCrawl,
  type CrawlComparison,
  type CrawledState,
  type CrawlIssueChange,
  type CrawlLinkChange,
  type CrawlUrlChange,
  type crawlUrlChanges,
  type CrawlValueChange,
  type CrawlValueChangeName,
  crawlValueChanges,
  maxComparedPages,
  maxComparedRows,
} from '#contract/websites/crawl-comparison.ts'
import type { ChangedIssue, ChangedLink, ComparedSide, CrawledUrl } from '#service/store/crawls/compare-crawls.ts'
import type { CrawlRecord } from '#service/store/crawls/crawl-lists.ts'
import { nameOfCheck } from './check-names.ts'

export const presentComparedCrawl = (
  { id, start_url, state, ruleset, started_at, finished_at }: CrawlRecord,
  { partial, urls, not_looked_at, unread }: ComparedSide,
): ComparedCrawl => ({
  id,
  start_url,
  state,
  ruleset,
  started_at,
  finished_at,
  partial,
  urls,
  not_looked_at,
  unread,
})

const presentState = ({
  status,
  redirects_to,
  failure,
  kind,
  indexability,
  indexing_code,
  depth,
  score,
  report_id,
}: CrawledUrl): CrawledState => ({
  status,
  redirects_to,
  failure,
  ...(kind === 'blocked' ? { indexability: 'blocked', indexing_code: 'robots' } : { indexability, indexing_code }),
  depth,
  score,
  report_id,
})

export const presentChangedUrl = (was: CrawledUrl | undefined, is: CrawledUrl | undefined): CrawlUrlChange => ({
  url: (is ?? was)?.url ?? '',
  before: was ? presentState(was) : null,
  after: is ? presentState(is) : null,
})

export const presentChangedIssue = ({ check, page, before, after }: ChangedIssue): CrawlIssueChange => ({
  check,
  name: nameOfCheck(check),
  url: page.url,
  report_id: page.report_id,
  before,
  after,
})

export function presentChangedLink({ target, source, anchor, was_known }: ChangedLink): CrawlLinkChange {
  const { kind, status, failure, redirects_to } = target
  const { url, report_id } = source
  return { target: target.url, kind, status, failure, redirects_to, was_known, url, report_id, anchor }
}

export const firstOf = <Row>(rows: Row[]) => ({ total: rows.length, rows: rows.slice(0, maxComparedRows) })
const byUrl = (a: { url: string }, b: { url: string }) => (a.url < b.url ? -1 : 1)

export const summariseUrls = <Row extends { url: string }>(rows: Row[]) => firstOf(rows.sort(byUrl))

export function summariseIssues(rows: CrawlIssueChange[]): CrawlComparison['issues']['new'] {
  const checks = [...Map.groupBy(rows, ({ check }) => check).values()].flatMap((pages) => {
    const [first] = pages
    if (!first) return []
    const samples = pages
      .sort(byUrl)
      .slice(0, maxComparedPages)
      .map(({ check: _check, name: _name, ...page }) => page)
    const { check, name } = first
    return [{ check, name, problem: nameOfIssue(check, null), pages: pages.length, samples }]
  })
  return firstOf(checks.sort((a, b) => b.pages - a.pages || (a.check < b.check ? -1 : 1)))
}

export function summariseLinks(rows: CrawlLinkChange[]): CrawlComparison['links']['broken'] {
  const targets = [...Map.groupBy(rows, ({ target }) => target).values()].flatMap((links) => {
    const [first] = links
    if (!first) return []
    const { target, kind, status, failure, redirects_to, was_known } = first
    const samples = links.sort(byUrl).slice(0, maxComparedPages)
    const pages = samples.map(({ url, report_id, anchor }) => ({ url, report_id, anchor }))
    return [{ target, kind, status, failure, redirects_to, was_known, links: links.length, samples: pages }]
  })
  return firstOf(targets.sort((a, b) => b.links - a.links || (a.target < b.target ? -1 : 1)))
}

/** A URL with its states in both crawls, or with a value. */
type ChangedUrl = CrawlUrlChange | CrawlValueChange

/** Returns the columns of a file of URLs with a change. */
export const changedUrlColumns = (change: (typeof crawlUrlChanges)[number] | CrawlValueChangeName) =>
  (isValueChange(change) ? valueColumns : stateColumns) as ExportColumns<ChangedUrl>

const isValueChange = (change: string) => crawlValueChanges.some((name) => name === change)

const textOf = (value: CrawlValueChange['before']) => (Array.isArray(value) ? value.join('\n') : value)

const valueColumns: ExportColumns<CrawlValueChange> = [
  ['URL', ({ url }) => url],
  ['Before', ({ before }) => textOf(before)],
  ['After', ({ after }) => textOf(after)],
  ['Report', ({ report_id }) => report_id],
]

const stateColumns: ExportColumns<CrawlUrlChange> = [
  ['URL', ({ url }) => url],
  ['Status before', ({ before }) => before && before.status],
  ['Status after', ({ after }) => after && after.status],
  ['Indexing before', ({ before }) => before && before.indexability],
  ['Indexing after', ({ after }) => after && after.indexability],
  ['Reason before', ({ before }) => before && before.indexing_code],
  ['Reason after', ({ after }) => after && after.indexing_code],
  ['Click depth before', ({ before }) => before && before.depth],
  ['Click depth after', ({ after }) => after && after.depth],
]

export const changedIssueColumns: ExportColumns<CrawlIssueChange> = [
  ['Check', ({ check }) => check],
  ['Issue', ({ name }) => name],
  ['URL', ({ url }) => url],
  ['Result before', ({ before }) => before && before.outcome],
  ['Result after', ({ after }) => after && after.outcome],
  ['Places before', ({ before }) => before && before.places],
  ['Places after', ({ after }) => after && after.places],
  ['Report', ({ report_id }) => report_id],
]

export const changedLinkColumns: ExportColumns<CrawlLinkChange> = [
  ['Target', ({ target }) => target],
  ['Status', ({ status }) => status],
  ['Failure', ({ failure }) => failure],
  ['From', ({ url }) => url],
  ['Anchor', ({ anchor }) => anchor],
]
