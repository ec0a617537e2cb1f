import { catalogue } from '#analyser/catalogue.ts'
import { withProblems } from '#analyser/describe-checks.ts'
import { counted, grouped } from '#contract/format/numbers.ts'
import { alertEntries, type AlertedPage, bareChange, type ComparedCrawls } from '#contract/jobs/alert-entries.ts'
import { type AlertChange, isTextCondition } from '#contract/jobs/alerts.ts'
import { placeUrlOf } from '#contract/lists/views.ts'
import type { AlertRecord } from '#service/store/alerts/alerts.ts'
import type { EvaluatedReport } from '#service/store/alerts/changes.ts'
import type { AlertRuleRecord } from '#service/store/alerts/rules.ts'
import { type AlertInput, explainingCheck, type PageChange } from './page-changes.ts'

const nameById = new Map(catalogue.map(({ check }) => [check.id, check.name]))

/** In characters. */
const maxText = 300

/** Returns a change from the page `before` to its latest report, with the scores that both reports show. */
export function alertChangeOf(
  change: PageChange,
  before: AlertInput,
  now: AlertInput,
  report: EvaluatedReport,
): AlertChange {
  const { condition } = change
  const check = explainingCheck(change, before, report)
  const fault = check === null ? null : (report.results[check]?.fault ?? '')
  const hasScores = condition === 'score_drop' || condition === 'becomes_bad'
  const textOf = ({ texts }: AlertInput) =>
    isTextCondition(condition) ? (texts?.[condition] ?? '').slice(0, maxText) : null
  const canonical = check === 'canonical-elsewhere' ? (report.indexed_url?.slice(0, maxText) ?? null) : null
  return {
    ...bareChange,
    condition,
    url: report.url,
    report_id: report.id,
    // A crawl can find a change without a new report.
    previous_report_id: before.report_id === report.id ? null : (before.report_id ?? null),
    check,
    check_name: nameById.get(check ?? '') ?? null,
    fault,
    indexing_code: condition === 'not_indexable' ? report.indexing_code : null,
    before: hasScores ? (before.score ?? null) : null,
    after: hasScores ? report.score : null,
    before_text: textOf(before),
    after_text: textOf(now) ?? canonical,
    status: report.status,
    redirects_to: report.redirects_to,
    redirect_statuses: report.redirect_statuses,
  }
}

export const countChange = (pages: { before: number; after: number }): AlertChange => ({
  ...bareChange,
  condition: 'count_changed',
  ...pages,
})

/** The most pages that a message lists. The dashboard shows all. */
const maxPages = 50

type Alerted = Pick<AlertRecord, 'view_id' | 'website_id' | 'view_name' | 'query' | 'total' | 'changes'>

/** Returns the subject and the text of the message about an alert. */
export function messageOf(alert: Alerted, origin: string): { subject: string; text: string } {
  const { changes, total, view_name } = alert
  const entries = alertEntries(withProblems(changes))
  const more = entries.length > 1 ? ` and ${grouped(entries.length - 1)} more` : ''
  const subject = `${entries[0]?.title ?? counted(total, 'change')}${more}: ${view_name}`
  const lines: string[] = []
  let left = maxPages
  for (const { title, pages, crawls } of entries) {
    const listed = pages.slice(0, left)
    if (pages.length > 0 && listed.length === 0) continue
    left -= listed.length
    const link = crawls ? [`  ${origin}${comparisonPath(crawls)}`] : []
    lines.push(title, ...listed.flatMap((page) => linesOf(page, origin)), ...link, '')
  }
  const missing = entries.reduce((sum, { pages }) => sum + pages.length, 0) - (maxPages - left)
  if (missing > 0) lines.push(`And ${counted(missing, 'more page', 'more pages')}.`, '')
  else if (total > changes.length)
    lines.push(`And ${counted(total - changes.length, 'more change', 'more changes')}.`, '')
  return { subject, text: [subject, '', ...lines, placeUrlOf(alert, origin)].join('\n') }
}

/** The path of a comparison of crawls in the dashboard. */
const comparisonPath = ({ website_id, crawl_id, previous_crawl_id }: ComparedCrawls) =>
  `/websites/${website_id}/crawls/${crawl_id}?compare=${previous_crawl_id}`

function linesOf({ url, report_id, previous_report_id, details }: AlertedPage, origin: string): string[] {
  const compare = previous_report_id === null ? '' : `?compare=${previous_report_id}`
  return [
    `- ${url}`,
    ...details.map((text) => `  ${text}`),
    ...(report_id === null ? [] : [`  ${origin}/reports/${report_id}${compare}`]),
  ]
}

/** Returns a message that shows the recipients of a rule that alerts reach them. */
export function testMessage(place: AlertRuleRecord['place'], origin: string) {
  const { name, website_id } = place
  const what = website_id === null ? `the view “${name}”` : name
  const text = `This is a test of the alerts for ${what}. No page has changed.`
  return { subject: `Test alert: ${name}`, text: [text, '', placeUrlOf(place, origin)].join('\n') }
}
