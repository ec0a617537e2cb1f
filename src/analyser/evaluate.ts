import { type CheckResult, type Evidence, evidenceLimit, isIssue } from '#contract/reports/analysis.ts'
import type { CategoryScores } from '#contract/reports/report.ts'
import { duplicatesInCrawl } from './among-pages.ts'
import { catalogue, type Entry, ruleset } from './catalogue.ts'
import { type LocatedEvidence, issueTitle, notApplicable, sourceOf, type CheckOutput } from './define-check.ts'
import { isSuccess } from './fetched-page.ts'
import { asJudged, asShown, isShownOnly } from './judged-as-production.ts'
import type { ElementLocations } from './locate.ts'
import type { DuplicateFacts, GivenFacts, PageFacts } from './page-facts.ts'
import { defaultExtent, type Scored, scoreOf } from './score.ts'

/** The results and scores of a whole report. */
export type Evaluation = {
  ruleset: number
  results: Record<string, CheckResult>
  score: number
  scoreBeforeCap: number
  cappedBy: string[]
  scoreWithoutBlockers: number | null
  scoredChecks: number
  categories: CategoryScores
  googleScore: number | null
  /** Checks that threw. Their results have no details, because visitors can see them. */
  checkErrors: CheckError[]
}

export type CheckError = { check: string; stack: string }

/**
 * Evaluates facts by the current ruleset, without the page. Faults that only other pages show cost the page points, and
 * not the report.
 */
export function evaluate(facts: PageFacts): Evaluation {
  const own = conclude(runChecks(facts, pageChecks), facts.places)
  return { ...own, results: { ...own.results, ...faultsAmongPages(facts) } }
}

const comparesPages = ({ check }: Entry) => check.needs.includes('duplicates')
const pageChecks = catalogue.filter((entry) => !comparesPages(entry))
const websiteChecks = catalogue.filter(comparesPages)

/** The results that compare a page with the other pages of its website. They are shown as of now, and never scored. */
export function compareWithWebsite(facts: PageFacts, duplicates: DuplicateFacts | null): Record<string, CheckResult> {
  const { results } = conclude(runChecks({ ...facts, duplicates }, websiteChecks), facts.places)
  return Object.fromEntries(Object.entries(results).map(([id, result]) => [id, { ...result, scored: false }]))
}

const amongPagesReason =
  'The website’s last crawl compared its pages. This costs the page points within its website. The score of the report stays the page’s own.'

/** The issues that the website's last crawl found by comparing its pages. */
function faultsAmongPages(facts: PageFacts): Record<string, CheckResult> {
  const duplicates = duplicatesInCrawl(facts)
  if (!duplicates) return {}
  const { results } = conclude(runChecks({ ...facts, duplicates }, websiteChecks), facts.places)
  return Object.fromEntries(
    Object.entries(results)
      .filter(([, result]) => isIssue(result))
      .map(([id, { points_lost: page_points, ...result }]) => [
        id,
        {
          ...result,
          ...({ scored: false, points_lost: 0, page_points } as const),
          ...({ reason: amongPagesReason, reason_code: 'among_pages' } as const),
        },
      ]),
  )
}

/** The output of one check. If the check threw, the output is null and `error` is the thrown error. */
type Run = { entry: Entry; output: CheckOutput<string> | null; error?: unknown }

export function runChecks(facts: GivenFacts, entries: readonly Entry[]): Run[] {
  const judged = asJudged(facts)
  return entries.map((entry) => {
    try {
      const output = runCheck(entry.check, facts, judged)
      const { evidence = [], evidenceTotal = 0 } = output
      const shown = {
        evidence: evidence.slice(0, evidenceLimit),
        evidenceTotal: Math.max(evidenceTotal, evidence.length),
      }
      return { entry, output: { ...output, ...shown } }
    } catch (error) {
      return { entry, output: null, error }
    }
  })
}

function runCheck(check: Entry['check'], facts: GivenFacts, judged: GivenFacts): CheckOutput<string> {
  if (!isSuccess(facts.response.status) && !check.judgesErrors) return ofError(facts)
  return isShownOnly(check.id, facts) ? asShown(check, check.run(facts)) : check.run(judged)
}

const ofError = ({ response: { status } }: GivenFacts): CheckOutput => ({
  ...notApplicable('Not checked on an error page'),
  reason: `The page returned ${status}, so only its status counts.`,
})

export function conclude(runs: Run[], locations: ElementLocations): Evaluation {
  const scored = runs.map(({ entry, output }): Scored => ({
    id: entry.check.id,
    category: entry.category,
    points: entry.points,
    outcome: output?.outcome ?? 'error',
    extent: output?.extent ?? (output?.outcome === 'fail' ? defaultExtent.fail : defaultExtent.warn),
    fromGoogle: sourceOf(entry.check) === 'google',
    blocker: entry.blocker,
    scored: entry.scored,
    ownCause: output?.ownCause ?? false,
    supersedes: entry.check.supersedes ?? [],
  }))
  const { pointsLost, supersededBy, ...score } = scoreOf(scored)
  const results: Record<string, CheckResult> = {}
  const checkErrors: CheckError[] = []
  for (const { entry, output, error } of runs) {
    const { id } = entry.check
    results[id] = resultOf(
      entry,
      output,
      { lost: pointsLost.get(id) ?? 0, supersededBy: supersededBy.get(id) ?? null },
      locations,
    )
    if (output === null) checkErrors.push({ check: id, stack: stackOf(error) })
  }
  return { ruleset, results, ...score, checkErrors }
}

const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))

function resultOf(
  { check, category, importance, scored }: Entry,
  output: CheckOutput<string> | null,
  { lost, supersededBy }: { lost: number; supersededBy: string | null },
  locations: ElementLocations,
): CheckResult {
  const outcome = output?.outcome ?? 'error'
  const passed = !isIssue({ outcome })
  const fault = output?.fault
  const failed = issueTitle(check, fault ?? '')
  return {
    outcome,
    passed,
    title: output === null ? 'This check hit an error' : (output.title ?? (passed ? check.titlePass : failed)),
    category,
    importance,
    evidence_grade: check.grade,
    scored,
    points_lost: lost,
    superseded_by: supersededBy,
    reason: output === null ? 'The check failed to run, so it isn’t scored.' : (output.reason ?? null),
    ...(output?.reasonCode && { reason_code: output.reasonCode }),
    ...(fault !== undefined && { fault }),
    errors: null,
    value: output?.value ?? null,
    evidence: (output?.evidence ?? []).map((item) => evidenceOf(item, locations)),
    evidence_total: output?.evidenceTotal ?? 0,
  }
}

const evidenceOf = ({ at, ...others }: LocatedEvidence, locations: ElementLocations): Evidence => ({
  ...(at === undefined ? {} : locations[at]),
  ...others,
})
