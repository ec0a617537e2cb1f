import { expect, it } from 'vitest'
import { afterVisit } from './last-visit.ts'

it('changes are shown since the day of the visit before', () => {
  expect(afterVisit({ current: '2026-11-18', previous: '2026-11-02' }, '2026-11-22')).toEqual({
    current: '2026-11-22',
    previous: '2026-11-18',
  })
})

it('visits on the same day count as one', () => {
  const visits = { current: '2026-11-22', previous: '2026-11-18' }
  expect(afterVisit(visits, '2026-11-22')).toEqual(visits)
})

it.each([null, 'text', {}, { current: 'yesterday' }, { current: '2027-01-01' }])(
  'there is no visit before if the stored ones are %j',
  (stored) => {
    expect(afterVisit(stored, '2026-11-22')).toEqual({ current: '2026-11-22', previous: null })
  },
)
