import { expect, it } from 'vitest'
import { isActive, linkState } from './link-queries.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const link = { mode: 'live', revoked_at: null, expires_at: null, gone: false } as const

it.each([
  [{}, 'live', true],
  [{ mode: 'frozen' }, 'snapshot', true],
  [{ expires_at: '2026-11-21T12:00:01Z' }, 'live', true],
  [{ expires_at: '2026-11-21T12:00:00Z' }, 'expired', false],
  [{ gone: true }, 'target-deleted', false],
  [{ gone: true, expires_at: '2026-11-20T12:00:00Z' }, 'expired', false],
  [{ gone: true, revoked_at: '2026-11-20T12:00:00Z', expires_at: '2026-11-20T12:00:00Z' }, 'revoked', false],
] as const)('a link with %o is %s', (fields, state, active) => {
  expect(linkState({ ...link, ...fields }, now)).toBe(state)
  expect(isActive({ ...link, ...fields }, now)).toBe(active)
})
