import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { wordsOf, describeError, errorSentence } from './error-words.ts'

describe('an error in words', () => {
  it('repeats the sentence of a server that refused what was entered', () => {
    const error = new ApiError('invalid', 'The page is on holiday.', {
      status: 422,
    })
    expect(errorSentence(error)).toBe('The page is on holiday.')
  })

  it('adds a missing full stop and never shows HTML', () => {
    expect(errorSentence(new ApiError('invalid', 'The url field is required'))).toBe('The url field is required.')
    expect(errorSentence(new ApiError('invalid', '<html>'))).toBe('Check what you entered and try again.')
  })

  it('repeats what the gateway says about its server, except after a write that may have worked', () => {
    const error = new ApiError('server', 'Anything.', { status: 502, words: wordsOf('upstream_untrusted') })
    expect(errorSentence(error)).toBe(
      'The certificate of the server behind this dashboard isn’t trusted. Nothing was sent to it. Your administrator can renew or fix the certificate.',
    )
    expect(errorSentence(error.with({ unsure: true }))).not.toContain('Nothing was sent')
  })

  it.each([
    '',
    'Bad Gateway',
    'Bad Gateway. Contact the administrator.',
    'The server behind this dashboard isn’t there. Try again.',
  ])('does not repeat %j', (message) => {
    expect(errorSentence(new ApiError('server', message, { status: 502 }))).toBe(
      'The server isn’t responding. Try again in a moment.',
    )
  })

  it('blames a conflict on another user only after a failed precondition', () => {
    expect(errorSentence(new ApiError('conflict', 'This page is being analysed already', { status: 409 }))).toBe(
      'This conflicts with the server’s data. This page is being analysed already.',
    )
    expect(describeError(new ApiError('conflict', '', { status: 412 })).title).toBe('Someone else changed this')
    expect(describeError(new ApiError('conflict', 'It is Public by now.')).title).toBe('Someone else changed this')
  })

  it('says if a write without a response can be sent again', () => {
    const textOf = (repeatable: boolean) =>
      describeError(new ApiError('network', '', { unsure: true, repeatable })).text
    expect(textOf(true)).toBe('The change may have gone through. You can safely try again.')
    expect(textOf(false)).toBe('The change may have gone through. Check before you try again.')
  })

  it('distinguishes a busy server from a broken one', () => {
    expect(describeError(new ApiError('server', '', { status: 503 })).title).not.toBe(
      describeError(new ApiError('server', '', { status: 500 })).title,
    )
  })
})
