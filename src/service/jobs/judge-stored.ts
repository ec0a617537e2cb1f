import type { SiteFacts } from '#analyser/page-facts.ts'
import { judge } from '#analyser/run.ts'
import { ratingOf } from '#contract/rating.ts'
import type { NewJudgement } from '#service/store/judgements.ts'
import { pack } from '#service/store/payload.ts'
import { readPayload } from '#service/store/stored-payload.ts'
import { verdictOf } from './verdict-of.ts'

/** A report as it is stored. `site` takes the place of what its website's other pages said, unless it is null. */
export type ToJudgeAgain = { id: number; verdict: Uint8Array; facts: Uint8Array; site: SiteFacts | null }

export type JudgedAgain = ({ id: number } & Pick<NewJudgement, 'score' | 'result' | 'ruleset' | 'verdict'>) | { id: number; unreadable: string }

/** Judges stored facts by the present rules; what cannot be read is named instead. */
export function judgeStored({ id, verdict: oldVerdict, facts: stored, site }: ToJudgeAgain): JudgedAgain {
  try {
    const { facts, verdict: old } = readPayload({ verdict: oldVerdict, facts: stored })
    const current = site === null ? facts : { ...facts, site }
    const judgement = judge(current)
    const verdict = pack({ ...verdictOf(judgement, old.timings), site: current.site })
    return { id, score: judgement.score, result: ratingOf(judgement.score), ruleset: judgement.ruleset, verdict }
  } catch (error) {
    return { id, unreadable: error instanceof Error ? error.message : String(error) }
  }
}
