import { expect, it } from 'vitest'
import { pendingWords } from './notice-words.ts'

it('names the time of the report only if it is known', () => {
  expect(pendingWords.stored(512, 3)).toBe('Report 512 of it was stored 3 s after you asked.')
  expect(pendingWords.stored(512, null)).toBe('Report 512 of it was not known before you asked.')
})
