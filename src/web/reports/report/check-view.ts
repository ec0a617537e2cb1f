import type { CheckInfo, EvidenceGrade, Outcome } from '#contract/analysis.ts'
import type { AnyReport } from '#contract/any-report.ts'
import type { AnyCheck } from '#contract/any-results.ts'
import { humanise } from '#web/ui/humanise.ts'

/** One check as the report page shows it: the result, joined with what the catalogue knows, if it knows it. */
export type CheckView = Omit<AnyCheck, 'title' | 'points_lost' | 'evidence_grade'> & {
  title: string
  grade: EvidenceGrade | null
  gate: boolean
  /** This check holds the whole score down. */
  caps: boolean
  points: number
  info: CheckInfo | null
}

/** Every check of a report, in the catalogue's order; those it does not know come last, in the report's own. */
export function checksOf(
  report: Pick<AnyReport, 'results' | 'capped_by'>,
  catalogue: readonly CheckInfo[],
): CheckView[] {
  const infos = new Map(catalogue.map((info, order) => [info.id, { info, order }]))
  const order = (id: string) => infos.get(id)?.order ?? infos.size
  return report.results.checks
    .map((check) => view(check, infos.get(check.id)?.info ?? null, report.capped_by.includes(check.id)))
    .toSorted((a, b) => order(a.id) - order(b.id))
}

function view(
  { title, points_lost: points, evidence_grade: grade, ...check }: AnyCheck,
  info: CheckInfo | null,
  caps: boolean,
): CheckView {
  return {
    ...check,
    title: title ?? titleFrom(info, check.outcome) ?? humanise(check.name),
    category: check.category ?? info?.category ?? null,
    grade: grade ?? info?.evidence_grade ?? null,
    gate: caps || (info?.gate ?? false),
    caps,
    points,
    info,
  }
}

const titleFrom = (info: CheckInfo | null, outcome: Outcome) =>
  outcome === 'fail' || outcome === 'warn' ? info?.title_fail : info?.title_pass

export const needsWork = ({ outcome }: Pick<CheckView, 'outcome'>) => outcome === 'fail' || outcome === 'warn'

/** Could the check be judged at all: only then does it count among "12 of 61 checks". */
export const wasJudged = ({ outcome }: Pick<CheckView, 'outcome'>) =>
  outcome === 'pass' || outcome === 'warn' || outcome === 'fail'
