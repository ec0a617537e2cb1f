import { expect, it } from 'vitest'
import { trayWords, addWords } from './words.ts'

it('counts a list in one sentence, and leaves out what there is none of', () => {
  expect(addWords.summary(130, 4, [7, 19], 3)).toBe(
    '130 URLs, 4 analysed today, 2 not URLs (lines 7, 19), 3 duplicates',
  )
  expect(addWords.summary(1, 0, [2], 1)).toBe('1 URL, 1 not a URL (line 2), 1 duplicate')
  expect(addWords.summary(0, 0, [1, 2, 3, 4, 5, 6, 7], 0)).toBe('0 URLs, 7 not URLs (lines 1, 2, 3, 4, 5 and 2 more)')
})

it('shows how far a job is', () => {
  const counts = { total: 130, done: 80, failed: 3 }
  expect(trayWords.state({ kind: 'urls', state: 'running', counts })).toBe('83 of 130 · 3 failed')
  expect(trayWords.state({ kind: 'sitemap', state: 'running', counts: { total: 0, done: 0, failed: 0 } })).toBe(
    'Reading the sitemap…',
  )
  expect(trayWords.state({ kind: 'urls', state: 'done', counts: { total: 130, done: 130, failed: 0 } })).toBe(
    '130 analysed',
  )
  const read = { total: 63, done: 61, failed: 2 }
  expect(trayWords.state({ kind: 'crawl', state: 'running', counts: read, checking: { done: 40, total: 61 } })).toBe(
    'Checking links… 40 of 61 · 2 failed',
  )
})

it('ends a crawl with what it found', () => {
  const results = { website_id: 3, pages: 61, rendered: 0, good: 0, decent: 36, bad: 5, not_indexable: 18, unread: 2 }
  expect(trayWords.results(results)).toBe('61 pages · 0 good · 36 decent · 5 bad · 18 not indexable · 2 not crawled')
  expect(trayWords.results({ ...results, rendered: 5, unread: 0 })).toBe(
    '61 pages · 5 rendered · 0 good · 36 decent · 5 bad · 18 not indexable',
  )
})
