import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './ai-snippets.ts'

const check = (head: string, body = '<p>Ten letters</p>', headers: Record<string, string> = {}) =>
  checkPage('ai-snippets', { html: document(head, body), headers })
const meta = (content: string, name = 'robots') => `<meta name="${name}" content="${content}">`

describe('ai-snippets', () => {
  it.each(['', meta('index, max-snippet:-1'), meta('noarchive', 'googlebot'), meta('nosnippet', 'yandex')])(
    'passes "%s"',
    (head) => {
      expect(check(head)).toMatchObject({ outcome: 'pass', scored: false })
    },
  )

  it.each([
    [meta('nosnippet'), 'nosnippet', /doesn’t use the page as direct input/],
    [meta('max-snippet:0'), 'max-snippet:0', /doesn’t use the page as direct input/],
    [meta('max-snippet: 50', 'googlebot'), 'max-snippet:50 for googlebot', /at most 50 characters/],
    [meta('noarchive'), 'noarchive', /^Bing’s chat answers leave the page out/],
    [meta('nocache', 'bingbot'), 'nocache for bingbot', /only the page’s URL, title and snippet/],
  ])('shows %s, pointing at it', (head, name, note) => {
    expect(check(head)).toMatchObject({
      outcome: 'info',
      title: texts.rules(name),
      evidence: [{ line: 5, note: expect.stringMatching(note) }],
    })
  })

  it('shows the header', () => {
    expect(check('', '', { 'x-robots-tag': 'googlebot: nosnippet' })).toMatchObject({
      title: texts.rules('nosnippet for googlebot'),
      evidence: [{ snippet: 'x-robots-tag: googlebot: nosnippet' }],
    })
  })

  it('shows the share of text in data-nosnippet, nested elements once, on elements that Google respects', () => {
    const body = `<p data-nosnippet>aaaaa</p>
<div data-nosnippet>bbb <span data-nosnippet>bb</span></div>`
    expect(check('', body)).toMatchObject({
      outcome: 'info',
      title: texts.rules('data-nosnippet on 50% of the text'),
      evidence: [{ line: 9 }, { line: 9 }],
    })
  })
})
