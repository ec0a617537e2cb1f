import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/data/api-error.ts'
import { refusalOf } from './refusal.tsx'

const [locked, gone, away] = [
  new ApiError('unauthenticated', '', { status: 401, locked: { by: 'website', websiteId: 7 } }),
  new ApiError('missing'),
  new ApiError('network'),
]
const shown = { id: 4 }

describe('what stands in the place of a shared page', () => {
  it('is nothing else while it may be read', () => {
    expect(refusalOf(shown, null, null)).toBeNull()
    expect(refusalOf(undefined, null)).toBeNull()
  })

  it('is the lock or the end, also of what was shown before', () => {
    expect(refusalOf(shown, null, locked)).toBe(locked)
    expect(refusalOf(shown, gone, null)).toBe(gone)
    expect(refusalOf(shown, away, gone)).toBe(gone)
  })

  it('is what may pass only where there is nothing to show yet', () => {
    expect(refusalOf(shown, away)).toBeNull()
    expect(refusalOf(undefined, away)).toBe(away)
  })
})
