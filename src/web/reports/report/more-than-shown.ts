import { evidenceLimit } from '#contract/analysis.ts'
import type { CheckView } from './check-view.ts'

/**
 * How many findings the page has beyond a full list of evidence. Only a title that begins with the check's value says that
 * the value counts them ("6 of 9 images …"): other checks measure bytes or characters.
 */
export function moreThanShown({ title, value, evidence }: Pick<CheckView, 'title' | 'value' | 'evidence'>): number {
  if (typeof value !== 'number' || evidence.length < evidenceLimit) return 0
  const counted = /^\d[\d,]*/.exec(title)?.[0].replaceAll(',', '')
  return counted === String(value) ? Math.max(0, value - evidence.length) : 0
}
