import { expect, it } from 'vitest'
import { createOpeningPace, notedAMinute } from './opening-pace.ts'

it('openings of a link are noted so often in a minute, whatever others do', () => {
  let time = 0
  const isNoted = createOpeningPace(() => time)
  const many = (linkId: number) => Array.from({ length: notedAMinute + 5 }, () => isNoted(linkId)).filter(Boolean)
  expect(many(1)).toHaveLength(notedAMinute)
  expect(many(2)).toHaveLength(notedAMinute)
  time = 59_999
  expect(isNoted(1)).toBe(false)
  time = 60_000
  expect(many(1)).toHaveLength(notedAMinute)
})
