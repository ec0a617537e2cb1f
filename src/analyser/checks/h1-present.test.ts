import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { h1Present, texts } from './h1-present.ts'

const withBody = (body: string) => checkPage('h1-present', { html: document('', body) })

describe('h1-present', () => {
  it('passes one heading and gives its text', () => {
    expect(withBody('<h1>Lamps<br>for <b>every</b> room</h1>')).toMatchObject({
      outcome: 'pass',
      value: 'Lamps for every room',
    })
  })

  it('passes several and says how many', () => {
    expect(withBody('<h1>A</h1><h1>B</h1>')).toMatchObject({
      outcome: 'pass',
      title: texts.several('2'),
      value: 2,
    })
  })

  it('passes a logo with alternative text, and not one without', () => {
    expect(withBody('<h1><a href="/"><img src="l.svg" alt="Lamp House"></a></h1>').outcome).toBe('pass')
    expect(withBody('<h1><img src="l.svg" alt=""></h1>').outcome).toBe('fail')
  })

  it('fails without one', () => {
    expect(withBody('<h2>A</h2>')).toMatchObject({ outcome: 'fail', title: h1Present.titleFail, value: 0 })
  })

  it.each([
    ['empty', '<h1> &nbsp; </h1>', 'The H1 is empty'],
    ['of a comment', '<h1><!-- Lamps --></h1>', 'The H1 is empty'],
    ['with hidden text', '<h1><span hidden>Lamps</span></h1>', 'The H1 is empty'],
    ['hidden', '<div style="color: red; DISPLAY : none"><h1>Lamps</h1></div>', 'The H1 is hidden'],
    ['hidden, beside an empty one', '<h1 hidden>Lamps</h1><h1></h1>', texts.empty],
    ['in a template', '<template><h1>Lamps</h1></template>', h1Present.titleFail],
    ['in noscript', '<noscript><h1>Lamps</h1></noscript>', h1Present.titleFail],
  ])('fails one that is %s', (_, body, title) => {
    expect(withBody(body)).toMatchObject({ outcome: 'fail', title })
  })

  it('does not claim to know where more headings are than are kept', () => {
    expect(withBody('<h2>A</h2>'.repeat(1500))).toMatchObject({
      outcome: 'unknown',
      reason: expect.stringMatching(/^We only keep the first [\d,]+ of its 1,500 headings/) as string,
    })
    expect(withBody(`<h1>Lamps</h1>${'<h2>A</h2>'.repeat(1500)}`).outcome).toBe('pass')
  })
})
