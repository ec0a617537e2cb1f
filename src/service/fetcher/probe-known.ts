import type { Crawl, RobotsFile } from '#analyser/crawl.ts'
import { PageRefused } from './page-refused.ts'
import { type Errand, fullnessOf, type Reached, seen } from './probe-step.ts'
import { startTrail, type Trail } from './probe-trail.ts'
import { fileOf, noFile, robotsUrlOf } from './robots.ts'

/** What is known of the page when what lies beside it is asked. */
export type Surroundings = Pick<Crawl, 'finalUrl' | 'status' | 'headers' | 'redirects' | 'robots'>

type Outcome = { reached: Reached } | { error: unknown }

/** Answers of this run: no address is asked a second time, unless more of its answer is wanted. */
export function rememberAnswers(page: Surroundings) {
  const outcomes = new Map<string, Outcome>()
  outcomes.set(page.finalUrl, { reached: seen(page.status, page.headers) })
  for (const { url, status, location } of page.redirects) {
    if (location !== null) outcomes.set(url, { reached: seen(status, [['location', location]]) })
  }
  return {
    keep: (url: URL, errand: Errand, outcome: Outcome) => outcomes.set(keyOf(url, errand), outcome),
    find(url: URL, errand: Errand): Outcome | undefined {
      const outcome = outcomes.get(keyOf(url, errand))
      return outcome && 'reached' in outcome && outcome.reached.fullness < fullnessOf(errand) ? undefined : outcome
    },
  }
}

/** Handshakes and robots.txt are asked apart from pages. */
export const keyOf = (url: URL, { read }: Errand) =>
  read === 'handshake' || read === 'robots' ? `${read} ${url.href}` : url.href

/** robots.txt of each host, read once, whatever the scheme by which it was first asked. */
export function rememberRobots(page: Surroundings, mostRedirects: number) {
  const files = new Map<string, RobotsFile>([[new URL(page.finalUrl).host, page.robots]])
  const trails = new Map<string, Trail>()
  return {
    /** The trails that lead to those that are not read yet. */
    trails: () => [...trails.values()],
    fileFor(url: URL): RobotsFile | undefined {
      const trail = trails.get(url.host)
      if (trail?.end) {
        files.set(url.host, robotsOf(trail.end, robotsUrlOf(url), mostRedirects))
        trails.delete(url.host)
      }
      return files.get(url.host)
    },
    isBegun: (url: URL) => trails.has(url.host),
    begin(url: URL): Trail {
      const trail = startTrail({ purpose: 'link', read: 'robots' }, robotsUrlOf(url))
      trails.set(url.host, trail)
      return trail
    },
  }
}

function robotsOf(end: NonNullable<Trail['end']>, url: URL, mostRedirects: number): RobotsFile {
  if ('reached' in end)
    return end.reached.answer ? fileOf(url, end.reached.answer) : noFile(url, undefined, mostRedirects)
  return noFile(url, end.error instanceof PageRefused ? end.error.sentence : undefined, mostRedirects)
}
