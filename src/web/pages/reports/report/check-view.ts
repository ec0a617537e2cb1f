import type { Category, CheckInfo, CheckResult, Evidence, EvidenceGrade, Importance, Outcome } from '#contract/analysis.ts'
import type { Report } from '#contract/report.ts'
import { humanise } from '#web/ui/humanise.ts'

/** One check as the report page shows it: the result, joined with what the catalogue knows, if it knows it. */
export type CheckView = {
  id: string
  title: string
  outcome: Outcome
  category: Category | null
  importance: Importance
  grade: EvidenceGrade | null
  scored: boolean
  gate: boolean
  /** This check holds the whole score down. */
  caps: boolean
  points: number
  value: unknown
  reason: string | null
  evidence: Evidence[]
  errors: Record<string, unknown> | null
  info: CheckInfo | null
}

/** Every check of a report, in the catalogue's order; those it does not know come last, in the report's own. */
export function checksOf(report: Pick<Report, 'results' | 'capped_by'>, catalogue: readonly CheckInfo[]): CheckView[] {
  const infos = new Map(catalogue.map((info, order) => [info.id, { info, order }]))
  const order = (id: string) => infos.get(id)?.order ?? infos.size
  return Object.entries(report.results)
    .map(([id, result]) => view(id, result, infos.get(id)?.info ?? null, report.capped_by.includes(id)))
    .toSorted((a, b) => order(a.id) - order(b.id))
}

function view(id: string, result: CheckResult, info: CheckInfo | null, caps: boolean): CheckView {
  const outcome = result.outcome ?? (result.passed ? 'pass' : 'fail')
  return {
    id,
    title: result.title ?? titleFrom(info, outcome) ?? humanise(id),
    outcome,
    category: result.category ?? info?.category ?? null,
    importance: result.importance,
    grade: result.evidence_grade ?? info?.evidence_grade ?? null,
    scored: result.scored,
    gate: caps || (info?.gate ?? false),
    caps,
    points: result.points_lost,
    value: result.value,
    reason: result.reason,
    evidence: result.evidence,
    errors: result.errors,
    info,
  }
}

const titleFrom = (info: CheckInfo | null, outcome: Outcome) =>
  outcome === 'fail' || outcome === 'warn' ? info?.title_fail : info?.title_pass

export const needsWork = ({ outcome }: Pick<CheckView, 'outcome'>) => outcome === 'fail' || outcome === 'warn'

/** Could the check be judged at all: only then does it count among "12 of 61 checks". */
export const wasJudged = ({ outcome }: Pick<CheckView, 'outcome'>) =>
  outcome === 'pass' || outcome === 'warn' || outcome === 'fail'
