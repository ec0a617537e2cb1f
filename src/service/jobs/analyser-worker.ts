import type { Crawl, Probe } from '#analyser/crawl.ts'
import type { PageFacts, StoredFacts } from '#analyser/page-facts.ts'
import { type CheckError, type Evaluation, evaluate } from '#analyser/evaluate.ts'
import { completeFacts, type PageReading, readPage as read } from '#analyser/run.ts'
import { ratingOf } from '#contract/rating.ts'
import type { Outcome } from '#contract/analysis.ts'
import type { NewEvaluation } from '#service/store/rescoring.ts'
import type { OutcomeChange } from '#service/store/ruleset-changes.ts'
import { pack } from '#service/store/packed-json.ts'
import { type Outcomes, readFacts, readOutcomes, type StoredEvaluation } from '#service/store/report-payloads.ts'
import { limitEvidence, limitFacts } from './payload-limits.ts'

// Each exported function runs in a worker thread with limits of memory and time, because pages are untrusted input.

export const readPage = (crawl: Crawl): PageReading => read(crawl)

/** A check that threw, and the URL of the page. */
export type CheckErrorOnPage = CheckError & { url: string }
type WithCheckErrors = { checkErrors: CheckErrorOnPage[] }

export type EvaluatedPage = { facts: PageFacts; evaluation: StoredEvaluation } & Pick<Evaluation, 'score' | 'ruleset'> &
  WithCheckErrors

/** Completes the facts with the responses of linked resources, and evaluates them. */
export function evaluatePage(page: { facts: PageFacts; probes: Probe[] }): EvaluatedPage {
  const facts = limitFacts(completeFacts(page.facts, page.probes))
  const evaluation = evaluate(facts)
  return {
    facts,
    evaluation: storedEvaluation(evaluation, facts.timings),
    score: evaluation.score,
    ruleset: evaluation.ruleset,
    checkErrors: checkErrorsOf(evaluation, facts),
  }
}

/** A report's stored facts and its evaluation by an older ruleset. */
export type StoredReport = { id: number; facts: Uint8Array; old: Uint8Array }

export type Rescored =
  | ({ id: number } & Pick<NewEvaluation, 'score' | 'result' | 'ruleset' | 'evaluation' | 'changes'> & WithCheckErrors)
  | { id: number; unreadable: string }

/** Evaluates stored facts by the current ruleset. Reports that cannot be read are returned with the reason. */
export const rescore = (reports: StoredReport[]): Rescored[] => reports.map(rescoreOne)

function rescoreOne({ id, facts: stored, old }: StoredReport): Rescored {
  try {
    const facts = readFacts(stored)
    const evaluation = evaluate(facts)
    return {
      id,
      score: evaluation.score,
      result: ratingOf(evaluation.score),
      ruleset: evaluation.ruleset,
      evaluation: pack(storedEvaluation(evaluation, facts.timings)),
      changes: changedOutcomes(readOutcomes(old), evaluation.results),
      checkErrors: checkErrorsOf(evaluation, facts),
    }
  } catch (error) {
    return { id, unreadable: error instanceof Error ? error.message : String(error) }
  }
}

/** Returns the checks whose outcome differs. A check of one ruleset alone counts only if it has a fault. */
function changedOutcomes(before: Outcomes, after: Outcomes): OutcomeChange[] {
  const hasFault = (outcome: Outcome | null) => outcome === 'warn' || outcome === 'fail'
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((check) => {
    const [from, to] = [before[check]?.outcome ?? null, after[check]?.outcome ?? null]
    const isChange = from !== to && ((from !== null && to !== null) || hasFault(from) || hasFault(to))
    return isChange ? [{ check, from, to }] : []
  })
}

/** Returns the stored form of an evaluation. The timings are those of the original fetch. */
function storedEvaluation(
  { results, scoreBeforeCap, cappedBy, scoreWithoutBlockers, judged, categories, googleScore }: Evaluation,
  timings: StoredEvaluation['timings'],
): StoredEvaluation {
  return {
    results: limitEvidence(results),
    scoreBeforeCap,
    cappedBy,
    scoreWithoutBlockers,
    judged,
    categories,
    googleScore,
    timings,
  }
}

const checkErrorsOf = ({ checkErrors }: Evaluation, { response }: Pick<StoredFacts, 'response'>): CheckErrorOnPage[] =>
  checkErrors.map((error) => ({ ...error, url: response.finalUrl }))
