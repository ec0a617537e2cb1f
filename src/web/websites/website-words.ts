import { counted } from '#contract/format/numbers.ts'
import { roundScore } from '#contract/reports/rating.ts'
import { formatCount } from '#web/list/words.ts'
import { formatDay } from '#web/ui/time.ts'

/** The words of the page of one website. */
export const websiteWords = {
  crumbs: 'Back to websites',
  firstReportTitle: 'No reports yet',
  firstReportText: 'Analyse a page on this website to create the first report.',
  analyse: 'Analyse another page',
  privacy: 'Privacy',
  retention: 'Reports to keep',
  remove: 'Delete website',
  more: 'More actions',
  document: 'Client report, print or PDF',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  openSite: 'Visit website',

  summary: 'Summary',
  average: 'Average score',
  ring: (score: string, checks: number) => `Average score ${score} of 100${checks === 0 ? '' : `, ${checks} checks`}`,
  averageScore: (score: number) => roundScore(score, 10).toLocaleString('en', { maximumFractionDigits: 1 }),
  noAverage: 'No reports yet',
  of: 'of 100',
  reports: 'Reports',
  pages: 'Pages',
  fromReports: (count: number) => `from ${counted(count, 'report')}`,
  ratings: 'Ratings',
  ratingCount: (count: number | null, relation: 'eq' | 'gte') => (count === null ? '–' : formatCount(count, relation)),
  showRated: (label: string, count: string) => `Show ${count} reports rated ${label.toLowerCase()}`,
  showRatedPages: (label: string, count: string) => `Show ${count} pages rated ${label.toLowerCase()}`,
  created: 'First report',
  day: formatDay,
  list: 'Reports',
}
