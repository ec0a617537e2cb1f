import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { describeError, errorSentence } from './errors.ts'

describe('an error in words', () => {
  it('repeats the sentence of a server that refused what was entered', () => {
    const error = new ApiError('invalid', 'That page could not be reached: the host name does not exist.', { status: 422 })
    expect(errorSentence(error)).toBe('That page could not be reached: the host name does not exist.')
  })

  it('closes a sentence that the server left open, and never shows its HTML', () => {
    expect(errorSentence(new ApiError('invalid', 'The url field is required'))).toBe('The url field is required.')
    expect(errorSentence(new ApiError('invalid', '<html>'))).toBe('Check what you entered and try again.')
  })

  it('tells a busy server from a broken one', () => {
    expect(describeError(new ApiError('server', '', { status: 503 })).title).not.toBe(describeError(new ApiError('server', '', { status: 500 })).title)
  })
})
