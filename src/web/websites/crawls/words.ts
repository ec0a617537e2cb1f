import { counted, grouped } from '#contract/format/numbers.ts'
import type { CrawlLimits } from '#contract/jobs/job.ts'
import type { IssueExtent } from '#contract/reports/comparison.ts'
import type { IndexingCode } from '#contract/reports/indexability.ts'
import type { PartialReason } from '#contract/websites/crawl-comparison.ts'
import type { CrawlList, CrawlState, ListGap, OrphanKind, trapKinds } from '#contract/websites/crawls.ts'
import { deepClicks } from '#contract/websites/website.ts'
import { outcomeWords } from '#web/checks/words.ts'
import { formatAbsolute, momentOf } from '#web/ui/time.tsx'

const moment = (iso: string) => {
  const date = momentOf(iso)
  return date ? formatAbsolute(date) : iso
}

/** The words of the Crawls tab and of the page of one crawl. */
export const crawlWords = {
  caption: 'Crawls of this website, newest first',
  kept: 'The last 20 are kept.',
  columns: {
    started: 'Started',
    trigger: 'Started by',
    urls: 'URLs',
    average: 'Average',
    states: 'Indexable',
    broken: 'Broken links',
    changes: 'Changes',
  },
  loading: 'Loading…',
  none: 'No crawls yet',
  noneText:
    'A crawl follows every link from the start page. It finds broken links, orphan pages and URLs that search engines can’t reach.',
  start: 'Crawl this website',
  schedule: 'Schedule',
  manual: 'Manually',
  state: {
    running: 'Running',
    done: 'Done',
    failed: 'Failed',
    cancelled: 'Cancelled',
  } satisfies Record<CrawlState, string>,
  progress: 'Progress of the crawl',
  soFar: (done: number, total: number) => `${grouped(done)} of ${grouped(total)} URLs`,
  finishing: 'Checking links…',
  indexableOf: (count: number, all: number) => `${grouped(count)} of ${grouped(all)}`,
  compare: 'Compare',
  compareWithPrevious: 'Compare with the previous crawl',
  compareWithWebsite: 'Compare with another website',
  firstCrawl: 'No earlier crawl to compare',

  loadingTitle: 'Crawl',
  title: (iso: string) => `Crawl of ${moment(iso)}`,
  bySchedule: 'Started by a schedule',
  crawls: 'Crawls',
  comparison: (iso: string) => `Changes in the crawl of ${moment(iso)}`,
  toCrawl: 'View crawl',
  missing: 'Crawl not found',
  missingText: 'The last 20 crawls of a website are kept. This one may have been deleted.',
  toCrawls: 'View crawls',
  from: 'From',
  limits: (maxPages: number, maxDepth: number | null) =>
    [`up to ${counted(maxPages, 'page')}`, maxDepth !== null && `${counted(maxDepth, 'click')} deep`]
      .filter(Boolean)
      .join(', '),
  patterns: 'with URL patterns',
  took: (ms: number) => {
    const seconds = Math.max(1, Math.round(ms / 1000))
    if (seconds < 120) return counted(seconds, 'second')
    return seconds < 7200 ? counted(Math.round(seconds / 60), 'minute') : counted(Math.round(seconds / 3600), 'hour')
  },
  running: 'The lists appear when the crawl ends.',
  reports: 'View reports',
  stopped: {
    cancelled: 'This crawl was cancelled. Its lists show only the URLs crawled before that.',
    failed: 'This crawl failed. Its lists show only the URLs crawled before that.',
  },
  noFigures: 'This crawl ended before it crawled a page.',

  summary: 'Summary',
  noIndexable: 'No indexable pages',
  /** Not all URLs that a crawl finds are pages to read. */
  crawled: (urls: number, found: number) =>
    found > urls ? `${counted(found, 'URL')} found, ${grouped(urls)} crawled` : `${counted(urls, 'URL')} crawled`,
  /** As runs say it. */
  unread: (count: number) => `${grouped(count)} failed`,
  rendered: (count: number) => `${grouped(count)} rendered`,
  links: 'Links',
  linkCounts: {
    internal: (count: number) => `${grouped(count)} internal`,
    external: (count: number) => `${grouped(count)} external`,
    nofollow: (count: number) => `${grouped(count)} nofollow`,
    parameters: (count: number) => `${grouped(count)} with parameters`,
    scripts: (count: number) => `${grouped(count)} added by scripts`,
    blocked: (count: number) => `${grouped(count)} blocked by robots.txt`,
  },
  linksHint: 'Each target counts once per page.',

  traps: 'Crawl traps',
  trapsLead: 'The crawl skipped these endless URLs. They waste crawl budget.',
  trapColumns: { kind: 'Type', pattern: 'Pattern', urls: 'Skipped', example: 'Example' },
  trap: {
    calendar: 'Calendar',
    facets: 'Filters',
    paging: 'Pagination',
    path: 'Repeating path',
    session: 'Session ID',
    chain: 'Same page again and again',
  } satisfies Record<(typeof trapKinds)[number], string>,
  parameters: 'URL parameters',
  parametersLead: 'Parameters that change nothing can be ignored in the next crawl.',
  parameterColumns: { name: 'Parameter', urls: 'URLs', ignorable: 'Changes the page' },
  ignorable: 'No, can be ignored',
  sameText: 'No, same text',
  otherText: 'Yes, other text',
  notIgnorable: 'Possibly',
}

