import { describe, expect, it } from 'vitest'
import { errorCodes, errorOf } from '#contract/responses/error-codes.ts'
import { readErrorResponse } from './error-response.ts'
import { describeError, errorSentence } from './error-words.ts'

/** The service's message for developers. */
const forDevelopers = 'per_page must be 10.'

const errorWith = (status: number, body: object) =>
  readErrorResponse(
    'POST',
    '/reports',
    new Response(null, { status }),
    JSON.stringify({ message: forDevelopers, status, ...body }),
  )

const sentence = /^([A-Z]|robots\.txt ).*[.?]$/

describe('an error with a code', () => {
  it.each(errorCodes)('is put into the dashboard’s own words for %s', (code) => {
    const error = errorWith(errorOf(code).status, { code })
    const { title, text } = describeError(error)
    expect(title).toMatch(/^[A-Z].*[^.]$/)
    expect(text).toMatch(sentence)
    expect(`${title} ${text} ${errorSentence(error)}`).not.toContain(forDevelopers)
  })

  it('shows the messages of its fields, beside them and where no field can', () => {
    const unreachable = errorWith(422, {
      code: 'page_not_analysed',
      errors: { url: ['We couldn’t find that domain.'] },
      codes: { url: ['dns'] },
    })
    expect(unreachable.fields).toEqual({ url: ['We couldn’t find that domain.'] })
    expect(describeError(unreachable)).toEqual({
      title: 'We couldn’t analyse this page',
      text: 'We couldn’t find that domain.',
    })
  })
})

describe('an error without a code', () => {
  it('is described by the sentences of its server', () => {
    const error = errorWith(422, { errors: { url: ['That page is on holiday.'] } })
    expect(error).toMatchObject({ message: forDevelopers, fields: { url: ['That page is on holiday.'] } })
    expect(errorSentence(errorWith(403, {}))).toContain(forDevelopers)
  })
})
