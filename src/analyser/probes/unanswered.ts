import { unknown, type Verdict } from '../define-check.ts'
import type { ProbeFact } from '../facts/probes.ts'

/** The verdict where an answer from beside the page is needed and none came: unknown, with the reason. */
export function unanswered(title: string, probes: ProbeFact[]): Verdict {
  const [first] = probes
  const reason = first?.reason ?? 'it was not asked for'
  return unknown(
    title,
    first ? `${first.url} gave no answer: ${reason}.` : 'Nothing was asked beside the page.',
    first ? { evidence: [{ url: first.url, note: reason }] } : {},
  )
}
