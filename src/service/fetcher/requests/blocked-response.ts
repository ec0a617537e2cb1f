import type { Header } from '#analyser/fetched-page.ts'
import { type Failure, failures } from '../failures.ts'
import { valuesOf } from './headers.ts'

/**
 * A response that is shown instead of the page. `mark` identifies the bot protection; null without one. It asks for a
 * password if it is a 401 with Basic auth.
 */
export type BlockedResponse = {
  status: number
  mark: { vendor: string; name: string } | null
  asksForPassword: boolean
  /** The header Retry-After, if it is valid. */
  retryAfter: string | null
}

/** Statuses that ask the client to sign in, wait or stay away, and show nothing of the page. */
const refusals: ReadonlySet<number> = new Set([401, 403, 407, 429, 503])

/**
 * Recognises refusals and challenges; null for any other response. Without the body, fewer marks are recognised.
 */
export function blockedResponseOf(
  status: number,
  headers: readonly Header[],
  body: Buffer | undefined,
): BlockedResponse | null {
  const mark = markOf(headers, body ? partsOf(headers, body) : null)
  const asksForPassword =
    status === 401 && valuesOf(headers, 'www-authenticate').some((value) => /(?:^|,)\s*basic\b/i.test(value))
  const [retryAfter = null] = valuesOf(headers, 'retry-after').filter((value) => retryAfterForm.test(value))
  return mark !== null || refusals.has(status) ? { status, mark, asksForPassword, retryAfter } : null
}

