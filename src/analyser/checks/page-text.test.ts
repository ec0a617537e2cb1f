import { describe, expect, it } from 'vitest'
import { analyseCase, checkPage } from '#testing/pages/check-page.ts'
import { document, fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { evaluate } from '../evaluate.ts'
import { analysePage } from '../run.ts'
import { texts } from './page-text.ts'

const script = '<script src="/app.js" defer></script>'
const words = (many: number) => `<p>${'lamp '.repeat(many)}</p>`
const page = (body: string, head = '') => checkPage('page-text', { html: document(head, body) })

describe('page-text', () => {
  it.each([
    ['a body without anything', '', '', texts.empty(texts.html)],
    ['an empty body with a script in the head', '', script, texts.empty(texts.html)],
    ['an empty app root', '<div id="root"> <!-- app --> </div>', script, texts.wordsWithoutScripts(0)],
    ['an empty app-root element', '<app-root></app-root>', script, texts.wordsWithoutScripts(0)],
    ['one word', '<p>Lamp</p>', '', texts.words(1)],
  ])('fails %s', (_, body, head, title) => {
    expect(page(body, head)).toMatchObject({ outcome: 'fail', points_lost: 12, title })
    expect(analysePage(fetchedPageOf({ html: document(head, body) })).score).toBeLessThanOrEqual(49)
  })

  it('warns of a few words beside scripts, which leave the page in search', () => {
    const warning = { outcome: 'warn', points_lost: 12, title: texts.wordsWithoutScripts(14) }
    expect(page(words(14) + script)).toMatchObject(warning)
  })

  it.each([
    ['enough words beside scripts', words(20) + script],
    ['a short page without scripts', words(10)],
    ['an app root that the server has filled', `<div id="root">${words(30)}</div>${script}`],
    ['images with alt text', '<img src="/a.png" alt="A lamp">'],
  ])('passes %s', (_, body) => {
    expect(page(body)).toMatchObject({ outcome: 'pass', points_lost: 0 })
  })

  it('points to the element that scripts fill', () => {
    expect(page(`<div id="__next"></div>${script}`).evidence[0]).toMatchObject({
      snippet: expect.stringContaining('__next'),
    })
  })

  it('ignores an error page', () => {
    expect(checkPage('page-text', { html: '', status: 404 }).outcome).toBe('not-applicable')
  })

  it('of an older report is unknown instead of passed', () => {
    const { mainText: _, ...older } = analyseCase({}).facts
    expect(evaluate(older).results['page-text']?.outcome).toBe('unknown')
    const { mainText: __, ...faulty } = analyseCase({
      text: '',
      more: '',
      top: '<h1>Lamps</h1>',
      picture: '',
      links: '',
      form: '',
    }).facts
    expect(evaluate(faulty).results['page-text']?.outcome).toBe('fail')
  })
})
