import { describe, expect, it, vi } from 'vitest'
import { CheckResult, evidenceLimit } from '#contract/reports/analysis.ts'
import { document, fetchedPageOf, failedProbe, type Page } from '#testing/pages/fetched-page.ts'
import { soundAnswer, soundHeaders, soundHtml, soundPage, soundRobots } from '#testing/pages/sound-page.ts'
import { catalogue, type Entry, ruleset } from './catalogue.ts'
import { googleIndex } from './checks/google-index.ts'
import { defineCheck, pass } from './define-check.ts'
import { checkCatalogue } from './describe-checks.ts'
import { conclude, evaluate, runChecks } from './evaluate.ts'
import { collectFacts } from './facts/collect.ts'
import type { PageFacts } from './page-facts.ts'
import { analysePage, checksWithLocations, readPage } from './run.ts'

const faulty = document(
  '<title>Lamps</title><title>More lamps</title>\n<meta name="robots" content="noindex">',
  `<h1>Lamps</h1><h4>Skipped</h4>\n${'<img src="a.png">'.repeat(30)}<a href="javascript:go()">x</a><script type="application/ld+json">{</script>`,
)
/** Analyses like the service, which sends the probe requests in between. */
function analyse(page: Page, answer = soundAnswer) {
  const { headers, robots, html } = page
  const bytes = fetchedPageOf({
    ...(html === undefined ? {} : { html }),
    ...(headers ? { headers } : {}),
    ...(robots === undefined ? {} : { robots }),
  })
  return analysePage(bytes, readPage(bytes).probeRequests.map(answer))
}

const outcomesOf = (results: Record<string, CheckResult>, ...outcomes: CheckResult['outcome'][]) =>
  Object.keys(results).filter((id) => outcomes.some((outcome) => outcome === results[id]?.outcome))

describe('a whole analysis', () => {
  it('asks all checks where they point but those that have nowhere to point to', () => {
    const { facts } = readPage(
      fetchedPageOf({ html: `${faulty}<p>${'Copper garden lamps light narrow paths. '.repeat(40)}</p>` }),
    )
    const evidence = runChecks(
      facts,
      catalogue.filter((entry) => !checksWithLocations.includes(entry)),
    ).flatMap(({ output }) => output?.evidence ?? [])
    expect(evidence).not.toEqual([])
    expect(evidence.filter(({ at }) => at !== undefined)).toEqual([])
    expect(checksWithLocations.length).toBeGreaterThan(20)
  })

  it('gives a sound page of a sound website 100, and knows all that a page and its surroundings can tell', () => {
    const { score, scoreBeforeCap, cappedBy, googleScore, categories, results } = analyse(soundPage)
    const { [googleIndex.id]: ofGoogle, ...known } = results
    expect(Object.entries(known).filter(([, { passed }]) => !passed)).toEqual([])
    expect(ofGoogle?.outcome).toBe('unknown')
    expect({ score, scoreBeforeCap, cappedBy, googleScore }).toEqual({
      score: 100,
      scoreBeforeCap: 100,
      cappedBy: [],
      googleScore: 100,
    })
    expect(new Set(Object.values(categories))).toEqual(new Set([100]))
    expect(outcomesOf(known, 'unknown', 'error')).toEqual([])
    expect(outcomesOf(known, 'pass').length).toBeGreaterThan(60)
  })

  it('says of a sound page alone what it does not know, with a reason, and takes no points for it', () => {
    const { score, results } = analysePage(
      fetchedPageOf({ html: soundHtml(), headers: soundHeaders, robots: soundRobots }),
    )
    // Only the service can ask Google.
    const unknown = outcomesOf(results, 'unknown').filter((id) => id !== googleIndex.id)
    const needRequests = checkCatalogue().flatMap(({ id, needs }) => (needs.includes('requests') ? [id] : []))
    expect(needRequests).toEqual(expect.arrayContaining(unknown))
    expect(unknown).toEqual(expect.arrayContaining(['sitemap-found', 'broken-internal', 'og-image', 'tls-version']))
    for (const id of unknown)
      expect(results[id]).toMatchObject({ passed: true, points_lost: 0, reason: expect.stringMatching(/\.$/) })
    expect(score).toBe(100)
  })

  it.each(['failed', 'not-asked'] as const)('never fails a page for answers that %s', (outcome) => {
    const { score, results } = analyse(soundPage, ({ purpose, url, at }) => ({
      ...failedProbe(purpose, url, 'time_up', outcome),
      at,
    }))
    expect(outcomesOf(results, 'fail', 'error')).toEqual([])
    expect(Object.values(results).filter(({ passed }) => !passed)).toEqual([])
    expect(score).toBe(100)
  })

  it('has a result for every check of the page alone, in the catalogue’s order, as the contract shapes it', () => {
    const { results, ruleset: evaluatedBy } = analysePage(fetchedPageOf({ html: faulty }))
    expect(Object.keys(results)).toEqual(
      checkCatalogue()
        .filter(({ needs }) => !needs.includes('website'))
        .map(({ id }) => id),
    )
    for (const result of Object.values(results)) expect(CheckResult.parse(result)).toEqual(result)
    expect(evaluatedBy).toBe(ruleset)
  })

  it('is capped by its blocker, and its points lost add up', () => {
    const { score, scoreBeforeCap, cappedBy, results } = analysePage(fetchedPageOf({ html: faulty }))
    expect(cappedBy).toEqual(['noindex', 'page-text'])
    expect(score).toBeLessThanOrEqual(49)
    const tenths = Object.values(results).reduce((sum, { points_lost }) => sum + Math.round(points_lost * 10), 0)
    expect(scoreBeforeCap).toBe(Math.max(0, 1000 - tenths) / 10)
  })

  it('is the same every time, to the byte, whatever was analysed in between', () => {
    const pages = [
      soundPage,
      { html: faulty },
      {
        html: soundHtml({
          html: '<html lang="ja">',
          text: '<p>庭園のランプは夜の散歩道を明るく照らすために作られました。</p>'.repeat(40),
        }),
      },
      { html: '<div>'.repeat(3000) },
    ]
    const written = (page: Page) => JSON.stringify(analyse(page))
    const forwards = pages.map(written)
    expect(pages.toReversed().map(written).toReversed()).toEqual(forwards)
    expect(new Set(forwards).size).toBe(pages.length)
  })

  it('reads no clock but the answer’s own', () => {
    vi.useFakeTimers({ now: new Date('2026-06-02T10:00:00Z'), toFake: ['Date'] })
    const today = JSON.stringify(analyse(soundPage))
    vi.setSystemTime(new Date('2041-01-01T00:00:00Z'))
    const later = JSON.stringify(analyse(soundPage))
    vi.useRealTimers()
    expect(later).toBe(today)
  })

  it('keeps at most twenty pieces of evidence, and the places of those alone', () => {
    const { facts, results } = analysePage(fetchedPageOf({ html: faulty }))
    expect(results['image-alt']?.evidence).toHaveLength(evidenceLimit)
    const pointed = new Set(
      Object.values(results).flatMap(({ evidence }) => evidence.flatMap(({ selector }) => selector ?? [])),
    )
    expect(
      Object.values(facts.places)
        .map(({ selector }) => selector)
        .toSorted(),
    ).toEqual([...pointed].toSorted())
  })

  it('evaluates stored facts again to the same results, evidence included', () => {
    const { facts, title: _, fingerprints: __, ...evaluation } = analysePage(fetchedPageOf({ html: faulty }))
    expect(evaluate(JSON.parse(JSON.stringify(facts)) as PageFacts)).toEqual(evaluation)
  })

  it('does not know the results of checks that need facts which a report lacks', () => {
    const { facts } = analysePage(fetchedPageOf({ html: faulty }))
    Reflect.deleteProperty(facts, 'forms')
    const { results } = evaluate(facts)
    expect(results['form-labels']).toMatchObject({
      outcome: 'unknown',
      reason: expect.stringContaining('newer than the report'),
    })
    expect(results['image-alt']?.outcome).not.toBe('unknown')
  })

  it('survives an empty page, bytes that are no text, and 100,000 nested elements', { tags: 'all' }, () => {
    const noise = Uint8Array.from({ length: 20_000 }, (_, at) => (at * at) % 251)
    for (const page of [{ html: '' }, { body: noise }, { html: '<div>'.repeat(100_000) }]) {
      const outcomes = Object.values(analysePage(fetchedPageOf(page)).results).map(({ outcome }) => outcome)
      expect(outcomes).not.toContain('error')
    }
  })
})

