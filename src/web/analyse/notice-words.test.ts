import { expect, it } from 'vitest'
import { pendingWords } from './notice-words.ts'

it('names the time of the report only if it is known', () => {
  expect(pendingWords.stored(512, 3)).toBe('Report 512 for this URL was saved 3 seconds later.')
  expect(pendingWords.stored(512, null)).toBe('Report 512 for this URL was saved after you started.')
})
