import type { RobotsFile } from '../fetched-page.ts'
import { bestIcon, type IconFacts } from './link-elements.ts'
import type { MatchingWork, RobotsAccess } from './robots-rules.ts'
import { type RobotsRules, accessFor } from './robots-txt.ts'

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
