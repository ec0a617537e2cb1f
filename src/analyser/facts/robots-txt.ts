import type { RobotsFile } from '../crawl.ts'
import { clip, type Cut, cutList, limits, plain } from './text.ts'

export type RobotsVerdict = {
  allowed: boolean
  /** The deciding rule; null if none matches. */
  rule: RobotsLine | null
}

export type RobotsLine = { line: number; text: string }

export type RobotsProblem = RobotsLine & {
  problem:
    | 'not-understood'
    | 'unknown-directive'
    | 'rule-before-agent'
    | 'path-without-slash'
    | 'sitemap-not-absolute'
    | 'agent-empty'
    | 'dollar-inside'
}

export type RobotsFacts = {
  url: string
  outcome: 'found' | 'absent' | 'unavailable' | 'unreachable'
  status: number | null
  bytes: number
  /** The verdicts for Googlebot, and for a crawler the file does not name, on the final URL. */
  googlebot: RobotsVerdict
  anyone: RobotsVerdict
  problems: Cut<RobotsProblem>
  sitemaps: Cut<string>
}

/** Google treats this status like a server error, unlike every other 4xx. */
export const tooManyRequests = 429

/** Returns the verdicts on a URL and the problems of the file. The file itself is not kept. */
export function readRobots({ url, outcome, status, text, bytes }: RobotsFile, pageUrl: string): RobotsFacts {
  const rules = parseRobots(outcome === 'found' ? text : '')
  const problems = cutList<RobotsFacts['problems']['items'][number]>()
  for (const problem of rules.problems) problems.add(() => problem)
  const sitemaps = cutList<string>()
  for (const sitemap of rules.sitemaps) sitemaps.add(() => clip(sitemap, limits.url))
  return {
    url,
    outcome: status === tooManyRequests ? 'unavailable' : outcome,
    status,
    bytes,
    googlebot: verdictFor(rules, 'googlebot', pageUrl),
    anyone: verdictFor(rules, null, pageUrl),
    problems: plain(problems),
    sitemaps: plain(sitemaps),
  }
}

/**
 * The rules of a robots.txt as RFC 9309 and Google's documentation define. Where Google's published matcher differs
 * from the RFC, Googlebot is judged by the matcher: escapes of unreserved characters are not decoded, and Allow of
 * index.html allows its folder. As in that matcher, misspelt Disallow lines and missing colons are accepted for all
 * crawlers.
 */
export type Rule = { allow: boolean; pattern: string; line: RobotsLine }
export type Group = { agents: string[]; rules: Rule[] }
export type RobotsRules = { groups: Group[]; sitemaps: string[]; problems: RobotsProblem[] }

/** Google ignores the rest of a longer line. */
const lineLimit = 2083 * 8
const quote = (text: string) => clip(text, 200)

const agentKeys = ['user-agent', 'useragent', 'user agent']
const disallowKeys = ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw']
const sitemapKeys = ['sitemap', 'site-map']
/** Directives that some crawlers use, though not all of them Google's. */
const knownKeys = new Set(
  'user-agent allow disallow sitemap crawl-delay host clean-param request-rate visit-time noindex content-signal cache-delay'.split(
    ' ',
  ),
)

