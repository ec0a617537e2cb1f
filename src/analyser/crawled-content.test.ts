import { describe, expect, it } from 'vitest'
import { factsOf, soundWorld, type World } from '#testing/pages/planted-changes.ts'
import { crawledContent } from './crawled-content.ts'
import { evaluate } from './evaluate.ts'

const contentOf = (given: Partial<World> = {}) => {
  const facts = factsOf({ ...soundWorld, ...given }, 2)
  return crawledContent(facts, evaluate(facts).results)
}

describe('what a crawl keeps of a page', () => {
  it('are its texts, robots rules, hreflang links, words and types of structured data', () => {
    const head = '<meta name=robots content="max-snippet:20">'
    const hreflang = '<link rel=alternate hreflang=de href="https://shop.example/de">'
    const headers = { 'x-robots-tag': 'googlebot: nofollow' }
    expect(contentOf({ parts: { head, hreflang }, headers })).toMatchObject({
      title: 'Garden lamps of copper and glass',
      h1: 'Garden lamps',
      robots: ['X-Robots-Tag: googlebot: nofollow', 'max-snippet: 20'],
      hreflang: ['de https://shop.example/de'],
      words: expect.any(Number),
      structured_data: ['BreadcrumbList', 'Product'],
    })
  })

  it('includes the checks that don’t apply, so that what was removed isn’t taken for a repair', () => {
    expect(contentOf({ parts: { hreflang: '' } })!.not_applicable).toContain('hreflang')
    expect(contentOf()!.not_applicable).not.toContain('hreflang')
  })

  it('is nothing of an error page', () => {
    expect(contentOf({ page: { status: 404 } })).toBeNull()
  })
})
