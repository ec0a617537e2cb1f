import { askLink, type LinkAnswer } from './ask-link.ts'
import type { SessionOptions } from './fetch-session.ts'
import type { ReadRobots } from './probes/progress.ts'
import { createResponseCache, type RunCached } from './probes/response-cache.ts'
import { createRobotsFiles, type RobotsFiles } from './robots.ts'

/** What the pages of one crawl share, so that nothing is asked twice. */
export type CrawlShare = {
  robotsFiles: RobotsFiles
  runCached: RunCached
  /**
   * Asks for the target of a link, once in the crawl.
   * @param options.start the page that the crawl started from
   * @throws the signal's reason
   */
  askLink(url: URL, options: { start: URL; requester: string; signal: AbortSignal }): Promise<LinkAnswer>
}

export type CrawlRequests = {
  /** Returns what a crawl shares. It is forgotten after ten minutes without use. */
  of(crawl: number): CrawlShare
  forget(crawl: number): void
}

const maxIdleMs = 10 * 60_000

/** @param readRobots creates the reader of a robots.txt */
export function createCrawlRequests(options: SessionOptions, readRobots: () => ReadRobots): CrawlRequests {
  const crawls = new Map<number, { share: CrawlShare; forgetting: NodeJS.Timeout }>()
  const forget = (crawl: number) => {
    clearTimeout(crawls.get(crawl)?.forgetting)
    crawls.delete(crawl)
  }
  return {
    of(crawl) {
      const known = crawls.get(crawl)
      if (known) {
        known.forgetting.refresh()
        return known.share
      }
      const share = createShare(options, readRobots)
      crawls.set(crawl, { share, forgetting: setTimeout(() => forget(crawl), maxIdleMs).unref() })
      return share
    },
    forget,
  }
}

function createShare(options: SessionOptions, readRobots: () => ReadRobots): CrawlShare {
  const robotsFiles = createRobotsFiles(options)
  const cache = createResponseCache({ maxAgeMs: Infinity, caches: () => true })
  const answers = new Map<string, Promise<LinkAnswer>>()
  return {
    robotsFiles,
    runCached: cache.forPage(''),
    askLink(url, { start, requester, signal }) {
      const known = answers.get(url.href)
      if (known) return known
      const answer = askLink(url, { ...options, start, requester, signal, robotsFiles, readRobots: readRobots() })
      answers.set(url.href, answer)
      answer.then(
        ({ outcome }) => outcome === 'failed' && answers.delete(url.href),
        () => answers.delete(url.href),
      )
      return answer
    },
  }
}
