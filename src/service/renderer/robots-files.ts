import { LRUCache } from 'lru-cache'
import type { RobotsFile } from '#analyser/fetched-page.ts'
import type { SessionOptions } from '#service/fetcher/fetch-session.ts'
import { sharedKeyOf } from '#service/fetcher/identity.ts'
import { hasFailed, readRobotsFile } from '#service/fetcher/robots.ts'

/** Times in milliseconds for which a file is kept, and one that couldn't be read. */
const keptMs = 10 * 60_000
const keptFailureMs = 30_000

export type RobotsFilesOf = (url: URL, options: SessionOptions) => Promise<RobotsFile>

/** Returns a function that reads the robots.txt of a URL's origin and keeps it. */
export function createRobotsFiles(): RobotsFilesOf {
  const kept = new LRUCache<string, Promise<RobotsFile>>({ max: 200, ttl: keptMs })
  const read: RobotsFilesOf = (url, options) => {
    const key = sharedKeyOf(url, options.identity) + url.origin
    const known = kept.get(key)
    // The page for which it was read can be closed in between.
    if (known) return known.catch(() => read(url, options))
    const reading = readRobotsFile(url, options).then(({ file }) => file)
    kept.set(key, reading)
    reading.then(
      (file) => hasFailed(file) && kept.set(key, reading, { ttl: keptFailureMs }),
      () => kept.delete(key),
    )
    return reading
  }
  return read
}
