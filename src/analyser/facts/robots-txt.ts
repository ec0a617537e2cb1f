import { domainOf } from '#contract/websites/website.ts'
import type { RobotsFile } from '../fetched-page.ts'
import {
  type Group,
  type MatchingWork,
  matchingWork,
  type RobotsLine,
  type RobotsAccess,
  ruleOf,
  rulesFor,
  accessInSteps,
} from './robots-rules.ts'
import { clip, type Cut, cutList, limits, plain } from './text.ts'

export type RobotsProblem = RobotsLine & {
  problem:
    | 'not-understood'
    | 'unknown-directive'
    | 'misspelt-directive'
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
  /** The access of Googlebot, and of a crawler the file does not name, to the final URL. */
  googlebot: RobotsAccess
  anyone: RobotsAccess
  problems: Cut<RobotsProblem>
  sitemaps: Cut<string>
}

/** Google treats this status like a server error, unlike every other 4xx. */
export const tooManyRequests = 429

/** Returns the rules of a file, none if it could not be read. */
export const rulesOf = ({ outcome, text }: RobotsFile) => parseRobots(outcome === 'found' ? text : '')

/** Returns the access to a URL and the problems of the file. The file itself is not kept. */
export function readRobots(
  { url, outcome, status, bytes }: RobotsFile,
  pageUrl: string,
  rules: RobotsRules,
  work: MatchingWork,
): RobotsFacts {
  return {
    url,
    outcome: status === tooManyRequests ? 'unavailable' : outcome,
    status,
    bytes,
    googlebot: accessFor(rules, 'googlebot', pageUrl, work),
    anyone: accessFor(rules, null, pageUrl, work),
    problems: rules.problems,
    sitemaps: rules.sitemaps,
  }
}

/** Returns the access of a crawler (null: one that no group names) to a URL. */
export function accessFor(
  { groups }: RobotsRules,
  agent: string | null,
  url: string,
  work: MatchingWork,
): RobotsAccess {
  const rules = rulesFor(groups, groupFor(groups, agent))
  return runToEnd(accessInSteps(rules, url, { isGoogle: agent !== null && isGoogleToken(agent), work }))
}

/** Matches the paths of all URLs, as in `Disallow: /` and `Disallow: /*`. */
const everyPath = /^(?:\*?\/?\*?|\*?\/?\*\$)$/

/**
 * Returns a file without the rules that forbid a whole website. Staging servers have them, while the others are those
 * of production. Each becomes an empty rule, so that the groups stay as they are.
 */
export function withoutSiteBlocks(file: RobotsFile): RobotsFile {
  const lines = Array.from(linesOf(file.text), ({ bare }) => {
    const [key, path] = readPair(bare) ?? []
    const isBlock = path !== undefined && isDisallow(key) && everyPath.test(path.replace(/\*+/g, '*'))
    return isBlock ? 'Disallow:' : bare
  })
  return { ...file, text: lines.join('\n') }
}

/** The name of our crawler in robots.txt and in its User-Agent header. */
const ownAgent = 'seo-reports'

/**
 * Returns the reader of robots.txt for the probes of one page: everything is allowed if the file is absent, nothing if
 * the server failed, returned 429 or was unreachable (RFC 9309), or if the file takes too long to match. Parses a file
 * once and matches each URL once. An untrusted file can take long, so both work in steps, between which callers can
 * pause.
 * @param ignoredOn the domain of a website whose files forbid only parts of it, because it is judged as production
 */
export function createRobotsReader(ignoredOn: string | null = null) {
  const work = matchingWork()
  return function* (file: RobotsFile) {
    const isIgnored = ignoredOn !== null && domainOf(new URL(file.url)) === ignoredOn
    const { outcome, status, text } = isIgnored ? withoutSiteBlocks(file) : file
    const { groups } = yield* parseInSteps(outcome === 'found' ? text : '')
    const rules = rulesFor(groups, ownAgent)
    const allowed = outcome === 'found' || (outcome === 'absent' && status !== tooManyRequests)
    const results = new Map<string, RobotsAccess>()
    function* ownAccess(url: string): Generator<void, RobotsAccess> {
      const known = results.get(url)
      if (known !== undefined) return known
      const access = yield* accessInSteps(rules, url, { isGoogle: false, work })
      const found = { allowed: allowed && access.allowed === true, rule: access.rule }
      results.set(url, found)
      return found
    }
    return {
      /** Returns our own access to a URL, with the rule that decides it. */
      ownAccess,
      *canCrawl(url: string): Generator<void, boolean> {
        return (yield* ownAccess(url)).allowed === true
      },
      *googleAccess(url: string, agent: string): Generator<void, RobotsAccess | null> {
        if (!allowed) return null
        return yield* accessInSteps(rulesFor(groups, groupFor(groups, agent)), url, { isGoogle: true, work })
      },
    }
  }
}

/** Answers for one file. */
export type RobotsReader =
  ReturnType<ReturnType<typeof createRobotsReader>> extends Generator<unknown, infer Reader> ? Reader : never

/**
 * Returns the name of the group that a crawler follows: its own, Googlebot's, `*`, or null if there is none. The name
 * is cut as those in the file are: AI2Bot is “ai” in both.
 */
