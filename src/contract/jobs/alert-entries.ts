import { counted, grouped } from '../format/numbers.ts'
import type { RiskCause } from '../google/search-answers.ts'
import { urlFrom } from '../reports/indexability.ts'
import { ratingTable } from '../reports/rating.ts'
import {
  type AlertChange,
  type CrawlCondition,
  type GoogleCondition,
  googleConditions,
  isCrawlCondition,
  isGoogleCondition,
  isTextCondition,
  type TextCondition,
  textConditions,
} from './alerts.ts'

/** A change of which nothing is known but its condition. */
export const bareChange = {
  url: null,
  report_id: null,
  previous_report_id: null,
  check: null,
  check_name: null,
  fault: null,
  problem: null,
  indexing_code: null,
  before: null,
  after: null,
  before_text: null,
  after_text: null,
  status: null,
  redirects_to: null,
  redirect_statuses: null,
  crawl_id: null,
  previous_crawl_id: null,
  website_id: null,
} satisfies Omit<AlertChange, 'condition'>

/** A page that changed, with what its title doesn't say: "Score 77 to 49". */
export type AlertedPage = Pick<AlertChange, 'report_id' | 'previous_report_id'> & { url: string; details: string[] }

/** Two crawls of a website whose comparison shows a change. */
export type ComparedCrawls = { website_id: number; crawl_id: number; previous_crawl_id: number }

/**
 * All pages that changed by one cause. A changed number of pages in the view has none. Changes that a crawl found have
 * its comparison.
 */
export type AlertEntry = { title: string; pages: AlertedPage[]; crawls?: ComparedCrawls }

/** The words for a problem: a few, such as "Noindex", or the heading of its issue, which is a sentence. */
export type ProblemName = { text: string; isSentence: boolean }

const few = (text: string): ProblemName => ({ text, isSentence: false })

/** `name` stands before a number of pages. `title` is that of a single page. */
type Cause = { key: string; name: ProblemName; title: string }

/** Returns one entry for each cause, in the order of the changes. Mails, webhooks and the dashboard share it. */
export function alertEntries(changes: readonly AlertChange[]): AlertEntry[] {
  const byCause = new Map<string, { cause: Cause; pages: (AlertedPage & { title: string })[] }>()
  const ofCrawls = changes.filter(({ condition }) => isCrawlCondition(condition))
  const ofPages = changes.filter(({ condition }) => !isCrawlCondition(condition) && !isGoogleCondition(condition))
  for (const ofPage of Map.groupBy(ofPages, ({ url }) => url).values()) {
    const [first] = ofPage
    if (!first) continue
    const cause = causeOf(ofPage)
    const { url, report_id, previous_report_id } = first
    const entry = byCause.get(cause.key) ?? { cause, pages: [] }
    byCause.set(cause.key, entry)
    if (url === null) continue
    entry.pages.push({ url, report_id, previous_report_id, title: cause.title, details: detailsOf(url, ofPage, cause) })
  }
  const entries = [...byCause.values()].map(({ cause, pages }) => {
    const isOne = pages.length < 2
    const folder = isOne ? null : commonFolder(pages.map(({ url }) => url))
    return {
      title: isOne ? cause.title : onPages(cause.name, counted(pages.length, 'page'), folder),
      pages: pages.map(({ title, details, ...page }) => ({
        ...page,
        details: isOne || title === cause.name.text ? details : [title, ...details],
      })),
    }
  })
  return [...entries, ...crawlEntries(ofCrawls), ...googleEntries(changes)]
}

/** "Noindex on 4 pages in /boots/", "Hreflang tags are invalid: 4 pages in /boots/" */
export const onPages = ({ text, isSentence }: ProblemName, pages: string, folder: string | null) =>
  `${text}${isSentence ? ':' : ' on'} ${pages}${folder === null ? '' : ` in ${folder}`}`

export const newBrokenLinks = (targets: number) => `New broken links to ${counted(targets, 'URL')}`

/** Returns an entry for each kind of change that a crawl found. */
function crawlEntries(changes: readonly AlertChange[]): AlertEntry[] {
  const kindOf = ({ crawl_id, condition, after_text }: AlertChange) =>
    `${crawl_id} ${condition} ${condition === 'files_changed' ? after_text : ''}`
  const byKind = Map.groupBy(changes, kindOf)
  return [...byKind.values()].flatMap((ofKind) => {
    const [first] = ofKind
    if (!first || !isCrawlCondition(first.condition)) return []
    const { condition, website_id, crawl_id, previous_crawl_id } = first
    const hasCrawls = website_id !== null && crawl_id !== null && previous_crawl_id !== null
    const { title, pages = [] } = ofCrawl[condition](ofKind, first)
    return { title, ...(hasCrawls && { crawls: { website_id, crawl_id, previous_crawl_id } }), pages }
  })
}

type OfKind = (changes: readonly AlertChange[], first: AlertChange) => { title: string; pages?: AlertedPage[] }

