import { parseRobots, type RobotsRules, verdictFor } from './facts/robots-file.ts'
import { tooManyRequests } from './facts/robots.ts'
import type { RobotsFile } from './gathered.ts'

/** The name by which a robots.txt speaks to our own crawler; its User-Agent header carries it too. */
export const ownAgent = 'seo-reports'

const parsed = new WeakMap<RobotsFile, RobotsRules>()

/**
 * Whether our own crawler may ask an address, by the robots.txt of that address's origin (RFC 9309): all where the file is
 * absent, nothing where the server failed, refused for too many requests or could not be reached. A file handed in again
 * is not read again.
 */
export function mayAsk(robots: RobotsFile, url: string): boolean {
  if (!URL.canParse(url)) return false
  if (robots.outcome === 'absent') return robots.status !== tooManyRequests
  if (robots.outcome !== 'found') return false
  let rules = parsed.get(robots)
  if (!rules) {
    rules = parseRobots(robots.text)
    parsed.set(robots, rules)
  }
  return verdictFor(rules, ownAgent, url).allowed
}