export function groupFor(groups: readonly Group[], agent: string | null): string | null {
  const isNamed = (name: string) => groups.some(({ agents }) => agents.includes(name))
  if (agent !== null) {
    const token = agentOf(agent)
    if (isNamed(token)) return token
    if (followsGooglebot(token) && isNamed('googlebot')) return 'googlebot'
  }
  return isNamed('*') ? '*' : null
}

/** Crawlers that follow the rules of Googlebot if no group names them, as Google and Apple document. */
const followsGooglebot = (token: string) => token.startsWith('googlebot-') || token === 'applebot'

/** True if Google's own matcher decides for the crawler. */
export const isGoogleToken = (agent: string) => /^google(?:bot)?(?:-|$)/i.test(agent)

/**
 * The rules of a robots.txt as RFC 9309 and Google's documentation define. Where Google's published matcher differs
 * from the RFC, the matcher decides for Googlebot: escapes of unreserved characters are not decoded, and Allow of
 * index.html allows its folder. As in that matcher, misspelt Disallow lines and missing colons are accepted for all
 * crawlers.
 */
export type RobotsRules = {
  groups: Group[]
  sitemaps: Cut<string>
  problems: Cut<RobotsProblem>
  /** Lines on the permitted use of content, with the crawlers of their group. */
  preferences: Cut<RobotsLine & { agents: readonly string[] }>
}

/** Google ignores the rest of a longer line. */
const maxLineLength = 2083 * 8
const quote = (text: string) => clip(text, 200)

const agentKeys = ['user-agent', 'useragent', 'user agent']
const disallowKeys = ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw']
const isDisallow = (key = '') => disallowKeys.some((name) => key.startsWith(name))
const sitemapKeys = ['sitemap', 'site-map']
/** Directives of the IETF draft on AI usage preferences, and of contentsignals.org. */
const preferenceKeys = new Set(['content-usage', 'content-signal'])
/** Directives that some crawlers use, though not all of them Google's. */
const knownKeys = new Set(
  'user-agent allow disallow sitemap crawl-delay host clean-param request-rate visit-time noindex content-signal content-usage cache-delay'.split(
    ' ',
  ),
)

/** Google's matcher accepts some misspelt directives, and those with something after them. */
const isAccepted = (key: string) =>
  [...agentKeys, ...sitemapKeys, ...disallowKeys, 'allow'].some((name) => key.startsWith(name))

export const parseRobots = (text: string): RobotsRules => runToEnd(parseInSteps(text))

export function runToEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Parses one line per step, so that the caller can pause in a long file. */
function* parseInSteps(text: string): Generator<void, RobotsRules> {
  const groups: Group[] = []
  const sitemaps = cutList<string>()
  const problems = cutList<RobotsProblem>()
  const preferences = cutList<RobotsRules['preferences']['items'][number]>()
  let group: Group | undefined
  for (const { number, bare } of linesOf(text)) {
    yield
    if (bare === '') continue
    const line = (): RobotsLine => ({ line: number, text: quote(bare) })
    const report = (problem: RobotsProblem['problem']) => problems.add(() => ({ ...line(), problem }))
    const pair = readPair(bare)
    if (!pair) {
      report('not-understood')
      continue
    }
    const [key, value] = pair
    const startsWith = (names: string[]) => names.some((name) => key.startsWith(name))
    if (!knownKeys.has(key)) report(isAccepted(key) ? 'misspelt-directive' : 'unknown-directive')
    if (startsWith(agentKeys)) {
      if (!group || group.rules.length > 0) {
        group = { line: number, agents: [], rules: [] }
        groups.push(group)
      }
      group.agents.push(agentOf(value))
      if (value === '') report('agent-empty')
    } else if (startsWith(sitemapKeys)) {
      sitemaps.add(() => clip(value, limits.url))
      if (!/^(https?|ftp):\/\/./i.test(value) || !URL.canParse(value)) report('sitemap-not-absolute')
    } else if (isDisallow(key) || key.startsWith('allow')) {
      if (value !== '' && !/^[/*]/.test(value)) report('path-without-slash')
      if (value.slice(0, -1).includes('$')) report('dollar-inside')
      if (group) group.rules.push(ruleOf(key.startsWith('allow'), value, line()))
      else report('rule-before-agent')
    } else if (preferenceKeys.has(key)) {
      const agents = group?.agents ?? []
      preferences.add(() => ({ ...line(), agents }))
    }
  }
  return { groups, sitemaps: plain(sitemaps), problems: plain(problems), preferences: plain(preferences) }
}

/** Yields every line, numbered from 1, without its comment. */
function* linesOf(text: string): Generator<{ number: number; bare: string }> {
  const lineEnd = /\r\n|\n|\r/g
  lineEnd.lastIndex = /^[\uFEFF\uFFFD]/.test(text) ? 1 : 0
  for (let number = 1, isLast = false; !isLast; number += 1) {
    const start = lineEnd.lastIndex
    const end = lineEnd.exec(text)?.index
    isLast = end === undefined
    const source = text.slice(start, Math.min(end ?? text.length, start + maxLineLength))
    yield { number, bare: source.split('#', 1)[0]?.trim() ?? '' }
  }
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
