import type { IndexingState } from '#contract/report-facts.ts'
import { grouped } from '#web/ui/text.ts'
import { plural } from './report-words.ts'

const size = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

function languageName(code: string) {
  try {
    return languages.of(code) ?? code
  } catch {
    return code
  }
}

const certificateProblems: Record<string, string> = {
  CERT_HAS_EXPIRED: 'It has expired.',
  CERT_NOT_YET_VALID: 'It is not valid yet.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'It was issued for another name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'It is signed by itself alone.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its chain ends in a certificate nobody vouches for.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its chain is incomplete.',
  UNABLE_TO_GET_ISSUER_CERT: 'Its issuer is not known.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Its issuer is not known.',
}

/** The words of the cards beside and below a report's checks. */
export const reportFactsWords = {
  showAll: 'Show all of it',
  showLess: 'Show less',
  newWindow: '(opens in a new tab)',

  serp: 'In search results',
  serpNoTitle: 'No title on the page: Google will choose one itself.',
  serpNoDescription: 'No description on the page: Google will choose a passage itself.',
  /** The note under the search result, by whether Google can index the page. */
  serpStates: {
    indexable: 'Cut by width as Google does on a desktop; it may show other words than these.',
    'another-url': 'Google will probably show the other URL, not this page.',
    unlikely: 'Google probably won’t show this page.',
    'not-indexable': 'Google can’t index this page, so it can’t show this result.',
  } satisfies Record<IndexingState, string>,
  cutAt: (what: string, width: number, room: number) => `${what}: ${grouped(width)} px wide, cut at ${room} px`,
  titleName: 'Title',
  descriptionName: 'Description',
  social: 'When shared',
  socialNoTitle: 'No title',
  socialImage: 'Image for shared links',
  socialNoImage: 'No image for shared links',
  socialUnusable: 'Not shown: networks fetch images by full http or https addresses only, but the page names',
  socialNotMeasured: 'Size not known',
  socialSize: (width: number, height: number) => `${grouped(width)} × ${grouped(height)} px`,
  socialNote: 'The image itself is never loaded here.',
  twitterCard: (card: string) => `twitter:card ${card}`,

  facts: 'Facts',
  finalUrl: 'Final URL',
  status: 'Status',
  httpVersion: 'Protocol',
  contentType: 'Type',
  charset: 'Charset',
  contentEncoding: 'Compression',
  noEncoding: 'none',
  transferred: 'Transferred',
  uncompressed: 'Uncompressed',
  truncated: 'Only the first 5 MB were read.',
  canonical: 'Canonical',
  lang: 'Language',
  none: 'none',
  bytes: (bytes: number) =>
    bytes < 1000
      ? plural(bytes, 'byte', 'bytes')
      : bytes < 1e6
        ? `${size.format(bytes / 1e3)} kB`
        : `${size.format(bytes / 1e6)} MB`,
  copyHeaders: 'Copy all headers',
  headersCopied: 'Headers copied',
  daysLeft: (days: number) =>
    days < 0 ? `ended ${plural(-days, 'day', 'days')} ago` : `${plural(days, 'day', 'days')} left`,

  crawling: 'Crawling',
  robotsFile: 'robots.txt',
  robotsAllowed: 'Googlebot may fetch the page',
  robotsDisallowed: 'Googlebot may not fetch the page',
  robotsUnsure: 'Could not be told',
  robotsRule: (rule: string, line: number | null) => (line === null ? rule : `line ${line}: ${rule}`),
  robotsOutcome: {
    found: null,
    absent: 'There is none, so everything may be fetched.',
    unavailable: 'The server could not give it.',
    unreachable: 'It could not be reached.',
  },
  directives: 'Directives',
  directiveFrom: { meta: 'meta element', header: 'header' },
  everyCrawler: 'every crawler',
  httpVariant: 'http://',
  httpLeads: 'leads to https',
  httpStays: 'does not lead to https',
  notAsked: 'not asked',
  noAnswer: 'no answer',
  because: (what: string, reason: string | null) => (reason === null ? what : `${what}: ${reason}`),
  sitemap: 'Sitemap',
  sitemapKind: { urlset: 'addresses', index: 'sitemaps', text: 'addresses', unknown: 'addresses' },
  sitemapHolds: (many: number, what: string) => `${grouped(many)} ${what}`,
  listed: 'lists this page',
  notListed: 'does not list this page',
  answered: (status: number) => `answered ${status}`,
  requestsMade: (many: number) =>
    plural(many, 'address was asked beside the page', 'addresses were asked beside the page'),

  words: 'Words',
  wordCount: 'Words',
  wordLanguage: 'Language',
  language: languageName,
  readingEase: 'Reading ease',
  readingScale: (ease: number) => `${Math.round(ease)} of 100`,
  frequent: 'Most frequent',
  term: (term: string, times: number, share: number) =>
    `${term}: ${plural(times, 'time', 'times')}, ${share.toFixed(1)} %`,
  stack: 'Technology',

  structured: 'Structured data',
  structuredCaption: 'What the structured data describes, and what Google would still need',
  structuredType: 'Type',
  structuredRequired: 'Missing, required',
  structuredRecommended: 'Missing, recommended',
  structuredRetired: 'no rich result any more',
  structuredNothing: 'nothing',
  structuredTotal: (total: number) => plural(total, 'item', 'items'),
  structuredMore: (many: number) => `and ${grouped(many)} more on the page`,
  syntax: { 'json-ld': 'JSON-LD', microdata: 'Microdata', rdfa: 'RDFa' },
  moreOf: (many: number) => `${grouped(many)} more`,

  judgedBy: (ruleset: number) => `Judged by rule set ${ruleset}.`,
  newerRules: (ruleset: number) => `This server judges by rule set ${ruleset} now: run the report again to compare.`,
  aboutChecks: 'All checks, and how they are judged',
  redirectSteps: (many: number) => plural(many, 'redirect', 'redirects'),
  timings: 'Timings',
  timingsTotal: (ms: string) => `${ms} in all`,
  step: { dns: 'Name lookup', connect: 'Connection', tls: 'TLS', ttfb: 'First byte', download: 'Download' },
  ms: (ms: number) => (ms < 1000 ? `${size.format(ms)} ms` : `${size.format(ms / 1000)} s`),
  certificate: 'Certificate',
  trusted: 'Trusted',
  untrusted: 'Not trusted',
  problem: 'Problem',
  certificateProblem: (code: string) => certificateProblems[code] ?? code,
  tlsVersion: 'TLS version',
  subject: 'Issued to',
  issuer: 'Issued by',
  validFrom: 'Valid from',
  validTo: 'Valid to',
  day: (text: string) => (Number.isNaN(Date.parse(text)) ? text : day.format(new Date(text))),
  headers: (many: number) => plural(many, 'header', 'headers'),
}
