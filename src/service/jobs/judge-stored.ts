import type { SiteFacts } from '#analyser/page-facts.ts'
import { judge } from '#analyser/run.ts'
import { ratingOf } from '#contract/rating.ts'
import type { NewJudgement } from '#service/store/judgements.ts'
import { pack } from '#service/store/payload.ts'
import { readFacts, readSite } from '#service/store/stored-payload.ts'
import { verdictOf } from './verdict-of.ts'

/** A report as it is stored, with what its website's other pages say now, or the old verdict, which knows what they said. */
export type ToJudgeAgain = { id: number; facts: Uint8Array } & ({ site: SiteFacts } | { oldVerdict: Uint8Array })

export type JudgedAgain =
  | ({ id: number } & Pick<NewJudgement, 'score' | 'result' | 'ruleset' | 'verdict'>)
  | { id: number; unreadable: string }

/** Judges stored facts by the present rules; what cannot be read is named instead. */
export function judgeStored({ id, facts: stored, ...given }: ToJudgeAgain): JudgedAgain {
  try {
    const facts = readFacts(stored)
    const site = 'site' in given ? given.site : readSite(given.oldVerdict)
    const judgement = judge({ ...facts, ...(site !== undefined && { site }) })
    const verdict = pack({ ...verdictOf(judgement, facts.timings), site })
    return { id, score: judgement.score, result: ratingOf(judgement.score), ruleset: judgement.ruleset, verdict }
  } catch (error) {
    return { id, unreadable: error instanceof Error ? error.message : String(error) }
  }
}
