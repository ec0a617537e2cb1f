import type { RobotsLine, RobotsProblem, RobotsVerdict } from '../page-facts.ts'
import { clip } from './text.ts'

/**
 * robots.txt as RFC 9309 and Google's documentation read it. Where they differ Google's published matcher is followed:
 * misspelt Disallow lines count, a colon may be missing, escapes of plain letters are not undone, and Allow of
 * index.html allows its folder.
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
const knownKeys = new Set('user-agent allow disallow sitemap crawl-delay host clean-param request-rate visit-time noindex content-signal cache-delay'.split(' '))

export function parseRobots(text: string): RobotsRules {
  const groups: Group[] = []
  const sitemaps: string[] = []
  const problems: RobotsProblem[] = []
  let group: Group | undefined
  let number = 0
  for (const raw of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
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
    } else if (startsWith(sitemapKeys)) {
      sitemaps.push(value)
      if (!URL.canParse(value)) report('sitemap-not-absolute')
    } else if (startsWith(disallowKeys) || key.startsWith('allow')) {
      if (value !== '' && !/^[/*]/.test(value)) report('path-without-slash')
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
const agentOf = (value: string) => (/^\*(\s|$)/.test(value) ? '*' : (/^[a-zA-Z_-]*/.exec(value)?.[0] ?? '').toLowerCase())

/** Octets beyond ASCII become escapes, and escapes get upper case digits. */
const normalisePath = (path: string) =>
  path.replace(/[\u0080-\u{10FFFF}]+/gu, (letters) => encodeURIComponent(letters.toWellFormed())).replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())

/** What the rules say to a crawler about an address; its own groups, taken together, count before those for `*`. */
export function verdictFor({ groups }: RobotsRules, agent: string | null, url: string): RobotsVerdict {
  const named = (name: string) => groups.filter(({ agents }) => agents.includes(name))
  const own = agent === null ? [] : named(agent.toLowerCase())
  const path = pathOf(url)
  let best: Rule | undefined
  let length = 0
  for (const rule of (own.length > 0 ? own : named('*')).flatMap(({ rules }) => rules)) {
    const match = matchLength(rule, path)
    if (match > length || (match === length && match > 0 && rule.allow && best?.allow === false)) {
      best = rule
      length = match
    }
  }
  return { allowed: best?.allow ?? true, rule: best?.line ?? null }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return normalisePath(pathname + search)
}

/** 0 when the rule does not match. */
function matchLength({ allow, pattern }: Rule, path: string): number {
  if (matches(pattern, path)) return pattern.length
  const slash = pattern.lastIndexOf('/')
  if (!allow || slash < 0 || !pattern.startsWith('/index.htm', slash)) return 0
  return matches(`${pattern.slice(0, slash + 1)}$`, path) ? slash + 2 : 0
}

/**
 * Whether the pattern matches from the start of the path. Between stars the earliest place is always right, so one pass
 * suffices; only what must stand at the end is compared there.
 */
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$')
  const [first = '', ...rest] = (anchored ? pattern.slice(0, -1) : pattern).split('*')
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
