import { type CheckInfo, type CheckNeed, checkNeeds } from '#contract/reports/analysis.ts'
import { catalogue, ruleset } from './catalogue.ts'
import { sourceOf } from './define-check.ts'
import type { CheckFacts } from './page-facts.ts'

/** The facts that do not come from the page itself. */
const groups = { requests: 'probes', website: 'duplicates', elsewhere: 'beyond' } as const satisfies Record<
  CheckNeed,
  keyof CheckFacts
>

/** Describes every check for readers, in display order. */
export const checkCatalogue = (): CheckInfo[] =>
  catalogue.map(({ check, category, importance, rank, scope, points, blocker, scored }) => ({
    id: check.id,
    name: check.name,
    aliases: [...check.aliases],
    category,
    importance,
    rank,
    scope,
    evidence_grade: check.grade,
    source: sourceOf(check),
    scored,
    gate: blocker,
    points,
    deduction: check.deduction ?? null,
    supersedes: [...(check.supersedes ?? [])],
    needs: checkNeeds.filter((need) => check.needs.includes(groups[need])),
    ruleset,
    title_pass: check.titlePass,
    title_fail: check.titleFail,
    why: check.why,
    how: check.how,
    action: check.action ?? null,
    effort: check.effort ?? null,
    thresholds: check.thresholds,
    reference: check.reference,
  }))
