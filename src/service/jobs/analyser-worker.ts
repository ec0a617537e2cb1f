import { issueStates, type StateOverTime } from '#analyser/compare/compare-checks.ts'
import { compareReports } from '#analyser/compare/compare.ts'
import { completeCrawl } from '#analyser/complete-crawl.ts'
import { crawledContent } from '#analyser/crawled-content.ts'
import { type CheckError, type Evaluation, evaluate } from '#analyser/evaluate.ts'
import { withLater } from '#analyser/later-facts.ts'
import type { CrawlOfPage } from '#analyser/link-answers.ts'
import type { LaterFacts, AmongPages, PageFacts } from '#analyser/page-facts.ts'
import {
  brokenExternalLinks,
  pageColumns,
  pageIssues,
  type PageLink,
  pageLinks,
  pageState,
} from '#analyser/page-state.ts'
import type { Probe } from '#analyser/probe.ts'
import { completeFacts, type PageReading } from '#analyser/run.ts'
import { isIssue } from '#contract/reports/analysis.ts'
import { ratingOf } from '#contract/reports/rating.ts'
import { createMask } from '#service/fetcher/mask.ts'
import type { PageState } from '#service/store/pages/pages.ts'
import {
  pack,
  countToFix,
  type Outcomes,
  readFacts,
  readOutcomes,
  readPayload,
  type StoredEvaluation,
} from '#service/store/reports/report-payloads.ts'
import type { NewEvaluation } from '#service/store/reports/rescoring.ts'
import type { OutcomeChange } from '#service/store/reports/ruleset-changes.ts'
import { limitEvidence, limitFacts } from './payload-limits.ts'

// Each exported function runs in a worker thread with limits of memory and time, because pages are untrusted input.

export { readPage, readRendered } from './masked-reading.ts'

/** A check that threw, and the URL of the page. */
export type CheckErrorOnPage = CheckError & { url: string }
type WithCheckErrors = { checkErrors: CheckErrorOnPage[] }

export type EvaluatedPage = { facts: PageFacts; evaluation: StoredEvaluation; state: PageState } & Pick<
  Evaluation,
  'score' | 'ruleset'
> &
  WithCheckErrors

/** Completes the facts with the responses to the probe requests, and evaluates them. */
export function evaluatePage(page: {
  facts: PageFacts
  probes: Probe[]
  pairs?: PageReading['pairs']
  /** Values to mask in the responses to the probe requests. */
  masked?: readonly string[]
  /** What the website's last crawl found, and still holds. */
  amongPages?: AmongPages | undefined
}): EvaluatedPage {
  const complete = completeFacts(page.facts, page.probes, page.pairs)
  const { amongPages } = page
  const facts = limitFacts({
    ...complete,
    probes: createMask(page.masked ?? []).hide(complete.probes),
    ...(amongPages && { amongPages }),
  })
  const evaluation = evaluate(facts)
  const stored = storedEvaluation(evaluation, facts.timings)
  return {
    facts,
    evaluation: stored,
    state: stateOf(facts, stored),
    score: evaluation.score,
    ruleset: evaluation.ruleset,
    checkErrors: checkErrorsOf(evaluation, facts),
  }
}

export type CompletedPage = Pick<NewEvaluation, 'score' | 'result' | 'ruleset' | 'evaluation' | 'state'> & {
  /** Packed. */
  facts: Buffer
  /** JSON of `CrawledContent`. Null for a URL without a page of its own. */
  content: string | null
  brokenExternal: PageLink[]
} & WithCheckErrors

/** Adds what an ended crawl knows about a page to its stored facts, and evaluates them. */
export function completePage(page: { facts: Uint8Array; ofCrawl: CrawlOfPage }): CompletedPage {
  const facts = limitFacts(completeCrawl(readFacts(page.facts), page.ofCrawl))
  const evaluation = evaluate(facts)
  const stored = storedEvaluation(evaluation, facts.timings)
  const content = crawledContent(facts, stored.results)
  return {
    facts: pack(facts),
    evaluation: pack(stored),
    score: evaluation.score,
    result: ratingOf(evaluation.score),
    ruleset: evaluation.ruleset,
    state: stateOf(facts, stored),
    content: content && JSON.stringify(content),
    brokenExternal: brokenExternalLinks(facts),
    checkErrors: checkErrorsOf(evaluation, facts),
  }
}

/** The state of a page that a crawl found after its latest report. */
export type RestatedPage = { score: number; state: PageState } & WithCheckErrors

