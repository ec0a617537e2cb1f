import { parseRobots, type RobotsRules, verdictFor } from './facts/robots-file.ts'
import { tooManyRequests } from './facts/robots.ts'
import type { RobotsFile } from './crawl.ts'

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
