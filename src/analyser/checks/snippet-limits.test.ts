import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/check-page.ts'
import { document } from '#testing/gathered.ts'

const withMeta = (content: string, name = 'robots') => checkPage('snippet-limits', { html: document(`<meta name="${name}" content="${content}">`) })

describe('snippet-limits', () => {
  it.each(['index, follow', 'max-snippet:-1', 'max-snippet:10', 'max-image-preview:large, max-video-preview:0', 'noarchive', 'noindex'])('passes "%s"', (content) => {
    expect(withMeta(content).outcome).toBe('pass')
  })

  it.each([
    ['nosnippet', 'nosnippet'],
    ['follow, max-snippet: 0', 'max-snippet:0'],
    ['NOIMAGEINDEX', 'noimageindex'],
    ['nosnippet, noimageindex', 'nosnippet, noimageindex'],
  ])('warns of "%s", pointing at it', (content, value) => {
    expect(withMeta(content)).toMatchObject({ outcome: 'warn', value, title: `The page limits how search results show it: ${value}`, evidence: expect.arrayContaining([expect.objectContaining({ line: 5 })]) as unknown })
  })

  it('reads the header', () => {
    const result = checkPage('snippet-limits', { headers: { 'x-robots-tag': 'googlebot: nosnippet' } })
    expect(result).toMatchObject({ outcome: 'warn', evidence: [{ snippet: 'x-robots-tag: googlebot: nosnippet' }] })
  })

  it('does not mind what other crawlers are told', () => {
    expect(withMeta('nosnippet', 'bingbot').outcome).toBe('pass')
  })
})