/** Seconds, or a date (RFC 9110, 10.2.3). */
const retryAfterForm = /^(?:\d{1,9}|[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT)$/

/**
 * @param userAgent for the page's administrator to allow
 * @param hadPassword the request had the password of the website's identity
 */
export function failureOfBlocked(
  { status, mark, asksForPassword, retryAfter }: BlockedResponse,
  userAgent: string,
  hadPassword = false,
): Failure {
  if (mark) return failures.bot_wall({ status, ...mark, userAgent })
  const password = hadPassword && status === 401 ? 'refused' : asksForPassword ? 'asked' : null
  return failures.refused({ status, userAgent, password, retryAfter })
}

function markOf(headers: readonly Header[], parts: PageParts | null): BlockedResponse['mark'] {
  const isPresent = (mark: Mark) =>
    'page' in mark
      ? parts !== null && mark.page(parts)
      : valuesOf(headers, mark.header[0]).some((value) => mark.header[1].test(value.trim()))
  for (const { vendor, marks } of botWalls) {
    const mark = marks.find(isPresent)
    if (mark) return { vendor, name: mark.name }
  }
  return null
}

/** A challenge page is small and has little text. A page that writes about challenges has more. */
const maxChallengeBytes = 128 * 1024
const maxChallengeText = 3_000
const maxMessageText = 500

/** Returns the parts of a response that can be a challenge page, otherwise null. */
function partsOf(headers: readonly Header[], body: Buffer): PageParts | null {
  const [type = 'text/html'] = valuesOf(headers, 'content-type')
  if (body.length > maxChallengeBytes || !/html/i.test(type)) return null
  const parts = split(body.toString('latin1'))
  return parts.text.length > maxChallengeText ? null : parts
}

/** Splits HTML in one pass, in linear time for any input. */
function split(html: string): PageParts {
  const lower = html.toLowerCase()
  const parts: PageParts = { tags: [], scripts: '', text: '' }
  for (let at = 0; at < html.length;) {
    const start = html.indexOf('<', at)
    parts.text += html.slice(at, start < 0 ? undefined : start).trim()
    const end = start < 0 ? -1 : html.indexOf('>', start)
    if (end < 0) break
    parts.tags.push(html.slice(start, Math.min(end + 1, start + 1_000)))
    at = end + 1
    const raw = /^<(script|style)\b/.exec(lower.slice(start, start + 8))?.[1]
    if (raw === undefined) continue
    const close = lower.indexOf(`</${raw}`, at)
    if (raw === 'script') parts.scripts += html.slice(at, close < 0 ? undefined : close)
    if (close < 0) break
    at = close
  }
  return parts
}

/** The parts of a small HTML page. `tags` are cut at 1,000 characters; `text` has no scripts and styles. */
export type PageParts = { tags: string[]; scripts: string; text: string }

/**
 * A sign that a response is a challenge or a block page of a bot protection, and not the page. `name` is shown to
 * callers.
 */
export type Mark = { name: string } & (
  | { header: [name: string, value: RegExp] }
  | { page: (parts: PageParts) => boolean }
)

type Vendor = {
  vendor: string
  marks: Mark[]
  /** The documentation of the marks, or challenge pages that have them. */
  source: string
}

const tag =
  (pattern: RegExp) =>
  ({ tags }: PageParts) =>
    tags.some((tag) => pattern.test(tag))
const script =
  (words: string) =>
  ({ scripts }: PageParts) =>
    scripts.includes(words)
/** The page loads this script, and shows nothing. */
const onlyScript = (source: RegExp) => (parts: PageParts) =>
  parts.text === '' && parts.tags.some((tag) => /^<script\b/i.test(tag) && source.test(tag))
const text =
  (pattern: RegExp) =>
  (parts: PageParts): boolean =>
    pattern.test(parts.text)
/** The whole text is a short message. A page that quotes it has more. */
const message =
  (pattern: RegExp) =>
  (parts: PageParts): boolean =>
    parts.text.length <= maxMessageText && pattern.test(parts.text)
const either =
  (...marks: ((parts: PageParts) => boolean)[]) =>
  (parts: PageParts) =>
    marks.some((mark) => mark(parts))

/** The day on which the sources were last read. */
export const botWallsCheckedOn = '2026-11-26'

const collected = 'https://github.com/microlinkhq/is-antibot'

/**
 * Only marks of pages that replace the content. Ordinary pages behind the same vendors load their scripts, set their
 * cookies and send their other headers, so none of those is a mark.
 */
export const botWalls: Vendor[] = [
  {
    vendor: 'Cloudflare',
    marks: [
      { name: 'cf-mitigated: challenge', header: ['cf-mitigated', /^challenge$/i] },
      { name: '__cf_chl_', page: script('_cf_chl_') },
      { name: '__cf_chl_', page: tag(/^<(?:form|script|input)\b.*_cf_chl_/is) },
    ],
    source: 'https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/',
  },
  {
    vendor: 'AWS WAF',
    marks: [
      { name: 'x-amzn-waf-action', header: ['x-amzn-waf-action', /^(?:challenge|captcha)$/i] },
      { name: 'gokuProps', page: script('window.gokuProps') },
    ],
    source: 'https://docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-actions.html',
  },
  {
    vendor: 'Akamai',
    marks: [
      { name: 'sec-if-cpt-container', page: tag(/^<div\b.*\bid=["']?sec-if-cpt-container\b/is) },
      { name: 'sec-cpt-if', page: tag(/^<iframe\b.*\bid=["']?sec-cpt-if\b/is) },
      // Ordinary pages load other scripts from there.
      {
        name: '/_sec/cp_challenge/',
        page: either(tag(/^<iframe\b.*\/_sec\/cp_challenge\//is), onlyScript(/\/_sec\/cp_challenge\//i)),
      },
      {
        name: 'bm-verify',
        page: either(script('/_sec/verify?provider=interstitial'), tag(/^<meta\b.*[?&]bm-verify=/is)),
      },
      {
        name: 'Access Denied, Reference #',
        page: text(/Access Denied(?:(?!Access Denied).)*Reference(?:&#32;|\s)(?:&#35;|#)[\da-f]+(?:&#46;|\.)/is),
      },
    ],
    source: 'https://github.com/germondai/trawl/pull/33',
  },
  {
    vendor: 'Imperva (Incapsula)',
    marks: [
      {
        name: 'Incapsula incident',
        page: either(
          tag(/^<iframe\b.*\/_Incapsula_Resource\?/is),
          message(/Request unsuccessful\. Incapsula incident ID: ?\d/i),
        ),
      },
      { name: '_Incapsula_Resource', page: onlyScript(/\/_Incapsula_Resource\?/i) },
      { name: 'Pardon Our Interruption', page: script('reeseSkipExpirationCheck') },
    ],
    source: 'https://github.com/EnableSecurity/wafw00f/blob/master/wafw00f/plugins/incapsula.py',
  },
  {
    vendor: 'DataDome',
    marks: [
      { name: 'x-dd-b', header: ['x-dd-b', /^\d$/] },
      {
        name: 'captcha-delivery.com',
        page: tag(/^<(?:script|iframe)\b.*\bsrc=["']?https:\/\/(?:ct|geo)\.captcha-delivery\.com\//is),
      },
    ],
    source: collected,
  },
  {
    vendor: 'HUMAN (PerimeterX)',
    marks: [
      {
        name: 'px-captcha',
        page: either(
          tag(/^<div\b.*\bid=["']?px-captcha\b/is),
          tag(/^<meta\b.*\bcontent=["']?px-captcha\b/is),
          tag(/^<script\b.*\/\/captcha\.(?:px-cdn\.net|px-cloud\.net|perimeterx\.net)\//is),
        ),
      },
    ],
    source: collected,
  },
  {
    vendor: 'Kasada',
    marks: [
      { name: 'ips.js', page: tag(/^<script\b.*\/2d206a39-8ed7-437e-a3be-862e0f06eea3\/ips\.js/is) },
      { name: 'x-kasada-challenge', header: ['x-kasada-challenge', /./] },
    ],
    source: 'https://github.com/lktop/kpsdk',
  },
  {
    vendor: 'Sucuri',
    marks: [
      { name: 'sucuri_cloudproxy_js', page: script('sucuri_cloudproxy_js') },
      {
        name: 'Sucuri WebSite Firewall',
        page: either(
          text(/^Sucuri WebSite Firewall.{0,50}Access Denied/is),
          text(/^Access Denied.{0,20}Sucuri WebSite Firewall/is),
        ),
      },
    ],
    source: 'https://github.com/EnableSecurity/wafw00f/blob/master/wafw00f/plugins/sucuri.py',
  },
  {
    vendor: 'Vercel',
    marks: [
      { name: 'x-vercel-mitigated', header: ['x-vercel-mitigated', /^challenge$/i] },
      { name: 'Vercel Security Checkpoint', page: text(/^Vercel Security Checkpoint/i) },
    ],
    source: collected,
  },
  {
    vendor: 'Anubis',
    marks: [{ name: 'anubis_challenge', page: tag(/^<script\b.*\bid=["']?anubis_challenge\b/is) }],
    source: 'https://github.com/EnableSecurity/wafw00f/blob/master/wafw00f/plugins/anubis.py',
  },
  {
    vendor: 'DDoS-Guard',
    marks: [
      {
        name: 'ddg-l10n-title',
        page: tag(/^<(?:h1|p|div|img)\b.*\bid=["']?ddg-(?:l10n-title|l10n-description|img-loading)\b/is),
      },
      { name: 'js-challenge', page: tag(/^<(?:script|link|img)\b.*\/\.well-known\/ddos-guard\/js-challenge\//is) },
    ],
    source: 'https://github.com/EnableSecurity/wafw00f/blob/master/wafw00f/plugins/ddosguard.py',
  },
  {
    vendor: 'F5',
    marks: [
      {
        name: 'Request Rejected',
        page: message(
          /The requested URL was rejected\. Please consult with your administrator\..{0,40}Your support ID is/is,
        ),
      },
      {
        name: 'support ID',
        page: message(/Please enable JavaScript to view the page content\..{0,20}Your support ID is/is),
      },
    ],
    source: 'https://github.com/EnableSecurity/wafw00f/blob/master/wafw00f/plugins/f5bigipasm.py',
  },
  {
    vendor: 'Radware',
    marks: [
      { name: 'Radware Captcha Page', page: text(/^Radware (?:Captcha |Block )?Page/i) },
      { name: 'Unauthorized Request Blocked', page: tag(/^<a\b.*mailto:CloudWebSec@radware\.com/is) },
    ],
    source: 'https://github.com/EnableSecurity/wafw00f/blob/master/wafw00f/plugins/radware.py',
  },
  {
    vendor: 'Reblaze',
    marks: [{ name: 'rbzns', page: (parts) => script('window.rbzns')(parts) && script('winsocks(')(parts) }],
    source: 'https://github.com/EnableSecurity/wafw00f/blob/master/wafw00f/plugins/reblaze.py',
  },
]
