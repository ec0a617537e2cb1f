import { setTimeout as pause } from 'node:timers/promises'
import type { RobotsFile } from '#analyser/fetched-page.ts'
import { contextFor, type SessionOptions, startSession } from '../fetch-session.ts'
import { fetchRobots } from './robots.ts'

/** How long a crawl keeps a robots.txt, in milliseconds. */
const keptMs = 10 * 60_000
/** A file that can't be read stops a crawl, so it is requested again, after a pause and later. */
const failure = { retryMs: 1_000, keptMs: 30_000 }
const maxKept = 100

export type RobotsFiles = (url: URL, signal: AbortSignal) => Promise<RobotsFile>

const hasFailed = ({ outcome }: RobotsFile) => outcome === 'unavailable' || outcome === 'unreachable'

/** Returns a function that reads the robots.txt of a URL's origin and keeps it for ten minutes. */
export function createRobotsFiles(options: SessionOptions): RobotsFiles {
  const kept = new Map<string, { file: RobotsFile; until: number }>()
  const read = async (url: URL, signal: AbortSignal) => {
    const session = startSession({ ...options, signal })
    try {
      return await fetchRobots(url, contextFor(url, session), session.budget)
    } finally {
      session.context.connections.close()
    }
  }
  return async (url, signal) => {
    const known = kept.get(url.origin)
    if (known && known.until > performance.now()) return known.file
    let file = await read(url, signal)
    if (hasFailed(file)) {
      await pause(failure.retryMs, undefined, { signal })
      file = await read(url, signal)
    }
    if (kept.size >= maxKept) kept.clear()
    kept.set(url.origin, { file, until: performance.now() + (hasFailed(file) ? failure.keptMs : keptMs) })
    return file
  }
}
