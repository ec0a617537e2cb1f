import type { RobotsFile } from '#analyser/crawl.ts'
import { contextFor, type CrawlOptions, startSession } from './crawl-session.ts'
import { readRobots } from './robots.ts'

/** How long a crawl keeps a robots.txt, in milliseconds. */
const keptMs = 10 * 60_000
const maxKept = 100

export type RobotsFiles = (url: URL, signal: AbortSignal) => Promise<RobotsFile>

/** Returns a function that reads the robots.txt of a URL's origin and keeps it for ten minutes. */
export function createRobotsFiles(options: CrawlOptions): RobotsFiles {
  const kept = new Map<string, { file: RobotsFile; until: number }>()
  return async (url, signal) => {
    const known = kept.get(url.origin)
    if (known && known.until > performance.now()) return known.file
    const session = startSession({ ...options, signal })
    try {
      const file = await readRobots(url, contextFor(url, session), session.budget)
      if (kept.size >= maxKept) kept.clear()
      kept.set(url.origin, { file, until: performance.now() + keptMs })
      return file
    } finally {
      session.context.connections.close()
    }
  }
}