/** What an alert says of a crawl, by its condition. */
const ofCrawl: Record<CrawlCondition | 'files_changed', OfKind> = {
  broken_links: (changes) => ({ title: newBrokenLinks(changes.length), pages: changes.map(brokenTarget) }),
  files_changed: (_, { after_text }) => ({
    title: `${after_text === 'sitemap' ? 'Sitemap' : 'robots.txt'} changed`,
  }),
  robots_changed: (_, { url, after, before_text, after_text }) => {
    const [removed, added] = [before_text, after_text].map((text) => (text ? text.split('\n') : []))
    const lines = [
      ...(removed ?? []).map((line) => `Removed: ${line}`),
      ...(added ?? []).map((line) => (before_text === null ? line : `Added: ${line}`)),
    ]
    return {
      title: after ? `robots.txt changed and blocks ${counted(after, 'more URL')}` : 'robots.txt changed',
      pages: lines.length > 0 ? [alerted(url, lines)] : [],
    }
  },
  sitemap_size: (_, { before, after }) => ({
    title: `Sitemap: ${grouped(after ?? 0)} instead of ${counted(before ?? 0, 'URL')}`,
  }),
  new_5xx: (changes) => ({
    title: `New server errors on ${counted(changes.length, 'URL')}`,
    pages: changes.map((change) => ({
      ...alerted(change.url, [`Status ${change.status}`]),
      report_id: change.report_id,
    })),
  }),
  canonical_host: (changes) => ({
    title: `Canonical to another host on ${counted(changes.length, 'page')}`,
    pages: changes.map(({ url, report_id, previous_report_id, after_text }) => ({
      ...alerted(url, after_text ? [after_text] : []),
      report_id,
      previous_report_id,
    })),
  }),
  indexable_share: (_, { before, after }) => ({ title: `Only ${after}% of pages can be indexed, ${before}% before` }),
}

/** Returns an entry for each condition about Google, with its pages as they are given: those of most clicks first. */
function googleEntries(changes: readonly AlertChange[]): AlertEntry[] {
  return googleConditions.flatMap((condition) => {
    const found = changes.filter((change) => change.condition === condition)
    if (found.length === 0) return []
    const pages = found.map((change) => ({
      ...alerted(change.url, [googleTexts[condition](change), `${counted(change.after ?? 0, 'click')} in 28 days`]),
      report_id: change.report_id,
    }))
    return { title: googleTitles[condition](counted(found.length, 'page')), pages }
  })
}

const googleTitles: Record<GoogleCondition, (pages: string) => string> = {
  google_dropped: (pages) => `Google dropped ${pages} with clicks`,
  clicks_at_risk: (pages) => `Clicks at risk on ${pages}`,
}

const googleTexts: Record<GoogleCondition, (change: AlertChange) => string> = {
  google_dropped: ({ before_text, after_text }) => `“${after_text}” instead of “${before_text}”`,
  clicks_at_risk: ({ after_text }) => riskNames[after_text as RiskCause],
}

const riskNames: Record<RiskCause, string> = {
  noindex: 'Noindex',
  not_found: 'Not found',
  server_error: 'Server error',
  disallowed: 'Blocked by robots.txt',
  redirected: 'Redirects to another page',
  canonicalised: 'Canonical to another page',
}

const alerted = (url: string | null, details: string[]): AlertedPage => ({
  url: url ?? '',
  report_id: null,
  previous_report_id: null,
  details,
})

/** "Status 404, new links on 3 pages" */
const brokenTarget = ({ url, status, after }: AlertChange): AlertedPage =>
  alerted(url, [`${status === null ? 'No response' : `Status ${status}`}, new links on ${counted(after ?? 1, 'page')}`])

/** Problems in few words, by check. They are the faults without a name; others have the heading of their issue. */
const problems: Partial<Record<string, string>> = {
  noindex: 'Noindex',
  'robots-blocked': 'robots.txt block',
  'robots-valid': 'robots.txt error',
  'http-status': 'Error status',
  'canonical-elsewhere': 'Canonical to another page',
  'canonical-valid': 'Broken canonical',
  'meta-refresh': 'Refresh redirect',
  'page-text': 'Hardly any text',
  'soft-404-page': 'Soft 404',
  'title-present': 'No title',
  'description-present': 'No meta description',
  'h1-present': 'No H1',
  https: 'No HTTPS',
  'jsonld-parse': 'Invalid JSON-LD',
  'jsonld-required': 'Incomplete, invalid or expired structured data',
}

/** Problems that the reason for the indexability names more exactly than the check. */
const problemsByCode: Partial<Record<string, string>> = {
  canonical_host: 'Canonical to another host',
  canonical_staging: 'Canonical to staging',
  canonical_unreadable: 'Canonical that Google can’t read',
}

