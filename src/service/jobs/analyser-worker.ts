import type { Gathered, Probe } from '#analyser/gathered.ts'
import type { PageFacts, SiteFacts } from '#analyser/page-facts.ts'
import { complete, type Judgement, judge as judgeFacts, type Reading, readPage as read } from '#analyser/run.ts'
import { type JudgedAgain, judgeStored, type ToJudgeAgain } from './judge-stored.ts'

export type Judged = { facts: PageFacts; judgement: Judgement }

// Each runs in a thread of its own, within limits of memory and time: pages are strangers' input.

export const readPage = (gathered: Gathered): Reading => read(gathered)

export function judge({ facts, probes, site }: { facts: PageFacts; probes: Probe[]; site: SiteFacts }): Judged {
  const completed = complete(facts, probes, site)
  return { facts: completed, judgement: judgeFacts(completed) }
}

export const judgeAgain = (reports: ToJudgeAgain[]): JudgedAgain[] => reports.map(judgeStored)
