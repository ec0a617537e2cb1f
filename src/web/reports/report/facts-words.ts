import { formatBytes } from '#contract/format/bytes.ts'
import { counted, grouped } from '#contract/format/numbers.ts'
import { formatUtcDay } from '#web/ui/dates.ts'

const threeDigits = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })
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
  CERT_NOT_YET_VALID: 'It isn’t valid yet.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'It was issued for a different domain.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'It’s self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its chain includes an untrusted root certificate.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its chain is incomplete.',
  UNABLE_TO_GET_ISSUER_CERT: 'Its issuer is unknown or untrusted.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Its issuer is unknown or untrusted.',
}

/** The words of the cards beside and below a report's checks. */
export const reportFactsWords = {
  showAll: 'Show all',
  showLess: 'Show less',
  newWindow: '(opens in a new tab)',

  serp: 'Search result preview',
  serpUntitled: 'No title tag. Google will write its own title.',
  serpNoDescription: 'No meta description. Google will pick text from the page.',
  serpNote: 'Truncated at Google’s desktop width. Google may show different text.',
  cutAt: (what: string, width: number, room: number) => `${what}: ${grouped(width)} px (truncated at ${room} px)`,
  titleName: 'Title',
  descriptionName: 'Description',
  social: 'Social preview',
  socialNoTitle: 'No title',
  socialImage: 'Social image',
  socialNoImage: 'No social image',
  socialUnusable: 'Not shown. Social networks need an absolute URL, but the page uses',
  socialNotMeasured: 'Size unknown',
  socialSize: (width: number, height: number) => `${grouped(width)} × ${grouped(height)} px`,
  socialNote: 'We don’t load the image itself.',
  twitterCard: (card: string) => `twitter:card ${card}`,

  inlinks: 'Links to this page',
  clickDepth: (depth: number | null, isOrphan: boolean | null) =>
    isOrphan ? 'Orphan page: no page linked to it in the last crawl' : depth === null ? null : `Click depth ${depth}`,
  linkedFrom: (pages: number) =>
    pages === 0 ? 'not linked from any analysed page' : `linked from ${counted(pages, 'page')}`,
  moreInlinks: (pages: number) => `and ${counted(pages, 'other page')}`,

  facts: 'Page details',
  finalUrl: 'Final URL',
  status: 'Status',
  httpVersion: 'Protocol',
  contentType: 'Content type',
  charset: 'Charset',
  contentEncoding: 'Compression',
  noEncoding: 'none',
  transferred: 'Transferred',
  uncompressed: 'Uncompressed',
  truncated: 'We read only the first 5 MB.',
  canonical: 'Canonical',
  lang: 'Language',
  none: 'none',
  bytes: formatBytes,
  copyHeaders: 'Copy all headers',
  headersCopied: 'Headers copied',
  daysLeft: (days: number) => (days < 0 ? `expired ${counted(-days, 'day')} ago` : `${counted(days, 'day')} left`),

  crawling: 'Crawling and indexing',
  robotsFile: 'robots.txt',
  robotsAllowed: 'Googlebot can crawl this page',
  robotsDisallowed: 'Googlebot is blocked from this page',
  robotsUnsure: 'Unknown',
  robotsRule: (rule: string, line: number | null) => (line === null ? rule : `line ${line}: ${rule}`),
  robotsOutcome: {
    found: null,
    absent: 'No robots.txt, so everything can be crawled.',
    unavailable: 'The server returned an error.',
    unreachable: 'We couldn’t reach it.',
  },
  directives: 'Robots directives',
  directiveFrom: { meta: 'meta tag', header: 'header' },
  everyCrawler: 'all crawlers',
  httpVariant: 'http://',
  httpLeads: 'redirects to HTTPS',
  httpStays: 'doesn’t redirect to HTTPS',
  notRequested: 'not requested',
  noResponse: 'no response',
  because: (what: string, reason: string | null) => (reason === null ? what : `${what}: ${reason}`),
  sitemap: 'Sitemap',
  sitemapKind: { urlset: 'URLs', index: 'sitemaps', text: 'URLs', unknown: 'URLs' },
  sitemapHolds: (count: number, what: string) => `${grouped(count)} ${what}`,
  listed: 'includes this page',
  notListed: 'doesn’t include this page',
  returned: (status: number) => `returned ${status}`,
  requestsMade: (count: number) => counted(count, 'other URL checked', 'other URLs checked'),

  words: 'Text',
  wordCount: 'Word count',
  wordLanguage: 'Language',
  language: languageName,
  readingEase: 'Reading ease',
  readingScale: (ease: number) => `${Math.round(ease)} of 100`,
  frequent: 'Most frequent terms',
  term: (term: string, times: number, share: number) => `${term}: ${counted(times, 'time')}, ${share.toFixed(1)}%`,
  stack: 'Technology',

  structured: 'Structured data',
  structuredCaption: 'Structured data found, and properties Google still needs',
  structuredType: 'Type',
  structuredRequired: 'Missing (required)',
  structuredRecommended: 'Missing (recommended)',
  structuredRetired: 'rich result retired',
  structuredNothing: 'None',
  structuredTotal: (total: number) => counted(total, 'item'),
  structuredMore: (count: number) => `plus ${grouped(count)} more on this page`,
  syntax: { json_ld: 'JSON-LD', microdata: 'Microdata', rdfa: 'RDFa' },
  moreOf: (count: number) => `${grouped(count)} more`,

  redirectSteps: (count: number) => counted(count, 'redirect'),
  timings: 'Timings',
  timingsTotal: (ms: string) => `${ms} total`,
  step: { dns: 'DNS lookup', connect: 'Connection', tls: 'TLS', ttfb: 'Waiting (TTFB)', download: 'Download' },
  ms: (ms: number) => (ms < 1000 ? `${threeDigits.format(ms)} ms` : `${threeDigits.format(ms / 1000)} s`),
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
  day: (text: string) => (Number.isNaN(Date.parse(text)) ? text : formatUtcDay(new Date(text))),
  headers: (count: number) => counted(count, 'header'),
}