type Problem = Pick<AlertChange, 'check' | 'check_name' | 'fault' | 'problem' | 'status' | 'indexing_code'> &
  Partial<Pick<AlertChange, 'after_text'>>

/**
 * Returns the problem that a check found; null if no check explains the change. `fault` is null if pages have different
 * ones, and `problem` in alerts from before it was stored.
 */
export function problemOf(found: Problem): ProblemName | null {
  const { check, check_name, fault, problem, status, indexing_code, after_text } = found
  const byCode = problemsByCode[indexing_code ?? '']
  const host = indexing_code === 'canonical_unreadable' ? null : URL.parse(after_text ?? '')?.host
  if (byCode !== undefined) return few(host ? `${byCode} (${host})` : byCode)
  if (check === 'http-status' && status !== null && status >= 400) return few(`Status ${status}`)
  if (check === null) return null
  const words = fault === '' || problem === null ? problems[check] : undefined
  if (words !== undefined) return few(words)
  return problem === null ? few(`Issue: ${check_name ?? check}`) : { text: problem, isSentence: true }
}

/** The causes of changes that no check explains. */
export const causeNames = {
  redirect: few('Redirects'),
  not_indexable: few('No longer indexable'),
  blocked: few('Blocked'),
  fall: few('Score fell'),
}

const textNames: Record<TextCondition, string> = {
  title_changed: 'Title changed',
  h1_changed: 'H1 changed',
  canonical_changed: 'Canonical changed',
}

const causes: readonly AlertChange['condition'][] = [
  'not_indexable',
  'score_drop',
  'becomes_bad',
  'new_issue',
  ...textConditions,
  'count_changed',
]

/** The cause of a fall comes before other new issues of the page. A fall without a cause explains nothing. */
const causeRank = ({ condition, check }: AlertChange) =>
  isFall(condition) && check === null ? causes.length : causes.indexOf(condition)

const isFall = (condition: AlertChange['condition']) => condition === 'score_drop' || condition === 'becomes_bad'

function causeOf(ofPage: readonly AlertChange[]): Cause {
  const [change] = ofPage.toSorted((a, b) => causeRank(a) - causeRank(b))
  const { condition, url, before, after, redirects_to, redirect_statuses } = change!
  const named = (name: ProblemName, key = name.text) => ({ key, name, title: name.text })
  if (condition === 'count_changed')
    return named(few(`Number of pages changed from ${grouped(before ?? 0)} to ${grouped(after ?? 0)}`), condition)
  if (condition === 'not_indexable' && redirects_to !== null) {
    const statuses = redirect_statuses === null ? '' : ` (${redirect_statuses})`
    return {
      key: 'redirect',
      name: causeNames.redirect,
      title: `Redirects to ${urlFrom(url ?? '', redirects_to)}${statuses}`,
    }
  }
  if (isTextCondition(condition)) return named(few(textNames[condition]))
  return named(problemOf(change!) ?? (condition === 'not_indexable' ? causeNames.not_indexable : few('Lower score')))
}

function detailsOf(url: string, ofPage: readonly AlertChange[], { name: { text: name } }: Cause): string[] {
  const issues = ofPage.flatMap((change) => (change.condition === 'new_issue' && problemOf(change)?.text) || [])
  const texts = ofPage.flatMap(({ condition, before_text, after_text }) => {
    if (!isTextCondition(condition) || before_text === null || after_text === null) return []
    const isUrl = condition === 'canonical_changed'
    const shown = (text: string) => (text === '' ? 'none' : isUrl ? urlFrom(url, text) : `“${text}”`)
    const change = `${shown(before_text)} to ${shown(after_text)}`
    const subject = textNames[condition]
    return [subject === name ? `From ${change}` : `${subject} from ${change}`]
  })
  return [...issues.filter((issue) => issue !== name), ...texts, ...scoreOf(ofPage)]
}

/** "Score 77 to 49, now Bad" */
function scoreOf(ofPage: readonly AlertChange[]): string[] {
  const change = ofPage.find(({ condition }) => isFall(condition))
  if (!change || change.after === null) return []
  const isBad = ofPage.some(({ condition }) => condition === 'becomes_bad')
  const before = change.before === null ? 'now' : `${change.before} to`
  return [`Score ${before} ${change.after}${isBad ? `, now ${ratingTable.bad.label}` : ''}`]
}

/** Returns the deepest folder that has all of these pages: "/boots/"; null if they only share the website, or less. */
export function commonFolder(urls: readonly string[]): string | null {
  const parsed = urls.map((url) => new URL(url))
  const [first, ...others] = parsed.map(({ pathname }) => pathname.split('/').slice(1, -1))
  if (!first || new Set(parsed.map(({ origin }) => origin)).size > 1) return null
  const differs = first.findIndex((name, at) => others.some((folders) => folders[at] !== name))
  const common = differs < 0 ? first : first.slice(0, differs)
  return common.length === 0 ? null : `/${common.join('/')}/`
}
