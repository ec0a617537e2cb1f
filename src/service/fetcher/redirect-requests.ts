import { askLink, type AskLinkOptions } from './ask-link.ts'
import { hasFailed, type ReadFile, readRobotsFile } from './robots.ts'
import { createMemory, createSharedResults } from './shared-results.ts'

/** Times in milliseconds, sizes in bytes: a robots.txt serves the rows of all maps for so long. */
const [keptMs, failureMs] = [10 * 60_000, 30_000]
const memory = { maxBytes: 16 * 1024 * 1024, maxEntries: 10_000 }

/** Asks for the URLs of redirect maps, which share the robots.txt of each host. */
export function createRedirectRequests() {
  const robots = createSharedResults<ReadFile>(createMemory(memory))
  return {
    /** Like {@link askLink}. */
    ask(url: URL, options: Omit<AskLinkOptions, 'readRobotsOf'>) {
      const { identity, start: _, readRobots: __, ...session } = options
      const readRobotsOf = (target: URL, signal: AbortSignal) =>
        robots.share(`${identity?.key ?? ''} ${target.origin}`, signal, async () => {
          const value = await readRobotsFile(target, { ...session, identity, signal })
          const { file } = value
          return { value, bytes: file.text.length, keptMs: hasFailed(file) ? failureMs : keptMs }
        })
      return askLink(url, { ...options, readRobotsOf })
    },
  }
}
