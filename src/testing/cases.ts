import { expect } from 'vitest'
import { catalogue } from '#analyser/catalogue.ts'
import type { Probe, ProbePurpose } from '#analyser/crawl.ts'
import type { PageFacts } from '#analyser/page-facts.ts'
import { type Analysis, analysePage, checksWithPlaces, readPage, runChecks } from '#analyser/run.ts'
import type { CheckResult } from '#contract/analysis.ts'
import { crawlOf, type Page, probe } from './crawl.ts'
import { soundAnswer, soundHeaders, soundHtml, type SoundParts, soundRobots, soundSite } from './sound-page.ts'

type Outcome = NonNullable<CheckResult['outcome']>
type Answer = Parameters<typeof probe>[2] | ((answer: Probe) => Probe)

/** What is otherwise than on the sound page: parts of its HTML, its headers, what is beside it. */
export type Change = Partial<SoundParts> & {
  page?: Omit<Page, 'headers' | 'probes'>
  headers?: Page['headers']
  answers?: Partial<Record<ProbePurpose, Answer>>
}

/** An outcome, or with it the measured value or words of title, reason or evidence. */
export type Expected = Outcome | readonly [Outcome, string | number | RegExp | null]

export type Case = readonly [name: string, change: Change, expected: Record<string, Expected>]

export function analyseCase({ page = {}, headers = {}, answers = {}, ...spoilt }: Change): Analysis {
  const { site, ...rest } = page
  const bytes = crawlOf({
    html: soundHtml(spoilt),
    robots: soundRobots,
    headers: { ...soundHeaders, ...headers },
    ...rest,
  })
  const { facts, probeRequests } = readPage(bytes)
  expect(pointersIn(facts), 'places that readPage does not look for').toEqual([])
  const answered = probeRequests.map((request) => {
    const sound = soundAnswer(request)
    const answer = answers[request.purpose]
    if (typeof answer === 'function') return answer(sound)
    return answer ? { ...probe(request.purpose, request.url, answer), at: request.at } : sound
  })
  return analysePage(bytes, answered, site ?? soundSite)
}

const silent = catalogue.filter((entry) => !checksWithPlaces.includes(entry))

/** Checks that point to an element though nobody asks them where. */
const pointersIn = (facts: PageFacts) =>
  runChecks(facts, silent).flatMap(({ entry, verdict }) =>
    verdict?.evidence?.some(({ at }) => at !== undefined) ? [entry.check.id] : [],
  )

/**
 * Expects what a case says of its checks, and that no other check warns, fails, breaks or does not know. With `*` among the
 * expected, other checks may say what they like.
 */
export function expectCase([, change, { '*': others, ...expected }]: Case): void {
  const { results } = analyseCase(change)
  const said = Object.fromEntries(
    Object.entries(results).filter(
      ([id, { passed, outcome }]) =>
        id in expected || (!others && (!passed || outcome === 'unknown' || outcome === 'error')),
    ),
  )
  expect(Object.fromEntries(Object.entries(said).map(([id, result]) => [id, shown(result, expected[id])]))).toEqual(
    expected,
  )
}

/** As far as what is expected asks, so that a failing case reads well. */
function shown(result: CheckResult, expected: Expected | undefined): unknown {
  if (expected === undefined) return `${result.outcome}: ${result.title}`
  if (typeof expected === 'string') return result.outcome
  const [, told] = expected
  if (!(told instanceof RegExp)) return [result.outcome, result.value]
  const text = JSON.stringify([result.title, result.reason, result.value, result.evidence])
  return [result.outcome, told.test(text) ? told : text]
}
