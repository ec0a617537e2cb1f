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
    '130 pages',
  )
  const read = { total: 63, done: 61, failed: 2 }
  expect(trayWords.state({ kind: 'crawl', state: 'running', counts: read, checking: { done: 40, total: 61 } })).toBe(
    'Checking links… 40 of 61 · 2 failed',
  )
})

it('ends with what was found', () => {
  const counts = { total: 64, done: 62, failed: 1 }
  const results = { pages: 61, not_indexable: 17 }
  expect(trayWords.state({ kind: 'crawl', state: 'done', counts, results, not_indexable: 20 })).toBe(
    '61 pages · 17 not indexable · 1 failed',
  )
  const list = { kind: 'urls', state: 'done', counts: { total: 1, done: 1, failed: 0 } } as const
  expect(trayWords.state({ ...list, not_indexable: 1 })).toBe('1 page · 1 not indexable')
  expect(trayWords.state({ ...list, not_indexable: 0 })).toBe('1 page')
})
