import { describe, expect, it } from 'vitest'
import { scoreOfLost } from '#contract/reports/rating.ts'
import { document, fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { duplicatesInCrawl, ofUnchangedTexts } from './among-pages.ts'
import { evaluate } from './evaluate.ts'
import type { AmongPages } from './page-facts.ts'
import { pageIssues, pageState } from './page-state.ts'
import { analysePage } from './run.ts'

const shared = (hash: string, first = 'https://example.com/first') => ({
  hash,
  first,
  pages: { items: [{ id: 12, url: 'https://example.com/lamps/old' }], total: 1 },
})
const read = (head = '') =>
  analysePage(
    fetchedPageOf({
      html: document(`<title>Garden lamps</title><meta name="description" content="Lamps.">${head}`, '<p>Lamps</p>'),
    }),
  )
const facts = (amongPages: AmongPages, head?: string) => ({ ...read(head).facts, amongPages })

describe('what a page shares with others by the last crawl', () => {
  it.each([
    ['title', 'title-unique', 3, '“Garden lamps”'],
    ['description', 'description-unique', 1, '“Lamps.”'],
    ['body', 'duplicate-body', 4, 'Content of /first'],
  ] as const)('is an issue of the page: %s', (kind, check, points, label) => {
    const { results, score } = evaluate(facts({ [kind]: shared('1') }))
    expect(results[check]).toMatchObject({ outcome: 'warn', scored: false, points_lost: 0, page_points: points })
    expect(results[check]?.evidence).toMatchObject([{ url: 'https://example.com/lamps/old' }])
    expect(score).toBe(evaluate(read().facts).score)
    const issue = pageIssues(results, undefined, ['https://example.com/lamps']).find((one) => one.check === check)
    expect(issue).toMatchObject({ points: points * 10, counted: true, causes: [{ label }] })
  })

  it('costs the page points, and not its report', () => {
    const own = evaluate(read().facts)
    expect(pageState(read().facts, own.results).page_score).toBeNull()
    const all = facts({ title: shared('1'), body: shared('2') })
    const { results, scoreBeforeCap, cappedBy } = evaluate(all)
    // Equal texts have equal titles for the same reason.
    const expected = scoreOfLost(Math.round((100 - scoreBeforeCap + 4) * 10), cappedBy.length > 0).score
    expect(pageState(all, results).page_score).toBe(expected)
  })

  it('is none of a page that can’t be indexed', () => {
    const noindex = facts({ title: shared('1') }, '<meta name="robots" content="noindex">')
    expect(duplicatesInCrawl(noindex)).toBeNull()
    expect(evaluate(noindex).results).not.toHaveProperty('title-unique')
  })

  it('stays while the text of the page stays', () => {
    const before = { title: shared('1'), description: shared('2'), body: shared('3') }
    const now = { title: '1', description: 'x', body: '3', bodyShape: null }
    expect(ofUnchangedTexts(before, now)).toEqual({ title: before.title, body: before.body })
    const similar = { ...shared('4'), pages: { items: [], total: 1 } }
    const thin = shared('/lamps/*')
    expect(ofUnchangedTexts({ similar, thin }, { ...now, bodyShape: '4' })).toEqual({ similar })
    expect(ofUnchangedTexts({ similar, thin }, { ...now, bodyShape: null })).toEqual({ thin })
    expect(ofUnchangedTexts(before, { ...now, title: null, body: 'y' })).toBeUndefined()
  })
})
