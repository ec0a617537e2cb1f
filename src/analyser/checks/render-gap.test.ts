import { describe, expect, it } from 'vitest'
import { renderSentence } from '#contract/reports/rendering.ts'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { renderedFacts } from '#testing/pages/rendered-facts.ts'
import { collectFacts } from '../facts/collect.ts'
import { noBeyondFacts, type PageInBrief, type RenderedFacts } from '../page-facts.ts'
import { inBrief } from '../rendered.ts'
import { renderGap, texts } from './render-gap.ts'

const canonical = 'https://example.com/lamps'
const head = `<title>Lamps</title><meta name="description" content="All lamps"><link rel="canonical" href="${canonical}"><meta name="robots" content="nofollow">`
const page = document(head, `<h1>Lamps</h1>${'ten words '.repeat(20)}<a href="/a">a</a><a href="/b">b</a>`)

/** Checks a page whose scripts change its HTML. */
function check(changes: Partial<PageInBrief>, more: Partial<RenderedFacts> = {}, html = page) {
  const { facts } = collectFacts(fetchedPageOf({ html }))
  const before = inBrief(facts)
  const rendered = { html: before, rendered: { ...before, ...changes }, mainWords: 40, ...more }
  return renderGap.run({ ...facts, beyond: { ...renderedFacts(rendered), renderCode: 'thin_text' } })
}

describe('render-gap', () => {
  it('does not apply where the page was not rendered, and says why', () => {
    expect(checkPage('render-gap', { html: page })).toMatchObject({
      outcome: 'not-applicable',
      reason: renderSentence('before', 0),
      points_lost: 0,
    })
    const { facts } = collectFacts(fetchedPageOf({ html: page }))
    expect(renderGap.run({ ...facts, beyond: { ...noBeyondFacts, renderCode: 'no_browser' } }).reason).toMatch(
      'this server has no Chromium',
    )
  })

  it('does not apply where scripts lead to another page', () => {
    expect(check({ title: 'Another page' }, { redirectedTo: 'https://example.com/app' })).toMatchObject({
      outcome: 'not-applicable',
      title: texts.elsewhere,
    })
  })

  it('passes when nothing that counts changes', () => {
    expect(check({}).outcome).toBe('pass')
    expect(check({ robots: 'nofollow, max-snippet: -1', words: 85, links: 6 }).outcome).toBe('pass')
  })

  it.each<[string, Partial<PageInBrief>]>([
    ['Robots rules: nofollow in the HTML, noindex, nofollow after scripts', { robots: 'noindex, nofollow' }],
    ['Robots rules: nofollow in the HTML, none after scripts', { robots: 'none' }],
    ['Robots rules: nofollow in the HTML, none after scripts', { robots: null }],
    [
      `Canonical URL: ${canonical} in the HTML, https://example.com/ after scripts`,
      { canonical: 'https://example.com/' },
    ],
    [`Canonical URL: ${canonical} in the HTML, none after scripts`, { canonical: null }],
    ['Title: “Lamps” in the HTML, “Lamps (3)” after scripts', { title: 'Lamps (3)' }],
  ])('fails "%s"', (note, changes) => {
    expect(check(changes)).toMatchObject({ outcome: 'fail', fault: 'contradicts', evidence: [{ note }] })
  })

  it.each<[string, Partial<PageInBrief>]>([
    ['Links: 2 in the HTML, 8 after scripts', { links: 8 }],
    ['Text: 42 words in the HTML, 1,200 words after scripts', { words: 1200 }],
    ['Structured data: none in the HTML, Product after scripts', { structured: ['Product'] }],
  ])('warns of "%s"', (note, changes) => {
    expect(check(changes)).toMatchObject({ outcome: 'warn', evidence: [{ note }] })
  })

  it('warns of all that only scripts bring to an empty page', () => {
    const empty = document('', '<div id="app"></div>')
    const { outcome, evidence } = check(
      { title: 'Lamps', description: 'All lamps', h1: ['Lamps'], canonical, words: 400, links: 9 },
      {},
      empty,
    )
    expect([outcome, evidence?.map(({ note }) => note)]).toEqual([
      'warn',
      [
        'Title: none in the HTML, “Lamps” after scripts',
        'Description: none in the HTML, “All lamps” after scripts',
        `Canonical URL: none in the HTML, ${canonical} after scripts`,
        'H1: none in the HTML, “Lamps” after scripts',
        'Text: 0 words in the HTML, 400 words after scripts',
        'Links: 0 in the HTML, 9 after scripts',
      ],
    ])
  })
})