/** Evaluates the stored facts of a report with those that a crawl found later. */
export function restatePage(page: { facts: Uint8Array; later: LaterFacts }): RestatedPage {
  const facts = withLater(readFacts(page.facts), page.later)
  const evaluation = evaluate(facts)
  const state = stateOf(facts, storedEvaluation(evaluation, facts.timings))
  return { score: evaluation.score, state, checkErrors: checkErrorsOf(evaluation, facts) }
}

/** A report's stored facts and its evaluation by an older ruleset. */
export type StoredReport = {
  id: number
  facts: Uint8Array
  evaluation: Uint8Array
  /** What a crawl found of its page since. */
  later?: LaterFacts | null
}

/** The error of a stored report that can't be read. */
export type Unreadable = { id: number; unreadable: string }

export type Rescored =
  | ({ id: number } & Pick<
      NewEvaluation,
      'score' | 'result' | 'ruleset' | 'evaluation' | 'changes' | 'state' | 'later'
    > &
      WithCheckErrors)
  | Unreadable

/** Evaluates stored facts by the current ruleset. Reports that cannot be read are returned with the reason. */
export const rescore = (reports: StoredReport[]): Rescored[] => reports.map(rescoreOne)

function rescoreOne({ id, facts: storedFacts, evaluation: older, later }: StoredReport): Rescored {
  try {
    const facts = readFacts(storedFacts)
    const evaluation = evaluate(facts)
    const stored = storedEvaluation(evaluation, facts.timings)
    return {
      id,
      score: evaluation.score,
      result: ratingOf(evaluation.score),
      ruleset: evaluation.ruleset,
      evaluation: pack(stored),
      state: stateOf(facts, stored),
      later: later ? restatePage({ facts: storedFacts, later }) : null,
      changes: changedOutcomes(readOutcomes(older), evaluation.results),
      checkErrors: checkErrorsOf(evaluation, facts),
    }
  } catch (error) {
    return { id, unreadable: error instanceof Error ? error.message : String(error) }
  }
}

/** Reads the stored form of an evaluation, so that new and stored reports give the same state. */
function stateOf(facts: PageFacts, { results }: StoredEvaluation): PageState {
  const { finalUrl, askedUrl } = facts.response
  const state = pageState(facts, results)
  const issues = pageIssues(results, state, [finalUrl, askedUrl])
  return {
    ...state,
    to_fix: countToFix(results),
    columns: pageColumns(facts, results),
    issues,
    links: pageLinks(facts, results),
  }
}

/** Returns the checks whose outcome differs. A check of one ruleset alone counts only if it is an issue. */
function changedOutcomes(before: Outcomes, after: Outcomes): OutcomeChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((check) => {
    const [from, to] = [before[check]?.outcome ?? null, after[check]?.outcome ?? null]
    const isChange =
      from !== to && ((from !== null && to !== null) || isIssue({ outcome: from }) || isIssue({ outcome: to }))
    return isChange ? [{ check, from, to }] : []
  })
}

/** Returns the stored form of an evaluation. The timings are those of the original fetch. */
function storedEvaluation(
  { results, scoreBeforeCap, cappedBy, scoreWithoutBlockers, scoredChecks, categories, googleScore }: Evaluation,
  timings: StoredEvaluation['timings'],
): StoredEvaluation {
  return {
    results: limitEvidence(results),
    scoreBeforeCap,
    cappedBy,
    scoreWithoutBlockers,
    judged: scoredChecks,
    categories,
    googleScore,
    timings,
  }
}

/** A report with its packed payload. */
export type PackedReport = { score: number; evaluation: Uint8Array; facts: Uint8Array }

/** Compares two reports of one page. Throws if one cannot be read. */
export const compare = ({ before, after }: { before: PackedReport; after: PackedReport }): PageComparison =>
  compareReports(comparable(before), comparable(after))

export type PageComparison = ReturnType<typeof compareReports>

function comparable({ score, ...payload }: PackedReport) {
  const { facts, evaluation } = readPayload(payload)
  return { facts, score, results: evaluation.results }
}

/**
 * Returns the states of the issues over time of a page's latest report, from the packed evaluations of its reports,
 * newest first.
 */
export const findIssueStates = (evaluations: Uint8Array[]): Map<string, StateOverTime> =>
  issueStates(evaluations.map(readOutcomes))

const checkErrorsOf = ({ checkErrors }: Evaluation, { response }: Pick<PageFacts, 'response'>): CheckErrorOnPage[] =>
  checkErrors.map((error) => ({ ...error, url: response.finalUrl }))
