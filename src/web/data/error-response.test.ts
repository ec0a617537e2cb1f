import { describe, expect, it } from 'vitest'
import { errorCodes, errorOf, fieldCodes } from '#contract/responses/error-codes.ts'
import { readErrorResponse } from './error-response.ts'
import { describeError, errorSentence } from './error-words.ts'

/** What the service would tell a developer. */
const forDevelopers = 'per_page must be 10.'

const errorWith = (status: number, body: object) =>
  readErrorResponse(
    'POST',
    '/reports',
    new Response(null, { status }),
    JSON.stringify({ message: forDevelopers, status, ...body }),
  )

const invalid = (field: string, ...codes: string[]) =>
  errorWith(422, { code: 'invalid_fields', errors: { [field]: [forDevelopers] }, codes: { [field]: codes } })

const sentence = /^([A-Z]|robots\.txt ).*[.?]$/

describe('an error with a code', () => {
  it.each(errorCodes)('is put into the dashboard’s own words for %s', (code) => {
    const error = errorWith(errorOf(code).status, { code })
    const { title, text } = describeError(error)
    expect(title).toMatch(/^[A-Z].*[^.]$/)
    expect(text).toMatch(sentence)
    expect(`${title} ${text} ${errorSentence(error)}`).not.toContain(forDevelopers)
  })

  it.each(fieldCodes)('has a sentence of our own beside the field for %s', (code) => {
    const { fields } = invalid('label', code)
    expect(fields['label']).toEqual([expect.stringMatching(sentence)])
    expect(fields['label']).not.toContain(forDevelopers)
  })

  it('has another sentence for a field if the general one is vague', () => {
    expect(invalid('url', 'too_long').fields['url']).toEqual(['This URL is too long. Use 2,048 characters or fewer.'])
    expect(invalid('others', 'required').fields).toEqual({ others: ['Fill in this field.'] })
    expect(invalid('constructor', 'required').fields).toEqual({ constructor: ['Fill in this field.'] })
  })

  it('shows the sentences of its fields where no field can', () => {
    expect(errorSentence(invalid('query', 'invalid_parameter'))).toBe('The server doesn’t support one of the filters.')
    const unreachable = errorWith(422, {
      code: 'page_not_analysed',
      errors: { url: [forDevelopers] },
      codes: { url: ['dns'] },
    })
    expect(describeError(unreachable)).toEqual({
      title: 'We couldn’t analyse this page',
      text: 'We couldn’t find that domain. Check the spelling.',
    })
  })

  it('names the bot protection and the user agent that it can allow', () => {
    const blocked = (code: string, vendor: string | null) =>
      errorSentence(
        errorWith(422, {
          code,
          errors: { url: [forDevelopers] },
          codes: { url: [code] },
          blocked_by: { status: 403, vendor, user_agent: 'SEO-Reports/1' },
        }),
      )
    expect(blocked('bot_wall', 'Cloudflare')).toBe(
      'We couldn’t see this page: Cloudflare showed us a bot check (status 403). Allow our user agent “SEO-Reports/1” in Cloudflare, then try again.',
    )
    expect(blocked('refused', null)).toContain('its server returned 403 to us')
  })
})

describe('the server’s own sentence is shown', () => {
  it('for a field without a code that the dashboard knows', () => {
    expect(invalid('url').fields['url']).toEqual([forDevelopers])
    expect(invalid('url', 'required', 'from_the_future').fields['url']).toEqual([forDevelopers])
  })

  it('by a server without codes', () => {
    const error = errorWith(422, { errors: { url: ['That page is on holiday.'] } })
    expect(error).toMatchObject({ message: forDevelopers, fields: { url: ['That page is on holiday.'] } })
    expect(errorSentence(errorWith(403, {}))).toContain(forDevelopers)
  })
})
