import { expect, it } from 'vitest'
import { checksPerDay } from '#contract/page-check.ts'
import { checkAgainWords as words } from './check-again-words.ts'

it('names the limit of the day only for a wait that no other limit has', () => {
  expect(words.limited(61)).toContain(`${checksPerDay} times today`)
  expect(words.limited(60)).not.toContain('today')
  expect(words.limited(null)).toBe(words.limited(60))
})
