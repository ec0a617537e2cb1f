import { expect, it } from 'vitest'
import { askedWords } from './pending-words.ts'

it('says of a report that it is the one only where its time tells', () => {
  expect(askedWords.stored(512, 3)).toBe('Report 512 of it was stored 3 s after you asked.')
  expect(askedWords.stored(512, null)).toBe('Report 512 of it was not known before you asked.')
})
