import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/data/api-error.ts'
import { visitorRefusalOf } from './visitor-refusal.tsx'

const [locked, missing, unreachable] = [
  new ApiError('unauthenticated', '', { status: 401, locked: { by: 'website', websiteId: 7 } }),
  new ApiError('missing'),
  new ApiError('network'),
]
const shown = { id: 4 }

describe('the error that replaces a visitor page', () => {
  it('is null while there is no error', () => {
    expect(visitorRefusalOf(shown, null, null)).toBeNull()
    expect(visitorRefusalOf(undefined, null)).toBeNull()
  })

  it('is a permanent error, even if the page was shown before', () => {
    expect(visitorRefusalOf(shown, null, locked)).toBe(locked)
    expect(visitorRefusalOf(shown, missing, null)).toBe(missing)
    expect(visitorRefusalOf(shown, unreachable, missing)).toBe(missing)
  })

  it('is a temporary error only if there is nothing to show yet', () => {
    expect(visitorRefusalOf(shown, unreachable)).toBeNull()
    expect(visitorRefusalOf(undefined, unreachable)).toBe(unreachable)
  })
})
