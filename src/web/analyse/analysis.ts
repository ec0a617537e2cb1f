import type { AnalysisStage } from '#contract/reports/analysis.ts'
import type { ApiError } from '#web/data/api-error.ts'
import { createStore } from '#web/ui/store.ts'

/** Why there is no report: nothing was typed, or the analysis failed. */
export type AnalyseProblem = 'empty' | ApiError

/** A URL as it was typed. It waits until the one before it is done, and while the browser is offline. */
export type Analysis = { typed: string; startedAt: number; stage: AnalysisStage | null }

/**
 * Module state: one analysis runs at a time, also while pages change. The text stays in the field until there is a
 * report, or until something else is typed.
 */
export const analyses = createStore<{
  running: Analysis | null
  queue: readonly string[]
  problem: AnalyseProblem | null
}>({ running: null, queue: [], problem: null })

export const setAnalyses = (next: Partial<ReturnType<typeof analyses.get>>) =>
  analyses.set({ ...analyses.get(), ...next })
