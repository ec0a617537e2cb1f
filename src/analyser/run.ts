import { type CheckResult, type Evidence, evidenceLimit } from '#contract/analysis.ts'
import type { CategoryScores } from '#contract/report.ts'
import { catalogue, type Entry, ruleset } from './catalogue.ts'
import type { Finding, Verdict } from './define-check.ts'
import { collectFacts } from './facts/collect.ts'
import { clip, fingerprint, limits } from './facts/text.ts'
import { release } from './facts/tree.ts'
import type { Gathered } from './gathered.ts'
import { locate } from './locate.ts'
import type { PageFacts, Places } from './page-facts.ts'
import { type Scored, scoreOf } from './score.ts'

export type Judgement = {
  ruleset: number
  results: Record<string, CheckResult>
  score: number
  scoreBeforeCap: number
  cappedBy: string[]
  categories: CategoryScores
  googleScore: number | null
}

/** Hashes of the normalised texts, equal for equal texts; null where there is no text. */
export type Fingerprints = { title: string | null; description: string | null; body: string | null }

export type Analysis = Judgement & { facts: PageFacts; title: string | null; fingerprints: Fingerprints }

type Run = { entry: Entry; verdict: Verdict | null }

/** Facts, results and score of a gathered page. The same bytes give the same analysis. */
export function analysePage(gathered: Gathered): Analysis {
  const { facts, elements, source, text } = collectFacts(gathered)
  const runs = runChecks(facts, catalogue)
  const ordinals = runs.flatMap(({ verdict }) => verdict?.evidence ?? []).flatMap(({ at }) => (at === undefined ? [] : [at]))
  facts.places = locate(ordinals, elements, source)
  release(elements)
  const { title, description } = facts.metadata
  return {
    ...conclude(runs, facts.places),
    facts,
    title: title === null ? null : clip(title, limits.text),
    fingerprints: { title: fingerprint(title ?? ''), description: fingerprint(description ?? ''), body: fingerprint(text) },
  }
}

/** Judges stored facts by the present rules, without the page's bytes. */
export const judge = (facts: PageFacts): Judgement => conclude(runChecks(facts, catalogue), facts.places)

/** A check that throws has no verdict, and the others are none the worse for it. */
export function runChecks(facts: PageFacts, entries: readonly Entry[]): Run[] {
  return entries.map((entry) => {
    try {
      const verdict = entry.check.run(facts)
      return { entry, verdict: { ...verdict, evidence: (verdict.evidence ?? []).slice(0, evidenceLimit) } }
    } catch {
      return { entry, verdict: null }
    }
  })
}

export function conclude(runs: Run[], places: Places): Judgement {
  const scored = runs.map(({ entry, verdict }): Scored => ({
    id: entry.check.id,
    category: entry.category,
    importance: verdict?.importance ?? entry.importance,
    grade: entry.check.grade,
    outcome: verdict?.outcome ?? 'error',
    gate: entry.gate,
    scored: entry.scored,
  }))
  const { pointsLost, ...score } = scoreOf(scored)
  const results: Record<string, CheckResult> = {}
  for (const { entry, verdict } of runs) {
    results[entry.check.id] = resultOf(entry, verdict, pointsLost.get(entry.check.id) ?? 0, places)
  }
  return { ruleset, results, ...score }
}

function resultOf({ check, category, importance, scored }: Entry, verdict: Verdict | null, points: number, places: Places): CheckResult {
  const outcome = verdict?.outcome ?? 'error'
  const passed = outcome !== 'warn' && outcome !== 'fail'
  return {
    outcome,
    passed,
    title: verdict === null ? 'This check broke on this page' : (verdict.title ?? (passed ? check.titlePass : check.titleFail)),
    category,
    importance: verdict?.importance ?? importance,
    evidence_grade: check.grade,
    scored,
    value: verdict?.value ?? null,
    points_lost: points,
    reason: verdict === null ? 'The check itself failed, so nothing is said and nothing is counted.' : (verdict.reason ?? null),
    evidence: (verdict?.evidence ?? []).map((finding) => evidenceOf(finding, places)),
    errors: null,
  }
}

const evidenceOf = ({ at, ...finding }: Finding, places: Places): Evidence => ({ ...(at === undefined ? {} : places[at]), ...finding })
