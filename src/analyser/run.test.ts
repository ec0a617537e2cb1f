import { describe, expect, it } from 'vitest'
import { CheckResult, evidenceLimit } from '#contract/analysis.ts'
import { document, gathered } from '#testing/gathered.ts'
import { catalogue, checkCatalogue, type Entry, ruleset } from './catalogue.ts'
import { defineCheck, pass } from './define-check.ts'
import { collectFacts } from './facts/collect.ts'
import type { PageFacts } from './page-facts.ts'
import { analysePage, conclude, judge, runChecks } from './run.ts'

const faulty = document(
  '<title>Lamps</title><title>More lamps</title>\n<meta name="robots" content="noindex">',
  `<h1>Lamps</h1><h4>Skipped</h4>\n${'<img src="a.png">'.repeat(30)}<a href="javascript:go()">x</a><script type="application/ld+json">{</script>`,
)
const sound = document(
  '<title>Lamps for all rooms</title><meta name="viewport" content="width=device-width"><link rel="canonical" href="https://example.com/garden/lamps?page=2">' +
    ['title', 'type', 'image', 'url'].map((name) => `<meta property="og:${name}" content="https://example.com/x.png">`).join('') +
    `<meta name="description" content="${'Lamps for all rooms in it. '.repeat(5).trim()}">`,
  '<h1>Lamps</h1><a href="/">Home</a><img src="a.webp" width="600" height="400" alt="A lamp"><script type="application/ld+json">{"@type":"WebPage"}</script>',
)
const protective = {
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': "script-src 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
}

describe('a whole analysis', () => {
  it('gives a sound page 100', () => {
    const { score, scoreBeforeCap, cappedBy, googleScore, results } = analysePage(gathered({ html: sound, headers: protective }))
    expect(Object.entries(results).filter(([, { passed }]) => !passed)).toEqual([])
    expect({ score, scoreBeforeCap, cappedBy, googleScore }).toEqual({ score: 100, scoreBeforeCap: 100, cappedBy: [], googleScore: 100 })
  })

  it('has a result for every check, in the catalogue’s order, as the contract shapes it', () => {
    const { results, ruleset: judgedBy } = analysePage(gathered({ html: faulty }))
    expect(Object.keys(results)).toEqual(checkCatalogue().map(({ id }) => id))
    for (const result of Object.values(results)) expect(CheckResult.parse(result)).toEqual(result)
    expect(judgedBy).toBe(ruleset)
  })

  it('is held down by its gate, and its points lost add up', () => {
    const { score, scoreBeforeCap, cappedBy, results } = analysePage(gathered({ html: faulty }))
    expect(cappedBy).toEqual(['noindex'])
    expect(score).toBeLessThanOrEqual(49)
    const tenths = Object.values(results).reduce((sum, { points_lost }) => sum + Math.round(points_lost * 10), 0)
    expect(tenths).toBe(Math.round((100 - scoreBeforeCap) * 10))
  })

  it('is the same every time, to the byte', () => {
    expect(JSON.stringify(analysePage(gathered({ html: faulty })))).toBe(JSON.stringify(analysePage(gathered({ html: faulty }))))
  })

  it('keeps at most twenty pieces of evidence, and the places of those alone', () => {
    const { facts, results } = analysePage(gathered({ html: faulty }))
    expect(results['image-alt']?.evidence).toHaveLength(evidenceLimit)
    const pointed = new Set(Object.values(results).flatMap(({ evidence }) => evidence.flatMap(({ selector }) => selector ?? [])))
    expect(Object.values(facts.places).map(({ selector }) => selector).toSorted()).toEqual([...pointed].toSorted())
  })

  it('judges stored facts again to the same results, evidence included', () => {
    const { facts, title: _, fingerprints: __, ...judgement } = analysePage(gathered({ html: faulty }))
    expect(judge(JSON.parse(JSON.stringify(facts)) as PageFacts)).toEqual(judgement)
  })

  it('survives an empty page, bytes that are no text, and 100,000 nested elements', () => {
    const noise = Uint8Array.from({ length: 20_000 }, (_, at) => (at * at) % 251)
    for (const page of [{ html: '' }, { body: noise }, { html: '<div>'.repeat(100_000) }]) {
      const outcomes = Object.values(analysePage(gathered(page)).results).map(({ outcome }) => outcome)
      expect(outcomes).not.toContain('error')
    }
  })
})

describe('fingerprints', () => {
  const printsOf = (html: string) => analysePage(gathered({ html })).fingerprints

  it('are equal for equal words, whatever the markup and case', () => {
    const a = printsOf(document('<title>Our  Lamps</title>', '<p>For <b>every</b> room</p>'))
    expect(printsOf(document('<title>our lamps </title>', '<div>for every\nroom</div><!-- x -->'))).toEqual(a)
    expect(printsOf(document('<title>Our chairs</title>', '<p>For every room</p>'))).toMatchObject({ body: a.body })
    expect(printsOf(document('<title>Our chairs</title>')).title).not.toBe(a.title)
  })

  it('are null where there is nothing', () => {
    expect(printsOf(document('<title> </title>'))).toEqual({ title: null, description: null, body: null, bodyShape: null })
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
  const fine = defineCheck({ ...broken, id: 'fine', needs: ['response'], run: (facts) => pass({ value: Object.keys(facts).join() }) })
  const entry = (check: Entry['check']): Entry => ({ check, category: 'crawl', importance: 'high', gate: true, scored: true })
  const { facts } = collectFacts(gathered())
  const judgement = conclude(runChecks(facts, [entry(broken), entry(fine)]), facts.places)

  it('becomes an error that weighs nothing, and the report survives', () => {
    expect(judgement.results['broken']).toMatchObject({ outcome: 'error', passed: true, points_lost: 0, evidence: [] })
    expect(judgement).toMatchObject({ score: 100, cappedBy: [] })
    expect(JSON.stringify(judgement)).not.toContain('secret')
  })

  it('has neighbours that see only the facts they named', () => {
    expect(judgement.results['fine']).toMatchObject({ outcome: 'pass', value: 'response' })
  })
})
