import type { Judgement } from '#analyser/run.ts'
import type { StoredVerdict } from '#service/store/verdict.ts'

/** A judgement as it is kept; the timings are those of the page's only fetch. */
export function verdictOf(
  { results, scoreBeforeCap, cappedBy, categories, googleScore }: Judgement,
  timings: StoredVerdict['timings'],
): StoredVerdict {
  return { results, scoreBeforeCap, cappedBy, categories, googleScore, timings }
}
