import { roundScore } from '#contract/rating.ts'
import { count } from '#web/list/words.ts'

/** The words of the page of one website. */
export const websiteWords = {
  websites: 'Websites',
  crumbs: 'Back to websites',
  loadingTitle: 'Website',
  privacyNotKnown: 'Privacy unknown',
  changePrivacy: 'Change privacy',
  firstReportTitle: 'No reports yet',
  firstReportText: 'Analyse a page on this website to create the first report.',
  analyse: 'Analyse another page',
  privacy: 'Privacy',
  remove: 'Delete website',
  more: 'More actions',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  openSite: 'Visit website',

  summary: 'Summary',
  average: 'Average score',
  averageScore: (score: number) => roundScore(score, 10).toLocaleString('en', { maximumFractionDigits: 1 }),
  count,
  noAverage: 'No reports yet',
  of: 'of 100',
  reports: 'Reports',
  ratings: 'Ratings',
  ratingCount: (many: number | null, relation: 'eq' | 'gte') =>
    many === null ? '–' : `${count(many)}${relation === 'gte' ? '+' : ''}`,
  showRated: (label: string, many: string) => `Show ${many} reports rated ${label.toLowerCase()}`,
  created: 'First report',
  day: (date: Date) => date.toLocaleDateString('en-GB', { dateStyle: 'medium' }),
  list: 'Reports',

  missingTitle: 'Website not found',
  missingText: 'It may have been deleted, or the URL may be wrong. To add it again, analyse one of its pages.',
  toWebsites: 'Go to websites',
}
