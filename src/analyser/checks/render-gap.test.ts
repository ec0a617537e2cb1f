import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { collectFacts } from '../facts/collect.ts'
import type { RenderedFacts } from '../page-facts.ts'
import { renderGap } from './render-gap.ts'

const canonical = 'https://example.com/lamps'
const words = 'ten words '.repeat(20)
const head = `<title>Lamps</title><link rel="canonical" href="${canonical}"><meta name="robots" content="nofollow">`
const same: RenderedFacts = { title: 'Lamps', canonical, robots: ['nofollow'], textLength: words.length, links: 2 }
const check = (
  rendered: Partial<RenderedFacts>,
  html = document(head, `${words}<a href="/a">a</a><a href="/b">b</a>`),
) =>
  renderGap.run({
    ...collectFacts(fetchedPageOf({ html })).facts,
    beyond: { rendered: { ...same, ...rendered }, field: null },
  })

describe('render-gap', () => {
  it('does not apply where the page was not rendered', () => {
    expect(checkPage('render-gap', { html: document(head) })).toMatchObject({
      outcome: 'not-applicable',
      points_lost: 0,
    })
  })

  it('passes when nothing that counts changes', () => {
    expect(check({}).outcome).toBe('pass')
    expect(
      check({
        title: ' Lamps ',
        canonical: `${canonical}#top`,
        robots: ['INDEX, NoFollow', 'max-snippet:-1'],
        textLength: words.length * 2,
        links: 4,
      }).outcome,
    ).toBe('pass')
  })

  it.each<[string, Partial<RenderedFacts>]>([
    [
      'Robots meta tag: index, nofollow in the HTML, noindex, nofollow after scripts',
      { robots: ['noindex, nofollow'] },
    ],
    ['Robots meta tag: index, nofollow in the HTML, noindex, nofollow after scripts', { robots: ['none'] }],
    ['Robots meta tag: index, nofollow in the HTML, index, follow after scripts', { robots: [] }],
    [
      `Canonical URL: ${canonical} in the HTML, https://example.com/ after scripts`,
      { canonical: 'https://example.com/' },
    ],
    [`Canonical URL: ${canonical} in the HTML, none after scripts`, { canonical: null }],
  ])('fails "%s"', (note, rendered) => {
    expect(check(rendered)).toMatchObject({ outcome: 'fail', evidence: [{ note }] })
  })

  it.each<[string, Partial<RenderedFacts>]>([
    ['Title: “Lamps” in the HTML, “Lamps (3)” after scripts', { title: 'Lamps (3)' }],
    ['75% of the links only after scripts', { links: 8 }],
  ])('warns of "%s"', (note, rendered) => {
    expect(check(rendered)).toMatchObject({ outcome: 'warn', evidence: [{ note }] })
  })

  it('warns of text and a canonical address that only scripts bring', () => {
    const empty = document('<title>Lamps</title>', '<div id="app"></div>')
    const { outcome, evidence } = check({ robots: [], links: 0, textLength: 4000 }, empty)
    expect([outcome, evidence]).toEqual([
      'warn',
      [{ note: `Canonical URL: only after scripts, ${canonical}` }, { note: '100% of the text only after scripts' }],
    ])
  })
})
