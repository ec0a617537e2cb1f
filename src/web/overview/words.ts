import { counted, wholePoints } from '#contract/format/numbers.ts'
import { causeNames, newBrokenLinks, onPages, reasonOf } from '#contract/jobs/alert-entries.ts'
import { changeLabels } from '#contract/lists/page-filters.ts'
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
  newsOf: (domain: string) => `What broke on ${domain}`,
  /** `day` is a date, or null for today. */
  began: (day: string | null) => (day === null ? 'today' : `since ${day}`),
  scoreBefore: (before: number) => `score before: ${before}`,
  scoreNow: (now: number) => `score now: ${now}`,
  nothing: (day: string) => `Nothing got worse since ${day}.`,
  nothingText: 'Pages that Google can no longer index, lower scores and broken links appear here.',

  changes: 'Changes',
  changed: { ...changeLabels, new: 'New pages' },

  scores: 'Scores',
  scoresHint: 'Indexable pages',
  pages,
  showRated: (label: string, count: string) => `Show ${count} pages rated ${label.toLowerCase()}`,

  by: wholePoints,
  up: 'up',
  down: 'down',
}

type Titled = Pick<
  NewsEntry,
  'kind' | 'check' | 'check_name' | 'status' | 'redirects' | 'indexing_code' | 'fell' | 'pages' | 'relation' | 'folder'
>

/** "Noindex on 4 pages in /boots/", "Score fell on 3 pages: No H1", "Score fell by 1–2 points on 6 pages" */
export function newsTitle(entry: Titled): string {
  const { kind, pages: count, relation, folder, redirects, fell } = entry
  const reason = redirects ? causeNames.redirect : reasonOf(entry)
  const of = (one: string) => `${formatCount(count, relation)} ${one}${count === 1 ? '' : 's'}`
  if (kind === 'broken_links') return newBrokenLinks(count)
  if (kind === 'new_website') return `New website: ${of('page')}`
  if (kind === 'new') return onPages(reason ?? 'Blocked', of('new page'), folder)
  if (kind === 'not_indexable') return onPages(reason ?? causeNames.not_indexable, of('page'), folder)
  if (fell) return onPages(`Score fell by ${span(fell)}`, of('page'), folder)
  return `${onPages('Score fell', of('page'), folder)}${reason === null ? '' : `: ${reason}`}`
}

/** "1 point", "1–2 points" */
const span = ({ least, most }: { least: number; most: number }) =>
  least === most ? counted(most, 'point') : `${least}–${counted(most, 'point')}`
