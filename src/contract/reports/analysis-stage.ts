import * as z from 'zod'
import { Count } from '../values.ts'

/**
 * What happens during an analysis, in this order: it waits for others, fetches the page and its robots.txt, sends
 * the probe requests, and runs the checks.
 */
export const stageNames = ['waiting', 'fetching', 'links', 'checks'] as const

/** The data of the event `stage` while `POST /api/v1/reports` analyses a page. */
export const AnalysisStage = z.object({
  name: z.enum(stageNames),
  /** The probe requests so far and in total, for the stage `links` only. */
  done: Count.nullable(),
  total: Count.nullable(),
})
export type AnalysisStage = z.infer<typeof AnalysisStage>

/** Called when a stage begins, and for each probe request. */
export type OnStage = (stage: AnalysisStage) => void

/** The data of the event `error`: the response that there would have been without events. */
export const FailedAnalysis = z.object({
  status: z.int(),
  /** In seconds. */
  retry_after: Count.nullable(),
  body: z.unknown(),
})
export type FailedAnalysis = z.infer<typeof FailedAnalysis>
