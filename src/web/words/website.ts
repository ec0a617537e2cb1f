import type { Rating } from '#contract/rating.ts'

const number = new Intl.NumberFormat('en')
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

/** The words of the page of one website. */
export const websiteWords = {
  websites: 'Websites',
  loadingTitle: 'Website',
  changePrivacy: (label: string) => `${label}: change who can see it`,
  analyse: 'Analyse another page',
  privacy: 'Privacy',
  remove: 'Delete website',
  more: 'More actions',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  openSite: 'Open the website',

  average: 'Average score',
  averageOf: (score: string) => `Average score ${score} of 100`,
  noAverage: 'No reports yet',
  of: 'of 100',
  reports: 'Reports',
  reportsNumber: (many: number) => (many === 1 ? '1 report' : `${number.format(many)} reports`),
  ratings: 'Ratings',
  ratingCount: (rating: Rating, many: number | null, relation: 'eq' | 'gte') =>
    many === null ? '–' : `${number.format(many)}${relation === 'gte' ? '+' : ''}`,
  share: (many: number, of: number) => `${number.format(Math.round((many / of) * 100))} %`,
  showRated: (label: string, many: string) => `Show the ${many} reports rated ${label}`,
  created: 'First report',
  changed: 'Last change',
  day: (iso: string) => day.format(new Date(iso)),
  notKnown: '–',
  list: 'Its reports',

  missingTitle: 'This website does not exist',
  missingText: 'It was deleted, or the address is mistyped. A new report for the domain makes a new website.',
  toWebsites: 'Go to the websites',
  failedTitle: 'The website could not be loaded',
  retry: 'Try again',
  loading: 'Loading the website',
}
