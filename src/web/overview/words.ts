import { counted, grouped } from '#contract/format/numbers.ts'
import { causeNames, newBrokenLinks, onPages, problemOf } from '#contract/jobs/alert-entries.ts'
import type { NewsEntry } from '#contract/websites/overview.ts'
import { formatCount } from '#web/list/words.ts'

const pages = (count: number) => counted(count, 'page')
const websites = (count: number) => counted(count, 'website')

export const overviewWords = {
  title: 'Overview',
  lead: (pageCount: number, websiteCount: number) =>
    `${counted(pageCount, 'indexable page')} on ${websites(websiteCount)}`,
  loading: 'Loading the overview…',

  period: 'Period',
  periods: { today: 'Today', week: '7 days', visit: 'Since my last visit' },
  since: 'Since',

  news: 'What broke',
  newsTitle,
  /** `day` is a date, or null for today. */
  began: (day: string | null) => (day === null ? 'today' : `since ${day}`),
  fromTo: (before: number, now: number) => `, score from ${before} to ${now}`,
  nothing: (day: string) => `Nothing got worse since ${day}.`,
  more: (lines: number) => `${lines} more`,
  added: 'New websites',
  /** "New: 12 pages on 5 websites" */
  addedPages: (count: number, websiteCount: number, relation: 'eq' | 'gte') =>
    `New: ${formatCount(count, relation)} pages on ${formatCount(websiteCount, relation)} websites`,
  andMore: (count: number) => `and ${grouped(count)} more`,

  atRisk: 'Clicks at risk',
  atRiskLead: (clicks: number) => `${counted(clicks, 'click')} in 28 days on pages that Google will no longer show`,
  clicks: (clicks: number) => counted(clicks, 'click'),

  mine: 'Assigned to me',
  onPages: pages,
  websites: 'Websites',
  allWebsites: (total: number) => `All ${websites(total)}`,

  scores: 'Scores',
  scoresHint: 'Indexable pages',
  pages,
}

type Titled = Pick<
  NewsEntry,
  | 'kind'
  | 'check'
  | 'check_name'
  | 'fault'
  | 'problem'
  | 'status'
  | 'redirects'
  | 'statuses'
  | 'indexing_code'
  | 'pages'
  | 'relation'
  | 'folder'
>

/** "Noindex on 4 pages in /boots/", "404 on 4 new pages, 500 on 1", "Broken links on 3 pages", "New: 62 pages" */
export function newsTitle(entry: Titled): string {
  const { kind, pages: count, relation, folder, redirects, statuses } = entry
  const of = (one: string) => `${formatCount(count, relation)} ${one}${count === 1 ? '' : 's'}`
  if (kind === 'broken_links') return newBrokenLinks(count)
  if (kind === 'new_website') return `New: ${of('page')}`
  const isNew = kind === 'new' || kind === 'unread'
  const pagesOf = isNew ? 'new page' : 'page'
  const where = kind === 'unread' ? `${folder === null ? '' : ` in ${folder}`} without a report` : ''
  const [first, ...others] = statuses
  if (first)
    return [
      `${first.status} on ${counted(first.pages, pagesOf)}${where}`,
      ...others.map(({ status, pages: some }) => `${status} on ${some}`),
    ].join(', ')
  const reason = redirects ? causeNames.redirect : problemOf(entry)
  if (kind === 'unread') return onPages(reason ?? causeNames.blocked, of(pagesOf), null) + where
  if (kind === 'new') return onPages(reason ?? causeNames.blocked, of(pagesOf), folder)
  if (kind === 'not_indexable') return onPages(reason ?? causeNames.not_indexable, of(pagesOf), folder)
  if (reason !== null) return onPages(reason, of(pagesOf), folder)
  return `${onPages(causeNames.fall, of(pagesOf), folder)}${count === 1 ? '' : ', several causes'}`
}
