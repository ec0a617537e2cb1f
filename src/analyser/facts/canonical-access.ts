import type { RobotsFile } from '../crawl.ts'
import type { MatchingWork, RobotsVerdict } from './robots-rules.ts'
import { type RobotsRules, verdictFor } from './robots-txt.ts'

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