/** Names of lists, their meaning, and the sentence for an empty one. */
export const crawlListWords: Record<CrawlList, { name: string; lead: string; none: string }> = {
  broken: {
    name: 'Broken links',
    lead: 'Internal URLs that don’t work. Correct or remove the links to them.',
    none: 'No broken internal links.',
  },
  broken_external: {
    name: 'Broken external links',
    lead: 'External URLs that don’t work. Correct or remove the links to them.',
    none: 'No broken external links.',
  },
  redirecting: {
    name: 'Links to redirects',
    lead: 'Link to the target instead. Each redirect costs visitors time.',
    none: 'No link leads to a redirect.',
  },
  unchecked: {
    name: 'Links not checked',
    lead: 'We don’t know whether these links work.',
    none: 'All links were checked.',
  },
  unreachable: {
    name: 'Not reachable',
    lead: 'Other pages link to them, but no path of links leads there from the start page.',
    none: 'Every linked page can be reached from the start page.',
  },
  sitemap_only: {
    name: 'In the sitemap only',
    lead: 'The sitemap lists these pages, but no page links to them.',
    none: 'Every page in the sitemap has inlinks.',
  },
  no_inlinks: {
    name: 'No inlinks',
    lead: 'Pages with a report that no page links to, and that no sitemap lists.',
    none: 'Every page has inlinks.',
  },
  by_script: {
    name: 'Linked only by scripts',
    lead: 'Only scripts add links to these pages. Crawlers that don’t run scripts can’t follow those links.',
    none: 'No page is linked only by scripts. Links of scripts are found on rendered pages.',
  },
  deep: {
    name: 'Deep pages',
    lead: 'Search engines crawl pages far from the start page less often.',
    none: `No page is more than ${deepClicks} clicks from the start page.`,
  },
  unread: {
    name: 'Not crawled',
    lead: 'Pages that couldn’t be crawled. All other figures leave them out.',
    none: 'Every page was crawled.',
  },
  blocked: {
    name: 'Blocked by robots.txt',
    lead: 'Links lead to these URLs, but robots.txt stops search engines crawling them.',
    none: 'No linked URL is blocked by robots.txt.',
  },
  skipped: {
    name: 'Skipped',
    lead: 'URLs that the crawl’s limits excluded.',
    none: 'The limits excluded no URLs.',
  },
  sitemap_faults: {
    name: 'Sitemap errors',
    lead: 'The sitemap lists URLs that Google can’t or won’t index. List only indexable pages.',
    none: 'The sitemap lists only indexable pages.',
  },
  unlisted: {
    name: 'Missing from the sitemap',
    lead: 'Indexable pages that no sitemap lists.',
    none: 'The sitemap lists every indexable page.',
  },
  all: { name: 'All URLs', lead: 'Every URL that the crawl found, also those that it didn’t crawl.', none: 'No URLs.' },
}

const gapWords: Record<ListGap, (limits: CrawlLimits) => string> = {
  cancelled: () => 'the crawl was cancelled',
  failed: () => 'the crawl failed',
  max_pages: ({ max_pages }) => `the crawl stopped at its limit of ${counted(max_pages, 'page')}`,
  max_depth: ({ max_depth }) => `the crawl only read pages up to ${counted(max_depth ?? 0, 'click')} deep`,
  max_per_folder: ({ max_per_folder }) => `the crawl only read ${counted(max_per_folder ?? 0, 'page')} in each folder`,
  storage: () => 'there was no room for more URLs',
  sitemaps: () => 'a sitemap couldn’t be read',
}

