import type { Timings } from '#contract/report.ts'

export const steps = ['dns', 'connect', 'tls', 'ttfb', 'download'] as const
export type TimingStep = { step: (typeof steps)[number]; ms: number; share: number }

/**
 * The steps one after the other, with their share of the whole. The wait for the first byte is what is left of the total:
 * so it is right whether a server counts it from the request or from the beginning.
 */
export function timingSteps(timings: Timings): TimingStep[] {
  const before = (timings.dns ?? 0) + (timings.connect ?? 0) + (timings.tls ?? 0)
  const wait = timings.total === null ? timings.ttfb : Math.max(0, timings.total - before - (timings.download ?? 0))
  const parts = { ...timings, ttfb: timings.ttfb === null ? null : wait }
  const sum = steps.reduce((all, step) => all + (parts[step] ?? 0), 0)
  return steps.flatMap((step) => {
    const ms = parts[step]
    return ms === null ? [] : [{ step, ms, share: sum > 0 ? ms / sum : 0 }]
  })
}
