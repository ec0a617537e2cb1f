import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { viewport, texts } from './viewport.ts'

const withContent = (...contents: string[]) =>
  checkPage('viewport', {
    html: document(contents.map((content) => `<meta name="viewport" content="${content}">`).join('')),
  })

describe('viewport', () => {
  it.each([
    'width=device-width, initial-scale=1',
    'initial-scale=1;width = Device-Width',
    'initial-scale=1.0',
    'width=device-width',
    'width=device-width, maximum-scale=5, user-scalable=yes',
  ])('passes "%s"', (content) => {
    expect(withContent(content)).toMatchObject({
      outcome: 'pass',
      value: content,
      title: viewport.titlePass,
    })
  })

  it.each([
    'width=device-width, user-scalable=no',
    'width=device-width, user-scalable=0',
    'initial-scale=1, maximum-scale=1',
  ])('passes "%s", but says that it cannot be enlarged', (content) => {
    expect(withContent(content)).toMatchObject({
      outcome: 'pass',
      title: texts.noZoom,
      evidence: [{ line: 5 }],
    })
  })

  it.each([
    ['WIDTH=1024', texts.fixed(1024)],
    ['width=980px, initial-scale=1', texts.fixed(980)],
    ['width=device-width, initial-scale=0.5', texts.scaled(50)],
    ['initial-scale=-1', texts.scaled(0)],
  ])('warns of "%s"', (content, title) => {
    expect(withContent(content)).toMatchObject({ outcome: 'warn', title, evidence: [{ line: 5 }] })
  })

  it.each(['', 'width=', 'min-width=300', 'width=full', 'initial-scale=big', 'width'])(
    'fails "%s", which names no width',
    (content) => {
      expect(withContent(content)).toMatchObject({
        outcome: 'fail',
        title: texts.noWidth,
        evidence: [{ line: 5 }],
      })
    },
  )

  it('obeys the last of several, as browsers do', () => {
    expect(withContent('width=device-width', 'width=800')).toMatchObject({ outcome: 'warn', value: 'width=800' })
    expect(withContent('width=800', 'width=device-width').outcome).toBe('pass')
  })

  it('fails without one', () => {
    expect(checkPage('viewport', { html: document('') })).toMatchObject({ outcome: 'fail', value: null })
  })

  it('warns of one outside the head, which browsers use, and names what ended the head', () => {
    const viewport = '<meta name=viewport content="width=device-width">'
    expect(checkPage('viewport', { html: document(`<div></div>${viewport}`) })).toMatchObject({
      outcome: 'warn',
      title: texts.outsideHead,
      evidence: [{ selector: 'body > meta' }, { selector: 'body > div', line: 5 }],
    })
    expect(checkPage('viewport', { html: document(viewport, viewport) }).outcome).toBe('pass')
  })

  it('has an answer to a content of a megabyte', () => {
    expect(withContent('='.repeat(1_000_000)).outcome).toBe('fail')
  })
})
