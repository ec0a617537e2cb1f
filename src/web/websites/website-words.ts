import { roundScore } from '#contract/rating.ts'

const number = new Intl.NumberFormat('en')
const decimals = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

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
  averageScore: (score: number) => decimals.format(roundScore(score, 10)),
  count: (many: number) => number.format(many),
  noAverage: 'No reports yet',
  of: 'of 100',
  reports: 'Reports',
  ratings: 'Ratings',
  ratingCount: (many: number | null, relation: 'eq' | 'gte') =>
    many === null ? '–' : `${number.format(many)}${relation === 'gte' ? '+' : ''}`,
  showRated: (label: string, many: string) => `Show the ${many} reports rated ${label.toLowerCase()}`,
  created: 'First report',
  day: (date: Date) => day.format(date),
  list: 'Its reports',

  missingTitle: 'This website does not exist',
  missingText: 'It was deleted, or the address is mistyped. A new report for the domain makes a new website.',
  toWebsites: 'Go to the websites',
}
