import { type CheckInfo, type CheckNeed, checkNeeds } from '#contract/reports/analysis.ts'
import { catalogue, ruleset } from './catalogue.ts'
import { type AnyCheck, issueTitle, sourceOf } from './define-check.ts'
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
    title_any: issueTitle(check, null),
    why: check.why,
    how: check.how,
    action: check.action ?? null,
    effort: check.effort ?? null,
    thresholds: check.thresholds,
    reference: check.reference,
  }))

const checks = new Map<string, AnyCheck>(catalogue.map(({ check }) => [check.id, check]))

/**
 * Returns the issue of pages, named as a problem by the fault that they share. It is '' for a fault without a name, and
 * null if they differ. Returns null for a check that no longer exists.
 */
export function nameOfIssue(id: string, fault: string | null): string | null {
  const check = checks.get(id)
  return check ? issueTitle(check, fault) : null
}

type Changed = { check: string | null; fault: string | null }

/** Adds the names of their issues to changes, which are stored as codes. Those without a fault have none. */
export const withProblems = <Change extends Changed>(
  changes: readonly Change[],
): (Change & { problem: string | null })[] =>
  changes.map((change) => ({
    ...change,
    problem: change.check === null || change.fault === null ? null : nameOfIssue(change.check, change.fault),
  }))
