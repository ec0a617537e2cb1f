import { describe, expect, it } from 'vitest'
import { fetchedPageOf, pageUrl } from '#testing/pages/fetched-page.ts'
import { faultsOfResult } from '#testing/pages/language-guide.ts'
import { soundHtml, soundParts, soundRobots } from '#testing/pages/sound-page.ts'
import { evaluate } from '../evaluate.ts'
import type { GoogleIndexFacts } from '../page-facts.ts'
import { analysePage } from '../run.ts'
import { texts } from './google-index.ts'

const other = 'https://example.com/other'
const facts = (more = '') =>
  analysePage(fetchedPageOf({ html: soundHtml({ canonical: soundParts.canonical + more }), robots: soundRobots })).facts

const indexed: GoogleIndexFacts = {
  verdict: 'PASS',
  state: 'Submitted and indexed',
  canonical: pageUrl,
  crawledAt: '2026-11-10T06:00:00.000Z',
  inspectedAt: '2026-11-12T20:00:00.000Z',
}
const dropped = { ...indexed, verdict: 'NEUTRAL', state: 'Crawled - currently not indexed' }

function judged(googleIndex: GoogleIndexFacts | null, page = facts()) {
  const result = evaluate({ ...page, ...(googleIndex && { googleIndex }) }).results['google-index']!
  expect(faultsOfResult('google-index', result)).toEqual([])
  return result
}

describe('google-index', () => {
  it('is unknown while Google wasn’t asked, and never costs points', () => {
    expect(judged(null)).toMatchObject({ outcome: 'unknown', title: texts.unknown, scored: false, points_lost: 0 })
  })

  it('passes for a page in the index', () => {
    expect(judged(indexed)).toMatchObject({
      outcome: 'pass',
      title: texts.state('Submitted and indexed', '12 Nov'),
      value: 'Submitted and indexed',
    })
    expect(judged({ ...indexed, canonical: null }).outcome).toBe('pass')
  })

  it('shows what we say beside what Google says, with both canonical URLs and the last crawl', () => {
    expect(judged(dropped)).toMatchObject({
      outcome: 'info',
      title: texts.differs(dropped.state, '12 Nov'),
      scored: false,
      evidence: [
        { note: texts.state(dropped.state, '12 Nov 2026') },
        { note: texts.lastCrawl('10 Nov 2026') },
        { url: pageUrl, note: texts.googleCanonical },
        { url: expect.any(String), note: texts.declaredCanonical },
      ],
    })
    expect(judged({ ...dropped, crawledAt: null }).evidence[1]).toEqual({ note: texts.neverCrawled })
  })

  it('agrees about a page that can’t be indexed', () => {
    const noindex = facts('<meta name="robots" content="noindex">')
    expect(judged(dropped, noindex)).toMatchObject({ outcome: 'info', title: texts.agrees(dropped.state, '12 Nov') })
  })

  it('names another canonical URL that Google chose', () => {
    expect(judged({ ...indexed, canonical: other })).toMatchObject({
      outcome: 'info',
      title: texts.otherCanonical('12 Nov'),
    })
  })
})
