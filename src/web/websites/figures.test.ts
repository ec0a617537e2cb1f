import { expect, it } from 'vitest'
import type { Indexability } from '#contract/reports/indexability.ts'
import { statesOf } from './figures.tsx'

const parts = (all: number, counts: Partial<Record<Indexability, number>>) =>
  statesOf(
    all,
    (state) => counts[state] ?? 0,
    (state) => `#${state}`,
  ).map(({ text, to }) => [text, to])

it.each<[string, number, Partial<Record<Indexability, number>>, string[]]>([
  ['no page', 0, {}, []],
  ['one page', 1, { indexable: 1 }, ['1 indexable']],
  [
    'pages of all kinds',
    64,
    { indexable: 41, blocked: 8, redirect: 7, other_url: 5, unlikely: 2, unclear: 1 },
    ['41 indexable', '8 not indexable', '12 redirects or other URLs', '2 unlikely to be indexed', '1 unclear'],
  ],
  ['redirects alone', 3, { indexable: 1, redirect: 2 }, ['1 indexable', '2 redirects']],
  ['pages without a known state', 5, { indexable: 3 }, ['3 indexable', '2 not known']],
])('%s: the parts add up', (_, all, counts, texts) => {
  expect(parts(all, counts).map(([text]) => text)).toEqual(texts)
  expect(texts.reduce((sum, text) => sum + Number.parseInt(text, 10), 0)).toBe(all)
})

it('each part leads to its pages', () => {
  expect(parts(3, { blocked: 1, redirect: 1, other_url: 1 })).toEqual([
    ['1 not indexable', '#blocked'],
    ['2 redirects or other URLs', '#elsewhere'],
  ])
})
