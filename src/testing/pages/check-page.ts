import { expect } from 'vitest'
import { catalogue } from '#analyser/catalogue.ts'
import { googleIndex } from '#analyser/checks/google-index.ts'
import { compareWithWebsite, runChecks } from '#analyser/evaluate.ts'
import { indexabilityOf } from '#analyser/indexability.ts'
import type { PageFacts } from '#analyser/page-facts.ts'
import type { Probe, ProbePurpose } from '#analyser/probe.ts'
import { analysePage, type Analysis, checksWithLocations, readPage } from '#analyser/run.ts'
import type { CheckResult } from '#contract/reports/analysis.ts'
import type { Indexability } from '#contract/reports/indexability.ts'
import { fetchedPageOf, type Page, probe } from './fetched-page.ts'
import { faultsOfResult } from './language-guide.ts'
import { soundAnswer, soundDuplicates, soundHeaders, soundHtml, type SoundParts, soundRobots } from './sound-page.ts'

/** Returns the result of one check on a page, after the whole analysis. Its texts must follow the language guide. */
export function checkPage(id: string, { probes, duplicates, ...page }: Page): CheckResult {
  const { facts, results } = analysePage(fetchedPageOf(page), probes)
  const result = { ...results, ...compareWithWebsite(facts, duplicates ?? null) }[id]
  if (!result) throw new Error(`no check ${id}`)
  expect(faultsOfResult(id, result)).toEqual([])
  return result
}

type Outcome = NonNullable<CheckResult['outcome']>
type Answer = Parameters<typeof probe>[2] | ((answer: Probe) => Probe)

/** Differences from the page on which every check passes: parts of its HTML, its headers, other responses. */
export type Change = Partial<SoundParts> & {
  page?: Omit<Page, 'headers' | 'probes'>
  headers?: Page['headers']
  answers?: Partial<Record<ProbePurpose, Answer>>
}

/** An outcome alone, or with the measured value or a pattern that title, reason, value or evidence matches. */
export type Expected = Outcome | readonly [Outcome, string | number | RegExp | null]

/** The expected results by check ID, and the state of the page in Google's index as `indexability`. */
export type Case = readonly [name: string, change: Change, expected: Record<string, Expected | Indexability>]

export function analyseCase({ page = {}, headers = {}, answers = {}, ...parts }: Change): Analysis {
  const { duplicates, ...rest } = page
  const fetched = fetchedPageOf({
    html: soundHtml(parts),
    robots: soundRobots,
    headers: { ...soundHeaders, ...headers },
    ...rest,
  })
  const { facts, probeRequests } = readPage(fetched)
  expect(checksWithUndeclaredLocations(facts), 'checks whose locations readPage does not look for').toEqual([])
  const probes = probeRequests.map((request) => {
    const sound = soundAnswer(request)
    const answer = answers[request.purpose]
    if (typeof answer === 'function') return answer(sound)
    return answer ? { ...probe(request.purpose, request.url, answer), at: request.at } : sound
  })
  const analysis = analysePage(fetched, probes)
  return {
    ...analysis,
    results: { ...analysis.results, ...compareWithWebsite(analysis.facts, duplicates ?? soundDuplicates) },
  }
}

const checksWithoutLocations = catalogue.filter((entry) => !checksWithLocations.includes(entry))

/** Returns the checks that point to an element although they are declared not to. */
const checksWithUndeclaredLocations = (facts: PageFacts) =>
  runChecks(facts, checksWithoutLocations).flatMap(({ entry, output }) =>
    output?.evidence?.some(({ at }) => at !== undefined) ? [entry.check.id] : [],
  )

/**
 * Expects the results that a case lists, and that no other check warns, fails, breaks or is unknown. With `*` among the
 * expected, other checks can have any result. The texts of all results must follow the language guide.
 */
export function expectCase([, change, { '*': others, indexability, ...expected }]: Case): void {
  const { facts, results } = analyseCase(change)
  expect(Object.entries(results).flatMap(([id, result]) => faultsOfResult(id, result))).toEqual([])
  if (indexability !== undefined) expect(indexabilityOf(facts).state).toBe(indexability)
  const relevant = Object.fromEntries(
    Object.entries(results).filter(
      ([id, { passed, outcome }]) =>
        id in expected ||
        // Only the service can ask Google.
        (!others && id !== googleIndex.id && (!passed || outcome === 'unknown' || outcome === 'error')),
    ),
  )
  const actual = Object.entries(relevant).map(([id, result]) => [id, comparable(result, expected[id])])
  expect(Object.fromEntries(actual)).toEqual(expected)
}

/** Returns a result in the form of the expected one, so that the message of a failing case is short. */
function comparable(result: CheckResult, expected: Case[2][string] | undefined): unknown {
  if (expected === undefined) return `${result.outcome}: ${result.title}`
  if (typeof expected === 'string') return result.outcome
  const [, wanted] = expected
  if (!(wanted instanceof RegExp)) return [result.outcome, result.value]
  const text = JSON.stringify([result.title, result.reason, result.value, result.evidence])
  return [result.outcome, wanted.test(text) ? wanted : text]
}
