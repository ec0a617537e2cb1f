import type { RobotsFile } from '../fetched-page.ts'
import { matchingWork, rulesFor, accessInSteps } from './robots-rules.ts'
import { parseInSteps, tooManyRequests } from './robots-txt.ts'

/** The name of our crawler in robots.txt and in its User-Agent header. */
const ownAgent = 'seo-reports'

/**
 * Returns how the probes of one page read robots.txt: everything is allowed if the file is absent, nothing if the
 * server failed, returned 429 or was unreachable (RFC 9309), or if the file takes too long to match. Parses a file once
 * and matches each URL once. An untrusted file can take long, so both work in steps, between which callers can pause.
 */
export function createRobotsReader() {
  const work = matchingWork()
  return function* ({ outcome, status, text }: RobotsFile) {
    const { groups } = yield* parseInSteps(outcome === 'found' ? text : '')
    const rules = rulesFor(groups, ownAgent)
    const allowed = outcome === 'found' || (outcome === 'absent' && status !== tooManyRequests)
    const results = new Map<string, boolean>()
    return function* canCrawl(url: string): Generator<void, boolean> {
      const known = results.get(url)
      if (known !== undefined) return known
      const access = yield* accessInSteps(rules, url, { isGoogle: false, work })
      const isAllowed = allowed && access.allowed === true
      results.set(url, isAllowed)
      return isAllowed
    }
  }
}
