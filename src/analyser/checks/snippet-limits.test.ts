import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './snippet-limits.ts'

const withMeta = (content: string, name = 'robots') =>
  checkPage('snippet-limits', { html: document(`<meta name="${name}" content="${content}">`) })

describe('snippet-limits', () => {
  it.each(['index, follow', 'max-snippet:-1', 'max-image-preview:large, max-video-preview:0', 'noarchive', 'noindex'])(
    'passes "%s"',
    (content) => {
      expect(withMeta(content).outcome).toBe('pass')
    },
  )

  it.each([
    ['nosnippet', 'nosnippet'],
    ['follow, max-snippet: 0', 'max-snippet:0'],
    ['NOIMAGEINDEX', 'noimageindex'],
    ['nosnippet, noimageindex', 'nosnippet, noimageindex'],
  ])('warns of "%s", pointing at it', (content, value) => {
    expect(withMeta(content)).toMatchObject({
      outcome: 'warn',
      value,
      title: texts.limits(value),
      evidence: expect.arrayContaining([expect.objectContaining({ line: 5 })]) as unknown,
    })
  })

  it('only shows a max-snippet above 0, the shortest first', () => {
    expect(withMeta('max-snippet:50, max-snippet:20')).toMatchObject({
      outcome: 'info',
      value: 'max-snippet:20',
      title: texts.characters(20),
      evidence: [{ line: 5 }],
    })
  })

  it('reads the header', () => {
    const result = checkPage('snippet-limits', { headers: { 'x-robots-tag': 'googlebot: nosnippet' } })
    expect(result).toMatchObject({ outcome: 'warn', evidence: [{ snippet: 'x-robots-tag: googlebot: nosnippet' }] })
  })

  it('names each place once, however often it says so', () => {
    expect(withMeta('nosnippet, noimageindex, nosnippet').evidence).toEqual([expect.objectContaining({ line: 5 })])
    const headers = { 'x-robots-tag': 'nosnippet, nosnippet' }
    const both = checkPage('snippet-limits', {
      headers,
      html: document('<meta name="robots" content="nosnippet"><meta name="googlebot" content="nosnippet">'),
    })
    expect(both.evidence).toHaveLength(3)
    expect(both.evidence.filter(({ snippet }) => snippet === 'x-robots-tag: nosnippet, nosnippet')).toHaveLength(1)
  })

  it('does not mind what other crawlers are told', () => {
    expect(withMeta('nosnippet', 'bingbot').outcome).toBe('pass')
  })

  const text = 'Lamps of copper and glass light a path for as long as you keep them. '
  const withBody = (body: string) => checkPage('snippet-limits', { html: document('', body) })

  it.each(['div', 'section', 'span'])('warns of a %s that keeps nearly all of the text out of snippets', (tag) => {
    expect(withBody(`<h1>Lamps</h1><${tag} data-nosnippet>${text.repeat(9)}</${tag}>`)).toMatchObject({
      outcome: 'warn',
      title: texts.excluded(99),
      evidence: [{ snippet: expect.stringContaining('data-nosnippet') }],
    })
  })

  it('notes the share of the text that is kept out, and ignores a small one and other elements', () => {
    const half = withBody(`<p>${text}</p><div data-nosnippet>${text}</div>`)
    expect(half).toMatchObject({ outcome: 'info', title: texts.excluded(50), points_lost: 0 })
    expect(withBody(`<p>${text.repeat(9)}</p><div data-nosnippet>${text}</div>`).outcome).toBe('pass')
    expect(withBody(`<main data-nosnippet>${text}</main>`).outcome).toBe('pass')
  })
})
