import { LRUCache } from 'lru-cache'
import type { RobotsFile } from '#analyser/fetched-page.ts'
import type { SessionOptions } from '#service/fetcher/fetch-session.ts'
import { hasFailed, readRobotsFile, type RobotsFiles } from '#service/fetcher/robots.ts'

/** Times in milliseconds for which a file is kept, and one that couldn't be read. */
const keptMs = 10 * 60_000
const keptFailureMs = 30_000

/** Returns a function that reads the robots.txt of a URL's origin and keeps it. */
export function createRobotsFiles(options: SessionOptions): RobotsFiles {
  const kept = new LRUCache<string, Promise<RobotsFile>>({ max: 200, ttl: keptMs })
  return (url, signal) => {
    const { origin } = url
    const known = kept.get(origin)
    if (known) return known
    const reading = readRobotsFile(url, { ...options, signal }).then(({ file }) => file)
    kept.set(origin, reading)
    reading.then(
      (file) => hasFailed(file) && kept.set(origin, reading, { ttl: keptFailureMs }),
      () => kept.delete(origin),
    )
    return reading
  }
}
