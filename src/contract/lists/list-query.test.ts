import { describe, expect, it } from 'vitest'
import { readId } from './list-query.ts'

describe('an ID in a URL', () => {
  it.each([
    ['1', 1],
    ['482', 482],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('%s is valid', (text, id) => expect(readId(text)).toBe(id))

  it.each(['0', '-1', '1e3', '9999999999999999999', '9007199254740992', 'abc', '', ' 1', '01', undefined])(
    '%s is invalid',
    (text) => expect(readId(text)).toBeNull(),
  )
})
