import type { RobotsFile } from '../crawl.ts'
import type { RobotsFacts } from '../page-facts.ts'
import { parseRobots, verdictFor } from './robots-file.ts'
import { clip, cutList, limits, plain } from './text.ts'

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
