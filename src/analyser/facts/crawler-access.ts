import type { Header, RobotsFile } from '../fetched-page.ts'
import { aiCrawlers } from './ai-crawlers.ts'
import { bestIcon, type IconFacts } from './link-elements.ts'
import { accessInSteps, type MatchingWork, type RobotsAccess, type RobotsLine, rulesFor } from './robots-rules.ts'
import { accessFor, groupFor, isGoogleToken, type RobotsRules, runToEnd, tooManyRequests } from './robots-txt.ts'
import { clip, type Cut, cutList, limits, plain } from './text.ts'

/** The answer of robots.txt about the page and one crawler. */
export type CrawlerAccess = {
  token: string
  /** Null if the file takes too long to match. */
  allowed: boolean | null
  /** The deciding rule; null if none matches. */
  rule: RobotsLine | null
  /** The group that the crawler follows, in lower case: its own, `googlebot` or `*`. Null if there is none. */
  group: string | null
}

/** A statement on the permitted use of content. `line` and `agents` are those of robots.txt. */
export type UsagePreference = {
  source: 'robots' | 'header'
  name: 'content-usage' | 'content-signal'
  value: string
  line: number | null
  agents: string[]
}

export type CrawlerAccessFacts = {
  /** The access of Google's two crawlers and the AI crawlers. Empty if robots.txt could not be read. */
  verdicts: CrawlerAccess[]
  /** The groups in the first 16 KiB, so that later versions can evaluate further crawlers. */
  groups: Cut<{ line: number; agents: string[]; rules: RobotsLine[] }>
  preferences: Cut<UsagePreference>
}

export const crawlerTokens: readonly string[] = [
  'Googlebot',
  'Googlebot-Image',
  ...aiCrawlers.map(({ token }) => token),
]

/** Safety limit in UTF-16 units: longer files are lists of paths, with few rules about crawlers. */
const maxKeptLength = 16 * 1024
/** Safety limits: a group can name thousands of crawlers, and have thousands of lines. */
const maxKeptAgents = 100
const maxKeptPreferences = { lines: 50, agents: 10 }

export function readCrawlerAccess(
  { outcome, status, text }: RobotsFile,
  rules: RobotsRules,
  headers: Header[],
  { finalUrl, work }: { finalUrl: string; work: MatchingWork },
): CrawlerAccessFacts {
  const isKnown = outcome === 'found' || (outcome === 'absent' && status !== tooManyRequests)
  return {
    verdicts: isKnown ? accessOfCrawlers(rules, finalUrl, work) : [],
    groups: keptGroups(rules, text),
    preferences: readPreferences(rules, headers),
  }
}

/** Returns the access of every crawler. Crawlers that follow the same group have the same access. */
function accessOfCrawlers({ groups }: RobotsRules, url: string, work: MatchingWork): CrawlerAccess[] {
  const known = new Map<string, RobotsAccess>()
  return crawlerTokens.map((token) => {
    const group = groupFor(groups, token)
    const isGoogle = isGoogleToken(token)
    const key = `${isGoogle} ${group}`
    const access = known.get(key) ?? runToEnd(accessInSteps(rulesFor(groups, group), url, { isGoogle, work }))
    known.set(key, access)
    return { token, ...access, group }
  })
}

function keptGroups({ groups }: RobotsRules, text: string): CrawlerAccessFacts['groups'] {
  const kept = cutList<CrawlerAccessFacts['groups']['items'][number]>()
  const start = text.slice(0, maxKeptLength).split(/\r\n|\n|\r/)
  const lastLine = text.length > maxKeptLength ? start.length - 1 : start.length
  for (const { line, agents, rules } of groups) {
    if (line > lastLine) break
    kept.add(() => ({
      line,
      agents: agents.slice(0, maxKeptAgents).map((agent) => clip(agent, 60)),
      rules: rules.flatMap((rule) => (rule.line.line > lastLine ? [] : [rule.line])),
    }))
  }
  return { items: plain(kept).items, total: groups.length }
}

function readPreferences({ preferences }: RobotsRules, headers: Header[]): CrawlerAccessFacts['preferences'] {
  const list = cutList<UsagePreference>()
  for (const { line, text, agents } of preferences.items.slice(0, maxKeptPreferences.lines)) {
    const colon = text.indexOf(':')
    list.add(() => ({
      source: 'robots',
      name: preferenceNameOf(text.slice(0, colon)),
      value: text.slice(colon + 1).trim(),
      line,
      agents: agents.slice(0, maxKeptPreferences.agents).map((agent) => clip(agent, 60)),
    }))
  }
  for (const [name, value] of headers) {
    if (name !== 'content-usage' && name !== 'content-signal') continue
    list.add(() => ({ source: 'header', name, value: clip(value, limits.text), line: null, agents: [] }))
  }
  return plain(list)
}

const preferenceNameOf = (key: string) => (/usage/i.test(key) ? 'content-usage' : 'content-signal')

/**
 * The access to the favicon and the home page of the crawlers that Google uses for them. Null if the
 * favicon is on another host or robots.txt could not be read.
 */
export type IconAccessFacts = { url: string; googlebotImage: RobotsAccess; homePage: RobotsAccess } | null

/**
 * The access of Googlebot to the canonical URL. Null if there is none, if it is on another host, or if
 * robots.txt could not be read.
 */
export type CanonicalAccessFacts = { robotsUrl: string; googlebot: RobotsAccess } | null

export function readCanonicalAccess(
  url: string | null,
  rules: RobotsRules,
  { outcome, url: robotsUrl }: RobotsFile,
  work: MatchingWork,
): CanonicalAccessFacts {
  if (url === null || outcome !== 'found' || new URL(url).origin !== new URL(robotsUrl).origin) return null
  return { robotsUrl, googlebot: accessFor(rules, 'googlebot', url, work) }
}

export function readIconAccess(
  icons: IconFacts,
  rules: RobotsRules,
  { outcome }: RobotsFile,
  { finalUrl, work }: { finalUrl: string; work: MatchingWork },
): IconAccessFacts {
  const { origin } = new URL(finalUrl)
  const url = bestIcon(icons)?.url ?? `${origin}/favicon.ico`
  if (new URL(url).origin !== origin || (outcome !== 'found' && outcome !== 'absent')) return null
  return {
    url,
    googlebotImage: accessFor(rules, 'googlebot-image', url, work),
    homePage: accessFor(rules, 'googlebot', `${origin}/`, work),
  }
}
