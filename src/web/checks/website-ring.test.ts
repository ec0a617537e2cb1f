import { expect, it } from 'vitest'
import type { Category } from '#contract/reports/analysis.ts'
import { websiteSegments } from './website-ring.ts'

const check = (id: string, category: Category, scored = true) => ({ id, name: id, category, scored })

it('has a segment per scored check by category, which says on how many pages it is an issue', () => {
  const segments = websiteSegments({
    issues: [
      { check: 'title', pages: 5 },
      { check: 'alt', pages: 4 },
    ],
    catalogue: [
      check('https', 'security'),
      check('title', 'content'),
      check('words', 'content', false),
      check('alt', 'content'),
    ],
    pages: 10,
    hrefOf: (id) => `?check=${id}`,
  })
  expect(segments).toEqual([
    { id: 'title', group: 'content', tone: 'fail', label: 'title: 5 of 10 pages', href: '?check=title' },
    { id: 'alt', group: 'content', tone: 'warn', label: 'alt: 4 of 10 pages', href: '?check=alt' },
    { id: 'https', group: 'security', tone: 'pass', label: 'https: no issue', href: '?check=https' },
  ])
})