/** The words of the lists of URLs. */
export const crawlUrlWords = {
  lists: 'Lists of this crawl',
  list: 'List',
  groups: { links: 'Links', places: 'Orphan and deep pages', crawling: 'Crawling', sitemap: 'Sitemap', all: 'Pages' },
  option: (name: string, count: string) => `${name} (${count})`,
  /** The number of a list. With gaps, there can be more. */
  number: (count: number, gaps: readonly ListGap[] = []) =>
    gaps.length === 0 ? grouped(count) : count === 0 ? 'Not known' : `${grouped(count)}+`,
  /** Why a list isn’t complete. */
  gaps: (count: number, gaps: readonly ListGap[], limits: CrawlLimits) =>
    `${count === 0 ? 'Not known, none found so far' : 'There can be more'}: ${gaps.map((gap) => gapWords[gap](limits)).join(', and ')}.`,
  patterns: 'URLs that the patterns of the crawl leave out can link to these pages.',
  columns: {
    url: 'URL',
    target: 'Target',
    status: 'Status',
    redirects_to: 'Redirects to',
    inlinks: 'Inlinks',
    sources: 'Linked from',
    reason: 'Reason',
    place: 'Type',
    clicks: 'Clicks',
    robots: 'robots.txt rule',
    fault: 'Problem',
    indexing: 'Indexing',
    score: 'Score',
    sitemap: 'Sitemap',
  },
  ofHost: (list: string, host: string) => `${list}: ${host}`,
  allHosts: 'All hosts',
  severalReasons: 'Several reasons',
  hostColumns: { host: 'Host', reason: 'Reason', urls: 'URLs', inlinks: 'Inlinks' },
  noStatus: 'No response',
  isSkipped: 'A limit of the crawl',
  more: (count: number) => `and ${counted(count, 'other page')}`,
  noAnchor: 'no text',
  listed: 'Listed',
  notListed: 'Not listed',
  rule: (line: number) => `Line ${grouped(line)}`,
  place: {
    no_inlinks: () => 'No inlinks',
    unreachable: (inlinks: number) => `Not reachable from the start page, ${counted(inlinks, 'inlink')}`,
    sitemap_only: () => 'In the sitemap only',
  } satisfies Record<OrphanKind, (inlinks: number) => string>,
  scriptRedirect: 'Script',
  /** The problems of URLs in a sitemap. */
  redirects: (to: string, status: number | string | null) =>
    status === null ? `Redirects to ${to}` : `Redirects to ${to} (${status})`,
  isStatus: (status: number) => `Returns status ${status}`,
  isBlocked: (line: number) => `Blocked by robots.txt, line ${grouped(line)}`,
  indexingCode: {
    noindex: 'noindex',
    robots: 'Blocked by robots.txt',
    canonical: 'Its canonical tag names another URL',
    canonical_unlike: 'Its canonical tag names a URL with other content',
    canonical_unknown: 'Its canonical tag names another URL',
    canonical_ignored: 'The canonical URL doesn’t work',
    canonical_host: 'Its canonical tag names another host',
    canonical_staging: 'Its canonical tag names your staging',
    canonical_unreadable: 'Google can’t read its canonical URL',
    refresh: 'A meta refresh leads to another URL',
    soft_404: 'Looks like an error page',
    empty: 'Has no content',
    scripts: 'Scripts add the main content',
    trap: 'One of endless URLs',
  } as Partial<Record<IndexingCode, string>>,
  unknownFault: 'Not indexable',
}

