import type { Gathered, Probe, Wish } from '#analyser/gathered.ts'
import { gatherPage } from './gather.ts'
import { probe } from './probe.ts'
import type { MayAsk } from './probe-board.ts'
import type { Surroundings } from './probe-known.ts'
import { type GatherOptions, startRun } from './run.ts'

/** Everything fetched for one report: first its page, then, once that was read, what lies beside it. */
export type Gathering = {
  /** Throws PageRefused when there is no HTML page to analyse; the signal's reason when the caller gave up. */
  page(url: URL): Promise<Gathered>
  /**
   * One probe for each wish, in their order, and after a sitemap index those that it lists. Both share 30 requests and
   * 30 seconds with the page. Throws nothing but the signal's reason.
   */
  probe(page: Surroundings, wishes: Wish[]): Promise<Probe[]>
}

export function startGathering(options: GatherOptions & { mayAsk: MayAsk }): Gathering {
  const run = startRun(options)
  return {
    page: (url) => gatherPage(url, run),
    probe: (page, wishes) => probe(page, wishes, run, options.mayAsk),
  }
}
