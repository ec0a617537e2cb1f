import { checkCatalogue } from '#analyser/describe-checks.ts'
import type { LaterFacts, PageFacts } from '#analyser/page-facts.ts'
import { type Evidence, isIssue } from '#contract/reports/analysis.ts'
import { isCounted } from '#contract/reports/indexability.ts'
import { ratingOf } from '#contract/reports/rating.ts'
import { type IssueExportRow, type LinkExportRow, reasonOf, type WebsitePage } from '#contract/websites/page-row.ts'
import type { PageRecord } from '#service/store/lists/page-list.ts'
import type { LinkAnswer } from '#service/store/pages/link-answers.ts'
import type { StoredEvaluation } from '#service/store/reports/report-payloads.ts'
import { presentSearch } from './search-fields.ts'

/** Without `showsClicks`, nothing of Google. */
export function presentPage(page: PageRecord, showsClicks: boolean): WebsitePage {
  const { main_issue, unread, later_at, later_facts: _, in_sitemap, ...shown } = page
  return {
    ...shown,
    page_id: page.id,
    ...presentSearch(page, showsClicks),
    counted: isCounted(page.indexability),
    state_source: later_at === null && page.report_id !== null ? 'report' : 'crawl',
    reason: reasonOf({ ...shown, main_issue, unread }),
    result: page.score === null ? null : ratingOf(page.score),
    in_sitemap: in_sitemap === null ? null : in_sitemap === 1,
  }
}

const checks = new Map(checkCatalogue().map((check) => [check.id, check]))

/** Returns a row for each piece of evidence of the issues that a page has. `ids` are those that aren't waived. */
export function issueRows(
  { url, clicks }: Pick<PageRecord, 'url' | 'clicks'>,
  { results }: StoredEvaluation,
  ids: ReadonlySet<string>,
): IssueExportRow[] {
  return Object.entries(results).flatMap(([check, result]) => {
    if (!isIssue(result) || !ids.has(check)) return []
    const info = checks.get(check)
    const row = {
      url,
      check,
      issue: result.title ?? info?.title_fail ?? check,
      outcome: result.outcome,
      importance: result.importance,
      points: result.points_lost + (result.page_points ?? 0),
      how: info?.how ?? null,
      clicks,
    }
    if (result.evidence.length === 0) return [{ ...row, evidence: null, line: null }]
    return result.evidence.map((item) => ({ ...row, evidence: evidenceText(item, url), line: item.line ?? null }))
  })
}

/** Returns the row of the issue by which a crawl found another state of a page than its latest report. */
export function laterIssueRows(
  { url, later_facts, main_issue, clicks }: PageRecord,
  ids: ReadonlySet<string>,
): IssueExportRow[] {
  const info = checks.get(main_issue ?? '')
  if (later_facts === null || !info || !ids.has(info.id)) return []
  const { robots, status } = JSON.parse(later_facts) as LaterFacts
  const evidence = robots?.text ?? (status === undefined ? null : `Status ${status}`)
  const { id: check, title_fail: issue, importance, how } = info
  const line = robots?.line ?? null
  return [{ url, check, issue, outcome: 'fail', importance, points: info.points, evidence, line, how, clicks }]
}

/** Returns the rows of the issues of a page without a report. */
export const unreadIssueRows = (page: PageRecord, ids: ReadonlySet<string>): IssueExportRow[] =>
  [...ids].flatMap((id) => {
    const info = checks.get(id)
    if (!info) return []
    const { url, status, clicks } = page
    const evidence = status === null ? reasonOf(page) : `Status ${status}`
    const { title_fail: issue, importance, how } = info
    return [{ url, check: id, issue, outcome: 'warn', importance, points: 0, evidence, line: null, how, clicks }]
  })

/** The URL that evidence is about comes first, unless it is that of the page. */
function evidenceText({ url, snippet, note, selector }: Evidence, pageUrl: string): string | null {
  return (url === pageUrl ? undefined : url) ?? snippet ?? url ?? note ?? selector ?? null
}

/** Returns a row for each link of a page. `answerOf` returns what is known of a target. */
export function linkRows(
  { url: from }: Pick<PageRecord, 'url'>,
  { links, beyond }: Pick<PageFacts, 'links' | 'beyond'>,
  answerOf: (url: string) => LinkAnswer | undefined,
): LinkExportRow[] {
  const added = new Set(beyond.rendered?.scriptLinks.items.map(({ url }) => url))
  return links.items.flatMap(({ url, text, rel }) => {
    if (url === null) return []
    const { status = null, redirects_to = null } = answerOf(url) ?? {}
    return [{ from, to: url, anchor: text, rel, status, redirects_to, by_script: added.has(url) }]
  })
}