/** The words of the comparison of two crawls. */
export const comparisonWords = {
  loading: 'Comparing crawls…',
  compareWith: 'Compare with',
  option: moment,
  numbered: (id: number) => `Crawl ${id}`,
  crawls: 'Compared crawls',
  before: 'Before',
  after: 'After',
  urlCount: (count: number) => `${counted(count, 'URL')} crawled`,
  counts: 'Changes',
  same: 'This is the same crawl',
  sameText: 'Choose another one to see what changed.',
  missing: 'The other crawl wasn’t found',
  missingText: 'The last 20 crawls of a website are kept. Choose another one.',
  nothing: 'Nothing changed',
  nothingText: 'Both crawls found the same URLs, contents, links, issues and click depths.',
  onlyFiles: 'The URLs, contents, links, issues and click depths are the same.',
  robotsChanged: 'robots.txt changed.',
  robotsLines: 'Changed lines of robots.txt',
  robots: { line: 'Line', change: 'Change', agents: 'For', removed: 'Removed', added: 'Added' },
  moreLines: (count: number) => `and ${counted(count, 'other line')}`,
  sitemapChanged: 'The sitemap changed.',
  checks: {
    some: 'Some checks changed between the crawls. Their issues are left out.',
    none: 'All checks changed between the crawls, so issues aren’t compared.',
  },
  partial: (side: string, reasons: readonly PartialReason[], hidden: number) =>
    `${side}: the crawl ${reasons.map((reason) => partialReasonWords[reason]).join(' and ')}, so it missed ${hidden === 0 ? 'URLs' : counted(hidden, 'URL')} of the other crawl.`,
  unread: (side: string, count: number) => `${side}: ${counted(count, 'page')} of the other crawl couldn’t be crawled.`,
  sections: {
    new: 'New URLs',
    gone: 'Removed URLs',
    newly_indexable: 'Newly indexable',
    no_longer_indexable: 'No longer indexable',
    new_issues: 'New issues',
    worse_issues: 'Issues that got worse',
    partly_fixed_issues: 'Partly fixed issues',
    fixed_issues: 'Fixed issues',
    removed_issues: 'Issues that no longer apply',
    gone_issues: 'Issues gone with their page',
    status: 'Status changed',
    title: 'Title changed',
    description: 'Meta description changed',
    h1: 'H1 changed',
    canonical: 'Canonical URL changed',
    robots: 'Robots rules changed',
    hreflang: 'Hreflang changed',
    words: 'Number of words changed',
    structured_data: 'Structured data changed',
    broken: 'Newly broken links',
    repaired: 'Repaired links',
    depth: 'Click depth changed',
  },
  first: (shown: number, total: number) =>
    `The first ${grouped(shown)} of ${grouped(total)}. Export them to see the rest.`,
  columns: {
    url: 'URL',
    status: 'Status',
    indexing: 'Indexing',
    score: 'Score',
    issue: 'Issue',
    pages: 'Pages',
    on: 'On',
    target: 'Target',
    links: 'Links',
    sources: 'Linked from',
  },
  notThere: 'Not there',
  noValue: 'none',
  anchor: (text: string) => (text === '' ? 'no text' : `“${text}”`),
  more: (count: number) => `and ${counted(count, 'other page')}`,
  extent: (before: IssueExtent, after: IssueExtent) => {
    const { outcome } = outcomeWords
    return before.outcome === after.outcome
      ? `${grouped(before.places ?? 0)} → ${counted(after.places ?? 0, 'place')}`
      : `${outcome[before.outcome]} → ${outcome[after.outcome]}`
  },
}

const partialReasonWords = {
  running: 'is still running',
  failed: 'failed',
  cancelled: 'was cancelled',
  limited: 'reached a limit',
  other_start: 'started at another URL',
  other_rules: 'used other URL rules',
} satisfies Record<PartialReason, string>

/** The reasons for a URL that couldn’t be read or wasn’t checked, by their codes. */
const failures: Record<string, string> = {
  unreachable: 'The server can’t be reached',
  dns: 'The domain doesn’t exist',
  tls: 'The SSL certificate isn’t valid',
  timeout: 'The server took too long to respond',
  time_up: 'The server took too long to respond',
  connection_closed: 'The server closed the connection',
  invalid_response: 'The response isn’t valid HTTP',
  headers_too_large: 'The response headers are too large',
  redirect_loop: 'A redirect loop',
  too_many_redirects: 'Too many redirects',
  redirect_scheme: 'Redirects to a URL that isn’t http or https',
  redirect_credentials: 'Redirects to a URL with a password',
  invalid_url: 'The URL isn’t valid',
  too_long: 'The URL is too long',
  pdf: 'A PDF, not a page',
  not_html: 'Not an HTML page',
  too_heavy: 'The page is too large',
  refused: 'The server rejected the request',
  bot_wall: 'A bot protection blocked the request',
  identity_locked: 'The website’s identity can’t be decrypted',
  robots: 'robots.txt blocks it',
  robots_unavailable: 'robots.txt couldn’t be read',
  unreadable: 'The response couldn’t be read',
  compression_bomb: 'The response couldn’t be unpacked',
  corrupt_encoding: 'The response couldn’t be unpacked',
  unsupported_encoding: 'The response has an unknown compression',
  too_many_encodings: 'The response is compressed too many times',
  budget: 'The limit of requests was reached',
}

/** Returns the words for a code. One with several reasons, or of a newer server, comes with its reason as a clause. */
export function failureText(code: string, reason: string | null = null) {
  const clause = reason ?? code.replaceAll('_', ' ')
  return failures[code] ?? clause.charAt(0).toUpperCase() + clause.slice(1)
}
