import { expect, it } from 'vitest'
import { opensNow, stateOf } from './queries.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const link = { mode: 'live', revoked_at: null, expires_at: null, gone: false } as const

it.each([
  [{}, 'live', true],
  [{ mode: 'frozen' }, 'frozen', true],
  [{ expires_at: '2026-11-21T12:00:01Z' }, 'live', true],
  [{ expires_at: '2026-11-21T12:00:00Z' }, 'ended', false],
  [{ gone: true }, 'gone', false],
  [{ gone: true, expires_at: '2026-11-20T12:00:00Z' }, 'ended', false],
  [{ gone: true, revoked_at: '2026-11-20T12:00:00Z', expires_at: '2026-11-20T12:00:00Z' }, 'revoked', false],
] as const)('a link with %o is %s', (what, state, opens) => {
  expect(stateOf({ ...link, ...what }, now)).toBe(state)
  expect(opensNow({ ...link, ...what }, now)).toBe(opens)
})