describe('fingerprints', () => {
  const printsOf = (html: string) => analysePage(fetchedPageOf({ html })).fingerprints

  it('are equal for equal words, whatever the markup and case', () => {
    const a = printsOf(document('<title>Our  Lamps</title>', '<p>For <b>every</b> room</p>'))
    expect(printsOf(document('<title>our lamps </title>', '<div>for every\nroom</div><!-- x -->'))).toEqual(a)
    expect(printsOf(document('<title>Our chairs</title>', '<p>For every room</p>'))).toMatchObject({ body: a.body })
    expect(printsOf(document('<title>Our chairs</title>')).title).not.toBe(a.title)
  })

  it('are null where there is nothing', () => {
    expect(printsOf(document('<title> </title>'))).toEqual({
      title: null,
      description: null,
      body: null,
      bodyShape: null,
    })
  })
})

describe('a check that throws', () => {
  const broken = defineCheck({
    ...(catalogue[0] as Entry).check,
    id: 'broken',
    needs: [],
    run: () => {
      throw new Error('secret detail')
    },
  })
  const fine = defineCheck({
    ...broken,
    id: 'fine',
    needs: ['response'],
    run: (facts) => pass({ value: Object.keys(facts).join() }),
  })
  const entry = (check: Entry['check']): Entry => ({
    check,
    category: 'crawl',
    importance: 'high',
    rank: 6,
    scope: 'page',
    points: 12,
    blocker: true,
    scored: true,
  })
  const { facts } = collectFacts(fetchedPageOf())
  const evaluation = conclude(runChecks(facts, [entry(broken), entry(fine)]), facts.places)

  it('becomes an error that weighs nothing, and the report survives', () => {
    expect(evaluation.results['broken']).toMatchObject({ outcome: 'error', passed: true, points_lost: 0, evidence: [] })
    expect(evaluation).toMatchObject({ score: 100, cappedBy: [] })
    expect(JSON.stringify(evaluation.results)).not.toContain('secret')
  })

  it('is reported with its ID and the stack', () => {
    expect(evaluation.checkErrors).toEqual([
      { check: 'broken', stack: expect.stringMatching(/secret detail\n.*run\.test\.ts/s) },
    ])
  })

  it('has neighbours that see only the facts they named', () => {
    expect(evaluation.results['fine']).toMatchObject({ outcome: 'pass', value: 'response' })
  })
})
