import type { Crawl, Probe, ProbeRequest } from '#analyser/crawl.ts'
import { gatherPage } from './gather.ts'
import { probe } from './probe.ts'
import type { MayCrawl } from './probe-board.ts'
import type { Surroundings } from './probe-known.ts'
import { type GatherOptions, startRun } from './run.ts'

/** Everything fetched for one report: first its page, then, once that was read, what lies beside it. */
export type Gathering = {
  /** Throws PageRefused when there is no HTML page to analyse; the signal's reason when the caller gave up. */
  page(url: URL): Promise<Crawl>
  /**
   * One probe for each wish, in their order, and after a sitemap index those that it lists. Both share 30 requests and
   * 30 seconds with the page. Throws nothing but the signal's reason.
   */
  probe(page: Surroundings, wishes: ProbeRequest[]): Promise<Probe[]>
}

export function startGathering(options: GatherOptions & { mayCrawl: MayCrawl }): Gathering {
  const run = startRun(options)
  return {
    page: (url) => gatherPage(url, run),
    probe: (page, wishes) => probe(page, wishes, run, options.mayCrawl),
  }
}
