import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'

const page = (title: string, h1 = '', more = {}) =>
  checkPage('soft-404-page', { html: document(`<title>${title}</title>`, h1 && `<h1>${h1}</h1>`), ...more })

describe('soft-404-page', () => {
  it.each([
    '404',
    'Error 404',
    '404 Not Found',
    '404 – Page not found',
    'Page not found | Lantern workshop',
    'Lantern workshop: This page could not be found',
    'Sorry, we can’t find that page',
    'This page doesn’t exist',
    'Seite nicht gefunden',
    'Page introuvable - Lanternes',
    'Página no encontrada',
    'ページが見つかりませんでした',
  ])('fails a page without content and the title “%s”', (title) => {
    expect(page(title)).toMatchObject({ outcome: 'fail', value: title, evidence: [{ selector: 'head > title' }] })
  })

  it('fails an H1 that says so', () => {
    expect(page('Lantern workshop', 'Page not found')).toMatchObject({
      outcome: 'fail',
      evidence: [{ selector: 'body > h1' }],
    })
  })

  it.each(['How to fix a 404 error', 'Lost and found', '404 lamps for the garden', 'Pages not found in any library'])(
    'passes a page with the title “%s”',
    (title) => {
      expect(page(title).outcome).toBe('pass')
    },
  )

  it('passes a long page, and ignores one that returns an error', () => {
    const text = `<p>${'lamp '.repeat(301)}</p>`
    expect(checkPage('soft-404-page', { html: document('<title>404</title>', text) }).outcome).toBe('pass')
    expect(page('404', '', { status: 404 }).outcome).toBe('not-applicable')
  })
})
