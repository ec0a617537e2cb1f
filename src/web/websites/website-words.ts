import { roundScore } from '#contract/rating.ts'
import { count } from '#web/list/words.ts'

/** The words of the page of one website. */
export const websiteWords = {
  websites: 'Websites',
  crumbs: 'Back to the list',
  loadingTitle: 'Website',
  privacyNotKnown: 'Privacy not known: the server does not say',
  changePrivacy: 'Change who can see this website',
  firstReportTitle: 'No reports for this website',
  firstReportText: 'Analyse one of its pages to make the first one.',
  analyse: 'Analyse another page',
  privacy: 'Privacy',
  remove: 'Delete website',
  more: 'More actions',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  openSite: 'Open the website',

  summary: 'In numbers',
  average: 'Average score',
  averageScore: (score: number) => roundScore(score, 10).toLocaleString('en', { maximumFractionDigits: 1 }),
  count,
  noAverage: 'No reports yet',
  of: 'of 100',
  reports: 'Reports',
  ratings: 'Ratings',
  ratingCount: (many: number | null, relation: 'eq' | 'gte') =>
    many === null ? '–' : `${count(many)}${relation === 'gte' ? '+' : ''}`,
  showRated: (label: string, many: string) => `Show the ${many} reports rated ${label.toLowerCase()}`,
  created: 'First report',
  day: (date: Date) => date.toLocaleDateString('en-GB', { dateStyle: 'medium' }),
  list: 'Its reports',

  missingTitle: 'This website does not exist',
  missingText: 'It was deleted, or the address is mistyped. A new report for the domain makes a new website.',
  toWebsites: 'Go to the websites',
}
