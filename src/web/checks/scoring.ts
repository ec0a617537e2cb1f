import type { CheckInfo } from '#contract/analysis.ts'
import { checksPageWords as words } from './page-words.ts'

/** How a check moves the score, in sentences. */
export function scoringOf({ scored, gate, weight, evidence_grade }: CheckInfo, all: readonly CheckInfo[]): string[] {
  if (!scored) return [words.shownOnly]
  const sum = all.reduce((total, check) => total + (check.scored ? check.weight : 0), 0)
  return [
    words.shares(weight, sum),
    ...(gate ? [words.isGate] : []),
    evidence_grade === 'heuristic' ? words.googleNo : words.googleYes,
  ]
}
