import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './heading-order.ts'

const levels = (...list: number[]) =>
  checkPage('heading-order', { html: document('', list.map((level) => `<h${level}>x</h${level}>`).join('\n')) })

describe('heading-order', () => {
  it.each([[[1]], [[1, 2, 3, 3, 2, 3]], [[2, 1, 2]], [[1, 2, 3, 4, 1, 2]]])('passes %j', (list) => {
    expect(levels(...list).outcome).toBe('pass')
  })

  it('warns where a level is skipped on the way down, and shows where', () => {
    expect(levels(1, 3, 4, 2, 4)).toMatchObject({
      outcome: 'warn',
      value: 2,
      title: texts.places(2, ''),
      evidence: [
        { note: texts.skipped(3, 1), snippet: '<h3>x</h3>', line: 9, column: 1 },
        { note: texts.skipped(4, 2), line: 12 },
      ],
    })
  })

  it('passes over hidden headings', () => {
    expect(checkPage('heading-order', { html: document('', '<h1>a</h1><h4 hidden>b</h4><h2>c</h2>') }).outcome).toBe(
      'pass',
    )
  })

  it('says how far it has looked on a page of very many headings', () => {
    const many = Array.from({ length: 1500 }, () => 2)
    expect(levels(...many).title).toMatch(/^Heading levels are in order \(first [\d,]+ of 1,500 headings checked\)$/)
    expect(levels(1, 3, ...many).title).toMatch(
      /^Heading levels are skipped in 1 place \(first [\d,]+ of 1,502 headings checked\)$/,
    )
  })

  it('is not applicable without headings', () => {
    expect(levels().outcome).toBe('not-applicable')
  })

  const ofBody = (body: string) => checkPage('heading-order', { html: document('', body) }).outcome

  it.each([
    ['a heading with the role of a tab', '<h1>a</h1><h5 role="tab">b</h5><h2>c</h2>'],
    ['a heading in an inert part', '<h1>a</h1><div inert><h4>b</h4></div><h2>c</h2>'],
    ['a heading that is hidden until it is found', '<h1>a</h1><div hidden="until-found"><h4>b</h4></div>'],
    ['an element with the role and level of a heading', '<h1>a</h1><p role="heading" aria-level="2">b</p><h3>c</h3>'],
    ['a heading of another level', '<h1>a</h1><h4 aria-level="2">b</h4>'],
    ['an element without a level, which has the second', '<h1>a</h1><p role="heading">b</p><h3>c</h3>'],
  ])('passes %s', (_, body) => expect(ofBody(body)).toBe('pass'))

  it.each([
    ['an element with the role of a heading', '<h1>a</h1><div role="heading" aria-level="4">b</div>'],
    ['a heading with a role that ARIA doesn’t have', '<h1>a</h1><h4 role="title">b</h4>'],
    ['a heading whose level is none', '<h1>a</h1><h4 aria-level="x">b</h4>'],
  ])('warns of a level that is skipped by %s', (_, body) => expect(ofBody(body)).toBe('warn'))

  it('counts an H1 in an inert part, which visitors see', () => {
    const html = document('', '<div inert><h1>a</h1></div>')
    expect(checkPage('h1-present', { html }).outcome).toBe('pass')
  })
})
