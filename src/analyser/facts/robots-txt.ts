import type { RobotsFile } from '../crawl.ts'
import { clip, type Cut, cutList, limits, plain } from './text.ts'

export type RobotsVerdict = {
  allowed: boolean
  /** The deciding rule; null when none matches. */
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
  /** What the file says to Googlebot, and to a crawler it does not name, about the final URL. */
  googlebot: RobotsVerdict
  anyone: RobotsVerdict
  problems: Cut<RobotsProblem>
  sitemaps: Cut<string>
}

/** Read by Google as if the server had failed, unlike every other 4xx. */
export const tooManyRequests = 429

/** What robots.txt says about one address, and what is wrong with the file; the file itself is not kept. */
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
 * robots.txt as RFC 9309 and Google's documentation read it. Where Google's published matcher differs from the RFC, each is
 * judged by its own: for Googlebot escapes of plain letters are not undone, and Allow of index.html allows its folder.
 * For everybody misspelt Disallow lines count and a colon may be missing, as in that matcher.
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
/** Spelt right, and used by some crawler, though not all of them by Google's. */
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

/** The product token, lower case, or `*`, which may be followed by anything after a space. */
const agentOf = (value: string) =>
  /^\*(\s|$)/.test(value) ? '*' : (/^[a-zA-Z_-]*/.exec(value)?.[0] ?? '').toLowerCase()

/** What stands only escaped in an address becomes escapes here too, and escapes get upper case digits. */
const normalisePath = (path: string) =>
  path
    .replace(/[^!#-;=?-[\]_a-z~]+/gu, (letters) => encodeURIComponent(letters.toWellFormed()))
    .replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())

/** Undoes the escapes that RFC 9309, section 2.2.2, wants undone, and those of * and $, which mean the characters themselves. */
const unescapePlain = (text: string) =>
  text.replace(/%[0-9A-F]{2}/g, (escape) => {
    const letter = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    return /[\w.~*$-]/.test(letter) ? letter : escape
  })

/** How literal text is compared: as it is for Google, without needless escapes for all others. */
type Reading = { google: boolean; path: string }

/** What the rules say to a crawler about an address; its own groups, taken together, count before those for `*`. */
export function verdictFor({ groups }: RobotsRules, agent: string | null, url: string): RobotsVerdict {
  const named = (name: string) => groups.filter(({ agents }) => agents.includes(name))
  const name = agent?.toLowerCase() ?? null
  const own = name === null ? [] : named(name)
  const reading = readingOf(url, name === 'googlebot')
  let best: Rule | undefined
  let length = 0
  if (reading.path === '/robots.txt') return { allowed: true, rule: null }
  for (const rule of (own.length > 0 ? own : named('*')).flatMap(({ rules }) => rules)) {
    const match = matchLength(rule, reading)
    if (match > length || (match === length && match > 0 && rule.allow && best?.allow === false)) {
      best = rule
      length = match
    }
  }
  return { allowed: best?.allow ?? true, rule: best?.line ?? null }
}

function readingOf(url: string, google: boolean): Reading {
  const { pathname, search } = new URL(url)
  const path = normalisePath(pathname + search)
  return { google, path: google ? path : unescapePlain(path) }
}

/** 0 when the rule does not match. */
function matchLength({ allow, pattern }: Rule, reading: Reading): number {
  if (matches(pattern, reading)) return pattern.length
  const slash = pattern.lastIndexOf('/')
  if (!reading.google || !allow || slash < 0 || !pattern.startsWith('/index.htm', slash)) return 0
  return matches(`${pattern.slice(0, slash + 1)}$`, reading) ? slash + 2 : 0
}

/**
 * Whether the pattern matches from the start of the path. Between stars the earliest place is always right, so one pass
 * suffices; only what must stand at the end is compared there.
 */
function matches(pattern: string, { google, path }: Reading): boolean {
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

/** The name by which a robots.txt speaks to our own crawler; its User-Agent header carries it too. */
export const ownAgent = 'seo-reports'

/** Comparing takes time in the product of both; a file beyond this is made to cost time, and is not judged. */
const wildcardLimit = 50_000_000

type Known = { rules: RobotsRules; wildcards: number }
const known = new WeakMap<RobotsFile, Known>()

/**
 * Whether our own crawler may ask an address, by the robots.txt of that address's origin (RFC 9309): all where the file is
 * absent, nothing where the server failed, refused for too many requests or could not be reached. A file handed in again
 * is not read again.
 */
export function mayCrawl(robots: RobotsFile, url: string): boolean {
  if (!URL.canParse(url)) return false
  if (robots.outcome === 'absent') return robots.status !== tooManyRequests
  if (robots.outcome !== 'found') return false
  const { rules, wildcards } = known.get(robots) ?? read(robots)
  return wildcards * url.length <= wildcardLimit && verdictFor(rules, ownAgent, url).allowed
}

function read(robots: RobotsFile): Known {
  const rules = parseRobots(robots.text)
  const patterns = rules.groups.flatMap((group) => group.rules.map(({ pattern }) => pattern))
  const wildcards = patterns.reduce((sum, pattern) => sum + (pattern.includes('*') ? pattern.length : 0), 0)
  const made = { rules, wildcards }
  known.set(robots, made)
  return made
}
