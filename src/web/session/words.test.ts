import { expect, it } from 'vitest'
import { checksPerDay } from '#contract/sharing/opened-link.ts'
import { checkAgainWords as words } from './words.ts'

it('names the limit of the day only for a wait that no other limit has', () => {
  expect(words.wait(61, '02:00')).toContain(`${checksPerDay} times today`)
  expect(words.wait(61, '02:00')).toContain('02:00')
  expect(words.wait(60, '02:00')).not.toContain('today')
  expect(words.wait(60, '02:00')).toContain('60 seconds')
})
