import type { LinkAnswer } from '#analyser/link-answers.ts'
import { scriptHop } from '#contract/reports/indexability.ts'
import type { StoredAnswer } from '#service/store/crawls/ending.ts'
import { batchesOf } from '#service/store/engine.ts'

/** Safety limit: answers that are kept while reports are completed. Most pages share theirs. */
const maxKeptAnswers = 20_000

/** The answers to the targets of links, each read once for the pages that share it. */
export class Answers {
  readonly #known = new Map<number, LinkAnswer | null>()

  /** Returns those that are known of some targets. */
  async of(
    targets: readonly number[],
    read: (missing: number[]) => Promise<ReadonlyMap<number, StoredAnswer>>,
  ): Promise<LinkAnswer[]> {
    // Another page's can make room meanwhile, so these are kept apart.
    const own = new Map(targets.map((target) => [target, this.#known.get(target)]))
    const missing = targets.filter((target) => own.get(target) === undefined)
    for (const batch of batchesOf(missing, 1_000)) {
      const found = await read(batch)
      for (const target of batch) own.set(target, linkAnswerOf(found.get(target)))
    }
    if (this.#known.size + missing.length > maxKeptAnswers) this.#known.clear()
    for (const target of missing) this.#known.set(target, own.get(target) ?? null)
    return targets.flatMap((target) => own.get(target) ?? [])
  }
}

/** Returns the answer to a URL as checks read it; null if it isn't known. */
function linkAnswerOf(stored: StoredAnswer | undefined): LinkAnswer | null {
  if (!stored) return null
  const { url, kind, status, end_status, redirects_to, redirect_statuses, failure, reason } = stored
  if (status === null || failure !== null) {
    if (failure === null) return null
    const isAsked = kind === 'page' || kind === 'file' || kind === 'external'
    const outcome = isAsked && !unasked.has(failure) ? 'failed' : 'not-asked'
    const reasonCode = failure as LinkAnswer['reasonCode']
    return { url, outcome, reason: reason ?? failure, reasonCode, redirects: [], finalUrl: null, status: null }
  }
  // Scripts redirect after the response.
  const hops = (redirect_statuses?.split(', ') ?? []).filter((hop) => hop !== scriptHop)
  const redirects = hops.map((hop, at, all) => ({
    url: at === 0 ? url : (redirects_to ?? url),
    status: Number(hop),
    location: at === all.length - 1 ? redirects_to : null,
  }))
  const answer = { url, outcome: 'answered', reason: null, reasonCode: null } as const
  return { ...answer, redirects, finalUrl: hops.length > 0 ? redirects_to : url, status: end_status ?? status }
}

/** Failures without a request. */
const unasked: ReadonlySet<string> = new Set(['robots', 'robots_unavailable', 'crawl_limit', 'crawl_cancelled'])
