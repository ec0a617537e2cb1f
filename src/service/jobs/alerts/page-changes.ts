import { catalogue } from '#analyser/catalogue.ts'
import { websiteChecks } from '#analyser/changed-checks.ts'
import { countedCanonicals, distinctCanonicals } from '#analyser/facts/link-elements.ts'
import { documentTitle } from '#analyser/facts/metadata.ts'
import { isSuccess } from '#analyser/fetched-page.ts'
import type { PageFacts } from '#analyser/page-facts.ts'
import { type AlertCondition, isTextCondition, minScoreDrop, type TextCondition } from '#contract/jobs/alerts.ts'
import { isIssue, type Outcome } from '#contract/reports/analysis.ts'
import { causeOfFall, type LostPoints, lostPointsOf } from '#contract/reports/cause-of-fall.ts'
import { canBeIndexed } from '#contract/reports/indexability.ts'
import { ratingOf, scoreOfLost } from '#contract/reports/rating.ts'
import { urlKey } from '#contract/url-key.ts'
import type { EvaluatedReport } from '#service/store/alerts/changes.ts'

const reliable = catalogue.filter(({ check }) => !check.changeable)
const important = new Set(reliable.filter(({ importance }) => importance === 'high').map(({ check }) => check.id))
const blockers = new Set(reliable.filter(({ blocker }) => blocker).map(({ check }) => check.id))

const settings: ReadonlySet<string> = new Set(websiteChecks)

/** The texts of a page whose changes are reported, empty if there is none. */
export type PageTexts = Record<TextCondition, string>

/**
 * The part of a report that alerts compare: indexability, and the outcomes of reliable checks with their points in
 * tenths. Stored pages from before a field was added lack it.
 */
export type AlertInput = {
  report_id?: number
  /** The score that the report shows. */
  score?: number
  /** Engine and ruleset of the facts and of the results. Null if the facts are of an older ruleset. */
  method: string | null
  indexability: EvaluatedReport['indexability']
  redirects_to?: string | null
  checks: Record<string, readonly [outcome: Outcome, points: number]>
  /** The points of all checks, which name the cause of a lower score as the comparison of the reports does. */
  lost?: LostPoints
  /** Null if the URL has none of its own, because it redirects or returns an error. */
  texts?: PageTexts | null
}

export function alertInputOf(report: EvaluatedReport): AlertInput {
  const { id: report_id, score, engine, ruleset, rescored_at, indexability, redirects_to, results } = report
  const checks = reliable.flatMap(({ check: { id } }) => {
    const result = results[id]
    return result?.outcome ? [[id, [result.outcome, Math.round(result.points_lost * 10)]] as const] : []
  })
  const method = rescored_at === null ? methodOf(engine, ruleset) : null
  const lost = lostPointsOf(results)
  return { report_id, score, method, indexability, redirects_to, checks: Object.fromEntries(checks), lost }
}

/** Returns the texts of a page; null if its URL has none of its own. Canonical URLs are compared by their keys. */
export function pageTextsOf({ response, metadata, headings, canonicals }: PageFacts): PageTexts | null {
  if (response.redirects.length > 0 || !isSuccess(response.status)) return null
  const h1s = headings.items.filter(({ level, hidden }) => level === 1 && !hidden).map(({ text }) => text)
  const urls = distinctCanonicals(countedCanonicals(canonicals)).map((url) => (url === null ? 'invalid' : urlKey(url)))
  return {
    title_changed: documentTitle(metadata) ?? '',
    h1_changed: h1s.filter(Boolean).join(' | '),
    canonical_changed: urls.join(', '),
  }
}

const methodOf = (engine: string, ruleset: number) => `${engine} ${ruleset}`

/** Reads the stored page of a change. Those stored before `method` have their ruleset instead. */
export function readBaseline(text: string): AlertInput {
  const { ruleset, ...input } = JSON.parse(text) as Partial<AlertInput> &
    Omit<AlertInput, 'method'> & { ruleset?: number }
  return { method: ruleset === undefined ? null : methodOf('http', ruleset), ...input }
}

/** Returns the engine of the page before a change. */
export const engineOfBaseline = ({ method }: AlertInput) => method?.split(' ')[0] ?? 'http'

/** Another engine, ruleset or reading of the facts finds other things on the same page. */
export const isComparable = (a: AlertInput, b: AlertInput) => a.method !== null && a.method === b.method

export type PageChange = {
  condition: AlertCondition
  /** The check with the new issue; empty for other conditions. */
  check: string
}

/**
 * Returns the changes for the worse from one report of a page to the next, and its new texts. A URL that redirects now
 * has the findings of another page, which are no changes of this one.
 */
