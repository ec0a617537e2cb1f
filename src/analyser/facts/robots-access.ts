import type { RobotsFile } from '../crawl.ts'
import { bestIcon, type IconFacts } from './link-elements.ts'
import type { MatchingWork, RobotsVerdict } from './robots-rules.ts'
import { type RobotsRules, verdictFor } from './robots-txt.ts'

/**
 * The verdicts of robots.txt on the favicon and the home page for the crawlers that Google uses for them. Null if the
 * favicon is on another host or robots.txt could not be read.
 */
export type IconAccessFacts = { url: string; googlebotImage: RobotsVerdict; homePage: RobotsVerdict } | null

/**
 * The verdict of robots.txt for Googlebot on the canonical URL. Null if there is none, if it is on another host, or if
 * robots.txt could not be read.
 */
export type CanonicalAccessFacts = { robotsUrl: string; googlebot: RobotsVerdict } | null

export function readCanonicalAccess(
  url: string | null,
  rules: RobotsRules,
  { outcome, url: robotsUrl }: RobotsFile,
  work: MatchingWork,
): CanonicalAccessFacts {
  if (url === null || outcome !== 'found' || new URL(url).origin !== new URL(robotsUrl).origin) return null
  return { robotsUrl, googlebot: verdictFor(rules, 'googlebot', url, work) }
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
    googlebotImage: verdictFor(rules, 'googlebot-image', url, work),
    homePage: verdictFor(rules, 'googlebot', `${origin}/`, work),
  }
}
