import * as z from 'zod'
import type { ApiErrorKind } from '#web/data/api-error.ts'
import { newKey } from '#web/data/repeat.ts'
import { server } from '#web/data/server.ts'
import { watchKey } from '#web/data/session.ts'
import { storedEntries } from '#web/data/stored-entries.ts'
import { createStore, useStore } from '#web/ui/store.ts'

/** An analysis that was requested and whose result is unknown. */
const PendingAnalysis = z.object({
  /** Also its `Idempotency-Key`. */
  id: z.string(),
  url: z.string(),
  /** When it was requested, in ms since 1970 by this computer's clock. */
  at: z.number(),
  /** Why the result is unknown: `left` for the page, or the kind of failure. Null while the analysis runs. */
  why: z.string().nullable().catch(null),
  detail: z.string().nullable().catch(null),
})
export type PendingAnalysis = z.infer<typeof PendingAnalysis>

/** The analyses that were running when this tab left its last page, or had no result yet. */
const stored = storedEntries('tab', `seo-reports:asked:${server}`, PendingAnalysis)

/**
 * Module state: it must outlive every page, because an analysis goes on while the person moves through the dashboard.
 */
const analyses = createStore<readonly PendingAnalysis[]>(
  stored.get().map((analysis) => ({ ...analysis, why: analysis.why ?? 'left' })),
)

// Without a key, no typed URL must remain.
watchKey((key) => key || change([]))

function change(next: readonly PendingAnalysis[]) {
  analyses.set(next)
  stored.set([...next])
}

/** Records that an analysis starts, and returns its record. The record survives a reload. */
export function addPending(url: string): PendingAnalysis {
  const analysis: PendingAnalysis = { id: newKey(), url, at: Date.now(), why: null, detail: null }
  change([...analyses.get(), analysis])
  return analysis
}

export const dropPending = (id: string) => change(analyses.get().filter((analysis) => analysis.id !== id))

/** Records that the response of an analysis was lost. */
export const markLost = (id: string, why: ApiErrorKind, detail: string | null) =>
  change(analyses.get().map((analysis) => (analysis.id === id ? { ...analysis, why, detail } : analysis)))

/** The analyses without a result. */
export const usePendingAnalyses = () => useStore(analyses)

/** The analyses whose response was lost. */
export const useLostAnalyses = () => useStore(analyses).filter(({ why }) => why)
