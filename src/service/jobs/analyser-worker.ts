import type { Crawl, Probe } from '#analyser/crawl.ts'
import type { PageFacts, SiteFacts, StoredFacts } from '#analyser/page-facts.ts'
import {
  type CheckError,
  completeFacts,
  type Judgement,
  judge as judgeFacts,
  type PageReading,
  readPage as read,
} from '#analyser/run.ts'
import { ratingOf } from '#contract/rating.ts'
import type { RescoredReport } from '#service/store/rescoring.ts'
import { pack } from '#service/store/packed-json.ts'
import { readFacts, readSite, type StoredResults } from '#service/store/report-payloads.ts'
import { limitEvidence, limitFacts } from './payload-limits.ts'

// Each exported function runs in a worker thread with limits of memory and time, because pages are untrusted input.

export const readPage = (crawl: Crawl): PageReading => read(crawl)

/** A check that threw, and the URL of the page. */
export type FailedCheck = CheckError & { url: string }
type WithFailedChecks = { failedChecks: FailedCheck[] }

export type Judged = { facts: PageFacts; verdict: StoredResults } & Pick<Judgement, 'score' | 'ruleset'> &
  WithFailedChecks

/** Completes the facts with the responses of linked resources and the website's other pages, and judges them. */
export function judge(page: { facts: PageFacts; probes: Probe[]; site: SiteFacts }): Judged {
  const facts = limitFacts(completeFacts(page.facts, page.probes, page.site))
  const judgement = judgeFacts(facts)
  return {
    facts,
    verdict: storedVerdict(judgement, facts.timings),
    score: judgement.score,
    ruleset: judgement.ruleset,
    failedChecks: failedChecks(judgement, facts),
  }
}

/**
 * A report's stored facts with the duplicates found now, or with the old verdict, which holds the duplicates found when
 * the report was created.
 */
export type StoredReport = { id: number; facts: Uint8Array } & ({ site: SiteFacts } | { oldVerdict: Uint8Array })

export type Rescored =
  | ({ id: number } & Pick<RescoredReport, 'score' | 'result' | 'ruleset' | 'verdict'> & WithFailedChecks)
  | { id: number; unreadable: string }

/** Judges stored facts by the current ruleset. Reports that cannot be read are returned with the reason. */
export const rescore = (reports: StoredReport[]): Rescored[] => reports.map(rescoreOne)

function rescoreOne({ id, facts: stored, ...given }: StoredReport): Rescored {
  try {
    const facts = readFacts(stored)
    const site = 'site' in given ? given.site : readSite(given.oldVerdict)
    const judgement = judgeFacts({ ...facts, ...(site !== undefined && { site }) })
    const verdict = pack({ ...storedVerdict(judgement, facts.timings), site })
    return {
      id,
      score: judgement.score,
      result: ratingOf(judgement.score),
      ruleset: judgement.ruleset,
      verdict,
      failedChecks: failedChecks(judgement, facts),
    }
  } catch (error) {
    return { id, unreadable: error instanceof Error ? error.message : String(error) }
  }
}

/** Returns the stored form of a judgement. The timings are those of the original fetch. */
function storedVerdict(
  { results, scoreBeforeCap, cappedBy, scoreWithoutBlockers, judged, categories, googleScore }: Judgement,
  timings: StoredResults['timings'],
): StoredResults {
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

const failedChecks = ({ checkErrors }: Judgement, { response }: Pick<StoredFacts, 'response'>): FailedCheck[] =>
  checkErrors.map((error) => ({ ...error, url: response.finalUrl }))