export function parseRobots(text: string): RobotsRules {
  const groups: Group[] = []
  const sitemaps: string[] = []
  const problems: RobotsProblem[] = []
  let group: Group | undefined
  let number = 0
  for (const raw of text.replace(/^[\uFEFF\uFFFD]/, '').split(/\r\n|\n|\r/)) {
    number++
    const source = raw.slice(0, lineLimit)
    const bare = source.split('#', 1)[0]?.trim() ?? ''
    if (bare === '') continue
    const line = { line: number, text: quote(bare) }
    const report = (problem: RobotsProblem['problem']) => problems.push({ ...line, problem })
    const pair = readPair(bare)
    if (!pair) {
      report('not-understood')
      continue
    }
    const [key, value] = pair
    const startsWith = (names: string[]) => names.some((name) => key.startsWith(name))
    if (!knownKeys.has(key)) report('unknown-directive')
    if (startsWith(agentKeys)) {
      if (!group || group.rules.length > 0) {
        group = { agents: [], rules: [] }
        groups.push(group)
      }
      group.agents.push(agentOf(value))
      if (value === '') report('agent-empty')
    } else if (startsWith(sitemapKeys)) {
      sitemaps.push(value)
      if (!/^(https?|ftp):\/\/./i.test(value) || !URL.canParse(value)) report('sitemap-not-absolute')
    } else if (startsWith(disallowKeys) || key.startsWith('allow')) {
      if (value !== '' && !/^[/*]/.test(value)) report('path-without-slash')
      if (value.slice(0, -1).includes('$')) report('dollar-inside')
      if (group) group.rules.push({ allow: key.startsWith('allow'), pattern: normalisePath(value), line })
      else report('rule-before-agent')
    }
  }
  return { groups, sitemaps, problems }
}

function readPair(bare: string): [key: string, value: string] | null {
  const colon = bare.indexOf(':')
  if (colon >= 0) {
    const key = bare.slice(0, colon).trim().toLowerCase()
    return key ? [key, bare.slice(colon + 1).trim()] : null
  }
  const words = bare.split(/[ \t]+/)
  return words.length === 2 ? [(words[0] ?? '').toLowerCase(), words[1] ?? ''] : null
}

/** Returns the product token in lower case, or `*`, which anything can follow after a space. */
const agentOf = (value: string) =>
  /^\*(\s|$)/.test(value) ? '*' : (/^[a-zA-Z_-]*/.exec(value)?.[0] ?? '').toLowerCase()

/** Escapes the characters that URLs escape, and writes escapes in upper case. */
const normalisePath = (path: string) =>
  path
    .replace(/[^!#-;=?-[\]_a-z~]+/gu, (letters) => encodeURIComponent(letters.toWellFormed()))
    .replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())

/**
 * Decodes the escapes of unreserved characters (RFC 9309, section 2.2.2), and those of * and $, which mean the
 * characters themselves.
 */
const unescapePlain = (text: string) =>
  text.replace(/%[0-9A-F]{2}/g, (escape) => {
    const letter = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    return /[\w.~*$-]/.test(letter) ? letter : escape
  })

/** How paths are compared: as they are for Google, without needless escapes for all others. */
type Comparison = { google: boolean; path: string }

/**
 * Returns the verdict for a crawler on a URL. The groups that name the crawler, taken together, replace those for `*`.
 */
export function verdictFor({ groups }: RobotsRules, agent: string | null, url: string): RobotsVerdict {
  const named = (name: string) => groups.filter(({ agents }) => agents.includes(name))
  const name = agent?.toLowerCase() ?? null
  const own = name === null ? [] : named(name)
  const comparison = comparisonOf(url, name === 'googlebot')
  let best: Rule | undefined
  let length = 0
  if (comparison.path === '/robots.txt') return { allowed: true, rule: null }
  for (const rule of (own.length > 0 ? own : named('*')).flatMap(({ rules }) => rules)) {
    const match = matchLength(rule, comparison)
    if (match > length || (match === length && match > 0 && rule.allow && best?.allow === false)) {
      best = rule
      length = match
    }
  }
  return { allowed: best?.allow ?? true, rule: best?.line ?? null }
}

function comparisonOf(url: string, google: boolean): Comparison {
  const { pathname, search } = new URL(url)
  const path = normalisePath(pathname + search)
  return { google, path: google ? path : unescapePlain(path) }
}

/** Returns the length of the match, or 0 if the rule does not match. */
function matchLength({ allow, pattern }: Rule, comparison: Comparison): number {
  if (matches(pattern, comparison)) return pattern.length
  const slash = pattern.lastIndexOf('/')
  if (!comparison.google || !allow || slash < 0 || !pattern.startsWith('/index.htm', slash)) return 0
  return matches(`${pattern.slice(0, slash + 1)}$`, comparison) ? slash + 2 : 0
}

/**
 * Whether the pattern matches from the start of the path. Between stars the earliest match is always right, so one pass
 * suffices. Only the part at the end is compared there.
 */
function matches(pattern: string, { google, path }: Comparison): boolean {
  const anchored = pattern.endsWith('$')
  const parts = (anchored ? pattern.slice(0, -1) : pattern).split('*')
  const [first = '', ...rest] = google ? parts : parts.map(unescapePlain)
  if (!path.startsWith(first)) return false
  const last = anchored ? rest.pop() : undefined
  if (anchored && last === undefined) return path.length === first.length
  let at = first.length
  for (const part of rest) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return last === undefined || (path.endsWith(last) && path.length - last.length >= at)
}

/** The name of our crawler in robots.txt and in its User-Agent header. */
export const ownAgent = 'seo-reports'

/**
 * Safety limit: matching takes time in the product of wildcards and URL length. A file beyond it is hostile and forbids
 * everything.
 */
const wildcardLimit = 50_000_000

type Parsed = { rules: RobotsRules; wildcards: number }
/** Parsed files by the object handed in. Entries go with their file. */
const parsed = new WeakMap<RobotsFile, Parsed>()

/**
 * Whether our crawler can fetch a URL, by the robots.txt of its origin (RFC 9309): everything if the file is absent,
 * nothing if the server failed, returned 429 or was unreachable. Parses each file once.
 */
export function mayCrawl(robots: RobotsFile, url: string): boolean {
  if (!URL.canParse(url)) return false
  if (robots.outcome === 'absent') return robots.status !== tooManyRequests
  if (robots.outcome !== 'found') return false
  const { rules, wildcards } = parsed.get(robots) ?? parse(robots)
  return wildcards * url.length <= wildcardLimit && verdictFor(rules, ownAgent, url).allowed
}

function parse(robots: RobotsFile): Parsed {
  const rules = parseRobots(robots.text)
  const patterns = rules.groups.flatMap((group) => group.rules.map(({ pattern }) => pattern))
  const wildcards = patterns.reduce((sum, pattern) => sum + (pattern.includes('*') ? pattern.length : 0), 0)
  const made = { rules, wildcards }
  parsed.set(robots, made)
  return made
}
