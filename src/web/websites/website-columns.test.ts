import { expect, it } from 'vitest'
import { ratingSegments } from './website-columns.tsx'

const letters = (counts: Parameters<typeof ratingSegments>[0]) =>
  ratingSegments(counts)
    .map(({ tone }) => tone[0])
    .join('')

it('has one segment per page of a small website', () => {
  expect(letters({ good: 3, decent: 1, bad: 2 })).toBe('pppwff')
  expect(letters({ good: 0, decent: 0, bad: 0 })).toBe('')
})

it('has shares of few segments for a large website, at least one per rating with a page', () => {
  expect(letters({ good: 970, decent: 29, bad: 1 })).toBe('ppppppppppppppwf')
  expect(letters({ good: 50, decent: 50, bad: 0 })).toBe('pppppppwwwwwww')
})
