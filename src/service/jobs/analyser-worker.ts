import type { Crawl, Probe } from '#analyser/crawl.ts'
import type { PageFacts, SiteFacts } from '#analyser/page-facts.ts'
import { complete, type Judgement, judge as judgeFacts, type Reading, readPage as read } from '#analyser/run.ts'
import { ratingOf } from '#contract/rating.ts'
import type { NewJudgement } from '#service/store/judgements.ts'
import { pack } from '#service/store/payload.ts'
import { readFacts, readSite } from '#service/store/stored-payload.ts'
import type { StoredVerdict } from '#service/store/verdict.ts'

// Each exported function runs in a worker thread with limits of memory and time, because pages are untrusted input.

export const readPage = (crawl: Crawl): Reading => read(crawl)

export type Judged = { facts: PageFacts; verdict: StoredVerdict } & Pick<Judgement, 'score' | 'ruleset'>

/** Completes the facts with the responses of linked resources and the website's other pages, and judges them. */
export function judge(page: { facts: PageFacts; probes: Probe[]; site: SiteFacts }): Judged {
  const facts = complete(page.facts, page.probes, page.site)
  const judgement = judgeFacts(facts)
  return { facts, verdict: readOutcome(judgement, facts.timings), score: judgement.score, ruleset: judgement.ruleset }
}

/**
 * A report's stored facts with the duplicates found now, or with the old verdict, which holds the duplicates found when the
 * report was created.
 */
export type StoredReport = { id: number; facts: Uint8Array } & ({ site: SiteFacts } | { oldVerdict: Uint8Array })

export type Rescored =
  | ({ id: number } & Pick<NewJudgement, 'score' | 'result' | 'ruleset' | 'verdict'>)
  | { id: number; unreadable: string }

/** Judges stored facts by the current ruleset. Reports that cannot be read are returned with the reason. */
export const rescore = (reports: StoredReport[]): Rescored[] => reports.map(rescoreOne)

function rescoreOne({ id, facts: stored, ...given }: StoredReport): Rescored {
  try {
    const facts = readFacts(stored)
    const site = 'site' in given ? given.site : readSite(given.oldVerdict)
    const judgement = judgeFacts({ ...facts, ...(site !== undefined && { site }) })
    const verdict = pack({ ...readOutcome(judgement, facts.timings), site })
    return { id, score: judgement.score, result: ratingOf(judgement.score), ruleset: judgement.ruleset, verdict }
  } catch (error) {
    return { id, unreadable: error instanceof Error ? error.message : String(error) }
  }
}

/** Returns the stored form of a judgement. The timings are those of the original fetch. */
function readOutcome(
  { results, scoreBeforeCap, cappedBy, categories, googleScore }: Judgement,
  timings: StoredVerdict['timings'],
): StoredVerdict {
  return { results, scoreBeforeCap, cappedBy, categories, googleScore, timings }
}
