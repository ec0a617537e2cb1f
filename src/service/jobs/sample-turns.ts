import { LRUCache } from 'lru-cache'
import { decideRender, type RenderDecision, type RenderSample } from '#analyser/render-decision.ts'
import { orAborted } from '#service/fetcher/timing.ts'

/** What samples showed counts for this time in milliseconds. By then, their reports are stored. */
const keptMs = 10 * 60_000

export type TakeSampleTurn = ReturnType<typeof createSampleTurns>

/** @property end ends the turn of a sample with what its scripts did; null if it couldn't be rendered */
type SampleTurn = { decision: RenderDecision; end(isChanged: boolean | null): void }

/**
 * Lets the pages of a group be samples one after the other, because each decides about the next. Otherwise all pages
 * that a crawl analyses at once would be rendered.
 */
export function createSampleTurns() {
  const running = new Map<string, Promise<void>>()
  /** What the last samples showed, whose reports may not be stored yet. */
  const shown = new LRUCache<string, RenderSample>({ max: 10_000, ttl: keptMs })

  return async function takeTurn(
    group: string,
    page: Parameters<typeof decideRender>[0],
    findSample: () => Promise<RenderSample | null>,
    signal?: AbortSignal,
  ): Promise<SampleTurn> {
    for (;;) {
      const stored = (await findSample()) ?? { rendered: 0, differed: 0 }
      const last = shown.get(group)
      const sample = last && last.rendered > stored.rendered ? last : stored
      const decision = decideRender(page, 'auto', sample)
      if (decision.code !== 'sample') return { decision, end: () => {} }
      const other = running.get(group)
      if (!other) {
        const { promise, resolve } = Promise.withResolvers<void>()
        running.set(group, promise)
        return {
          decision,
          end(isChanged) {
            if (isChanged !== null)
              shown.set(group, {
                rendered: sample.rendered + 1,
                differed: sample.differed + Number(isChanged),
              })
            running.delete(group)
            resolve()
          },
        }
      }
      await (signal ? orAborted(other, signal) : other)
    }
  }
}