export function changesBetween(
  before: AlertInput,
  now: AlertInput,
  conditions: readonly AlertCondition[],
): PageChange[] {
  if (!isComparable(before, now)) return []
  const changes: PageChange[] = []
  const add = (condition: AlertCondition, check = '') => changes.push({ condition, check })
  if (canBeIndexed(before.indexability) && now.indexability !== null && !canBeIndexed(now.indexability))
    add('not_indexable')
  // The fall of a page at the end of a redirect is told of that page alone.
  if (isOfSamePage(before, now) && !now.redirects_to) {
    const [reliable, shown] = [scoresOf(before, now), { before: before.score, now: now.score }]
    // Measured times move the scores of reports, so the page must have caused the change, and the reports must show it.
    if (isDrop(reliable) && isDrop(shown)) add('score_drop')
    if (becomesBad(reliable) && becomesBad(shown)) add('becomes_bad')
    for (const id of important) {
      const [was, is] = [before.checks[id]?.[0], now.checks[id]?.[0]]
      if (was && isKnown(was) && !isIssue({ outcome: was }) && is && isIssue({ outcome: is })) add('new_issue', id)
    }
  }
  for (const condition of conditions.filter(isTextCondition))
    if (before.texts && now.texts && before.texts[condition] !== now.texts[condition]) add(condition)
  return changes.filter(({ condition }) => conditions.includes(condition))
}

/** Returns false if the findings of one report are those of a redirect's target that the other one doesn't have. */
const isOfSamePage = (before: AlertInput, now: AlertInput) =>
  before.redirects_to === undefined || before.redirects_to === now.redirects_to

type Scores = { before: number | undefined; now: number | undefined }
const isDrop = ({ before, now }: Scores) => before === undefined || now === undefined || before - now >= minScoreDrop
const becomesBad = ({ before, now }: Scores) =>
  before === undefined || now === undefined || (ratingOf(before) !== 'bad' && ratingOf(now) === 'bad')

/**
 * Returns true if a change is still there. Indexability and issues come from the latest report alone, so a new ruleset
 * hides neither. Scores need both reports. A text must be that of the report `last` before the latest one too, because
 * some texts differ at every request.
 */
export function isLasting(
  { condition, check }: PageChange,
  before: AlertInput,
  now: AlertInput,
  last: AlertInput | undefined,
): boolean {
  const state = stateOf(condition, check, now)
  if (state !== null) return state === 'changed' && (condition === 'not_indexable' || isOfSamePage(before, now))
  if (changesBetween(before, now, [condition]).length === 0) return false
  return !isTextCondition(condition) || (last?.texts?.[condition] ?? null) === (now.texts?.[condition] ?? null)
}

/** Returns the check that explains a change: that of a new issue, of the indexability, or of the fall of the score. */
export function explainingCheck({ condition, check }: PageChange, before: AlertInput, now: EvaluatedReport) {
  if (condition === 'not_indexable') return now.indexability === 'redirect' ? null : now.main_issue
  if (condition !== 'score_drop' && condition !== 'becomes_bad') return check || null
  if (before.lost) return causeOfFall(before.lost, lostPointsOf(now.results), settings)
  // Those stored before `lost` only have the points of reliable checks.
  const pointsOf = ({ checks }: AlertInput) =>
    Object.fromEntries(Object.entries(checks).map(([id, [, points]]) => [id, points]))
  return causeOfFall(pointsOf(before), pointsOf(alertInputOf(now)), settings)
}

/** Returns true if a change that was sent is certainly undone. Only a comparable report proves that. */
export const isReverted = (condition: AlertCondition, check: string, before: AlertInput, now: AlertInput): boolean =>
  isComparable(before, now) && isRefuted(condition, check, before, now)

/**
 * Returns true if a suspected change isn't worth another look. A check that couldn't be run proves nothing. Scores that
 * can't be compared never will be.
 */
export function isRefuted(condition: AlertCondition, check: string, before: AlertInput, now: AlertInput): boolean {
  if (condition === 'new_issue' && !isOfSamePage(before, now)) return true
  const state = stateOf(condition, check, now)
  if (state !== null) return state === 'sound'
  if (!isComparable(before, now)) return true
  if (changesBetween(before, now, [condition]).length > 0) return false
  if (isTextCondition(condition)) return true
  return Object.keys(before.checks).every((id) => !isCounted(before, id) || isCounted(now, id))
}

/** Returns the state of a change by one report; null if an earlier report is needed too. */
function stateOf(condition: AlertCondition, check: string, now: AlertInput): 'changed' | 'sound' | 'unknown' | null {
  if (condition === 'not_indexable') {
    if (now.indexability === null) return 'unknown'
    return canBeIndexed(now.indexability) ? 'sound' : 'changed'
  }
  if (condition !== 'new_issue') return null
  const outcome = now.checks[check]?.[0] ?? 'unknown'
  if (!isKnown(outcome)) return 'unknown'
  return isIssue({ outcome }) ? 'changed' : 'sound'
}

/** The scores by the checks that have an outcome in both. */
function scoresOf(before: AlertInput, now: AlertInput): Scores {
  const both = Object.keys(before.checks).filter((id) => isCounted(before, id) && isCounted(now, id))
  const score = ({ checks }: AlertInput) =>
    scoreOfLost(
      both.reduce((sum, id) => sum + (checks[id]?.[1] ?? 0), 0),
      both.some((id) => blockers.has(id) && checks[id]?.[0] === 'fail'),
    ).score
  return { before: score(before), now: score(now) }
}

const isCounted = ({ checks }: AlertInput, id: string) => isKnown(checks[id]?.[0] ?? 'unknown')
const isKnown = (outcome: Outcome) => outcome !== 'unknown' && outcome !== 'error'
