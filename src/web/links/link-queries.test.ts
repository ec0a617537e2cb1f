import { expect, it } from 'vitest'
import { formOf } from './link-calls.ts'
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

it('asks for a link with what was chosen, and leaves the rest out', () => {
  const wish = { mode: 'live', label: '', expiresAt: null, password: null } as const
  expect(formOf({ ...wish, target: { kind: 'report', id: 7 }, mode: 'frozen', password: '🐑' })).toEqual({
    kind: 'report',
    report_id: '7',
    mode: 'frozen',
    password: '🐑',
  })
  expect(
    formOf({
      ...wish,
      target: { kind: 'view', list: 'reports', query: 'result=bad' },
      label: 'Q4',
      expiresAt: '2027-01-01T00:00:00.000Z',
    }),
  ).toEqual({
    kind: 'view',
    list: 'reports',
    query: 'result=bad',
    mode: 'live',
    label: 'Q4',
    expires_at: '2027-01-01T00:00:00.000Z',
  })
})
