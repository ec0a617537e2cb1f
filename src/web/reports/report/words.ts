import { formatBytes, counted, grouped } from '#contract/format/numbers.ts'
import { roundScore } from '#contract/reports/rating.ts'
import type { ResponseFault, UnresponsiveHost } from '#contract/reports/report-facts.ts'
import type { OrphanKind } from '#contract/websites/crawls.ts'
import { checksNumber } from '#web/checks/words.ts'
import { formatAbsolute, formatDay, formatUtcDay } from '#web/ui/time.tsx'
import { changeText } from '../history/words.ts'

/** The words of the report page. */
export const reportWords = {
  title: (url: string, score: number | null) => (score === null ? url : `${roundScore(score)} · ${url}`),
  loadingTitle: 'Report',
  crumbs: 'Back to reports',
  backTo: 'Reports',
  moment: formatAbsolute,
  analysed: 'Analysed',
  website: 'Website',
  rendered: 'Rendered',

  linksPending: 'The links of this page are checked when its crawl ends. The score can still change.',

  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  linkName: (url: string, score: number | null) => (score === null ? url : `${url} · score ${roundScore(score)}`),

  /** The reason for an indexable page, if the server gives none. */
  openReason: 'no check blocks it',
  notIndexable: 'Not indexable',
  wasNotIndexable: 'Wasn’t indexable',
  /** “Redirects to /de/tische (301, then 302)” */
  redirects: (text: string) => text.replace(/, (?=[^,]+\)$)/, ', then '),
  belowTarget: 'Below: the target’s findings.',
  /** “it returns status 404” is “returns 404” after “Not indexable: ”. */
  reason: (clause: string) => clause.replace(/^it returns status /, 'returns '),
  /** What the first fixes gain. “49 → 83” follows where the score is known. */
  gain: {
    blockers: (count: number) => (count === 1 ? 'Fix the issue:' : `Fix the ${count} blockers:`),
    /** On a server that doesn’t say whether Google can index the page. */
    cap: (count: number) =>
      count === 1 ? 'A blocker caps the score. Fix it:' : `${count} blockers cap the score. Fix them:`,
    fixes: (count: number) => (count === 1 ? 'Fix the issue:' : `Fix the first ${count === 2 ? 'two' : 'three'}:`),
    floor: 'It has more issues than the score can show.',
    start: 'Start with the first fixes.',
    done: 'There’s nothing to fix that would raise the score.',
    /** The server doesn’t report the points of a fix. */
    unweighted: 'Start with the failed checks.',
  },

  score: 'Score',
  noScore: 'No score',
  ring: (score: number) => `Score ${score} of 100`,
  provisionalRing: (score: number) => `Provisional score ${score} of 100`,
  of: 'of 100',
  /** “Rescored under ruleset 3 on 22 Nov 2026: 74, was 81.” */
  rescored: (ruleset: number, at: Date, score: number, first: number) =>
    `Rescored under ruleset ${ruleset} on ${formatDay(at)}: ${score}, was ${first}.`,
  basis: 'How the score is made',
  scored: (count: number) => `Based on ${checksNumber(count)}.`,
  pointsMeaning: 'Points are what a fix adds. Those in grey count later.',
  evaluatedBy: (ruleset: number) => `Evaluated with ruleset ${ruleset}.`,
  older: (moment: string) => `Older report of ${moment}.`,
  /** “The latest: 84, ▼ 2” */
  latest: (score: number | null, before: number | null) =>
    score === null
      ? 'The latest has no score'
      : `The latest: ${roundScore(score)}${before === null ? '' : `, ${changeText(roundScore(score) - roundScore(before))}`}`,
  openLatest: 'Open latest',
  compareLatest: 'Compare',
  since: (state: string, day: string) => `Since this report: ${state} (${day})`,
  sinceRobots: 'blocked by robots.txt',
  sinceStatus: (status: number) => `status ${status}`,
  newerRules: (ruleset: number) => `Ruleset ${ruleset} is now available. Run the report again to use it.`,
  aboutChecks: 'About our checks',
  google: 'Google-backed score:',
  googleMeaning: 'Only counts checks backed by Google’s documentation or a web standard.',
  categories: 'Scores by category',
  tabs: 'Parts of the report',
  checksTab: 'Checks',
  factsTab: 'Page facts',
  searchTab: 'Google Search',
  notScored: '–',
  notScoredMeaning: 'not scored',
  toFixShort: (work: number) => (work === 0 ? 'Nothing to fix' : `${grouped(work)} to fix`),

  checks: 'Checks',
  toFix: (work: number, scored: number) =>
    `${grouped(work)} of ${checksNumber(scored)} ${work === 1 ? 'needs' : 'need'} work`,
  nothingToFix: 'Nothing to fix.',
  nothingToFixMore: (scored: number) =>
    scored === 1 ? 'The scored check passed.' : `All ${grouped(scored)} scored checks passed.`,
  noChecks: 'This report has no checks.',
  points: (lost: number) => (lost < 0.5 ? '<1' : `+${Math.round(lost)}`),
  pointsLabel: (lost: number, heldBy: 'blockers' | 'floor' | null) =>
    `${lost < 0.5 ? 'less than a point more' : counted(Math.round(lost), 'more point')} if fixed${heldBy === null ? '' : heldBy === 'blockers' ? ', once the blockers are fixed' : ', once the score is above 0'}`,
  rise: ({ from, to }: { from: number; to: number }) => `${from} → ${to}`,
  riseLabel: ({ from, to }: { from: number; to: number }) => `raises the score from ${from} to ${to}`,
  column: { plan: 'Plan', issue: 'Issue', since: 'Since', area: 'Area', points: 'Points', status: 'Status' },
  filter: 'Filter',
  /** “Filter · 1” */
  filterBy: (count: number) => (count === 0 ? 'Filter' : `Filter · ${grouped(count)}`),
  googleOnly: 'Google-backed only',
  moreToFix: (count: number) => `${grouped(count)} more to fix`,
  forInformation: (count: number) => `For your information: ${grouped(count)}`,
  ofWebsite: (count: number) => `The same on all pages of this website: ${grouped(count)}`,
  /** "cdn.example.com didn’t respond: 14 links and files couldn’t be checked" */
  unresponsive: ({ host, links, files, robots_unavailable: isRobots }: Omit<UnresponsiveHost, 'checks'>) => {
    const kinds = links > 0 && files > 0 ? 'links and files' : links > 0 ? 'links' : 'files'
    const all = links + files
    const what = all === 1 ? `1 ${kinds.slice(0, -1)}` : `${grouped(all)} ${kinds}`
    return `${isRobots ? `robots.txt on ${host} couldn’t be read` : `${host} didn’t respond`}: ${what} couldn’t be checked`
  },
  hiddenByFilter: 'Your filters hide the check you followed a link to.',
  noneInView: 'No checks match these filters.',
  showAll: 'Show all checks',
  loading: 'Loading report…',
}

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
  clickDepth: (depth: number | null) => (depth === null ? null : `Click depth ${depth}`),
  byScript: 'linked only by scripts',
  orphan: {
    no_inlinks: 'Orphan page: no page linked to it in the last crawl',
    unreachable: 'Orphan page: not reachable from the start page in the last crawl',
    sitemap_only: 'Orphan page: in the sitemap only in the last crawl',
  } satisfies Record<OrphanKind, string>,
  crawls: 'View crawls',
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
  responseFaults: 'HTTP format',
  responseFault: {
    bare_line_feed: 'Header lines end in LF without CR.',
    folded_header: 'A header continues on the next line.',
    space_before_colon: 'A header has a space before its colon.',
    invalid_header: 'A header line isn’t valid.',
    repeated_length: 'Content-Length is sent more than once.',
    invalid_length: 'Content-Length isn’t a valid number.',
    length_with_chunks: 'Content-Length is sent for a chunked body.',
    trailing_bytes: 'Bytes follow the end of the gzip stream.',
  } satisfies Record<ResponseFault, string>,
  proxiesCanRefuse: 'Browsers accept this, but some proxies reject it.',
  truncated: 'We read only the first 5 MB.',
  canonical: 'Canonical',
  lang: 'Language',
  rendering: 'Rendering',
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

/** The buttons and the menu of the report page. */
export const reportActionWords = {
  again: 'Run again',
  runningFor: (seconds: number) => (seconds < 1 ? 'Analysing' : `Analysing, ${seconds} s`),
  cancelRun: 'Cancel',
  open: 'View report',
  ranAgain: (score: number | null) =>
    score === null ? 'Analysed again' : `Analysed again: score ${roundScore(score)}`,
  runFailed: 'Couldn’t re-run the analysis.',
  more: 'More actions',
  openPage: 'Visit page',
  copyUrl: 'Copy URL',
  urlCopied: 'URL copied',
  against: 'Compare with another website',
  document: 'Client report',
  download: 'Download as JSON',
  notSaved: 'This report is too deeply nested to save as a file.',
  remove: 'Delete report',
}

/** The links to the previous and the next report of the list. */
export const neighboursWords = {
  label: 'Reports in this list',
  place: (position: number, total: string | null) =>
    total === null ? grouped(position) : `${grouped(position)} of ${total}`,
  previous: (url: string) => `Previous report: ${url}`,
  next: (url: string) => `Next report: ${url}`,
  noPrevious: 'This is the first report',
  noNext: 'This is the last report',
}
