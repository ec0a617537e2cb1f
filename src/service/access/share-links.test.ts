import { expect, it } from 'vitest'
import type { Scope } from '#service/store/lists/scope.ts'
import { reportListFilter } from '#testing/store/lists.ts'
import { contentDeleted, createLinkToken, hashLinkToken, linkEnd, linkRevoked, scopeOfLink } from './share-links.ts'

const link = {
  id: 1,
  kind: 'view',
  report_id: null,
  website_id: null,
  list: 'reports',
  query: '',
  is_limited: 0,
  shows_clicks: 0,
} as const
const open = { revoked_at: null, expires_at: null, is_target_deleted: 0 as const }

it('a token has 192 random bits and comes with its hash', () => {
  const tokens = Array.from({ length: 100 }, createLinkToken)
  expect(new Set(tokens.map(({ token }) => token)).size).toBe(100)
  for (const { token, token_hash } of tokens)
    expect([Buffer.from(token, 'base64url').length, hashLinkToken(token)]).toEqual([24, token_hash])
})

it('a link gives access to its target only', () => {
  expect(scopeOfLink({ ...link, kind: 'report', report_id: 4, website_id: 7 })).toEqual({
    kind: 'report',
    report_id: 4,
  })
  expect(scopeOfLink({ ...link, kind: 'website', website_id: 7 })).toEqual({ kind: 'website', website_id: 7 })
  expect(scopeOfLink({ ...link, query: 'result=bad&website_id=7&sort=asc' })).toEqual({
    kind: 'reports',
    filter: reportListFilter({ result: 'bad', website_id: 7 }),
  })
  expect(scopeOfLink({ ...link, list: 'websites', query: 'search=shop' })).toEqual<Scope>({
    kind: 'websites',
    filter: { search: 'shop', privacy: null, client: null },
  })
  expect(scopeOfLink({ ...link, list: 'websites', query: 'privacy=0' })).toEqual<Scope>({
    kind: 'websites',
    filter: { search: '', privacy: '0', client: null },
  })
  expect(scopeOfLink({ ...link, list: 'websites', query: 'privacy=9' })).toEqual({ kind: 'none' })
  expect(scopeOfLink({ ...link, query: 'result=bad', is_limited: 1 })).toEqual<Scope>({
    kind: 'reports',
    filter: reportListFilter({ result: 'bad' }),
    within: { kind: 'granted', holders: [{ link_id: 1 }], right: 'edit', author: null, isGuest: false },
  })
})

it.each([
  ['an unknown rating', { ...link, query: 'result=splendid' }],
  ['a malformed website id', { ...link, query: 'website_id=x' }],
  ['no query', { ...link, query: null }],
  ['no list', { ...link, list: null }],
  ['no report', { ...link, kind: 'report' as const }],
  ['no website', { ...link, kind: 'website' as const }],
])('a link with %s gives access to nothing', (_, broken) => {
  expect(scopeOfLink(broken)).toEqual({ kind: 'none' })
})

it('a link that no longer works has a reason', () => {
  const now = Date.parse('2026-05-03T12:00:00Z')
  expect([linkEnd(open, now), linkEnd({ ...open, expires_at: '2026-05-03T12:00:00.001Z' }, now)]).toEqual([
    undefined,
    undefined,
  ])
  expect(linkEnd({ ...open, expires_at: '2026-05-03T12:00:00.000Z' }, now)).toEqual({
    code: 'link_expired',
    sentence: 'This link expired on 3 May 2026.',
  })
  expect(linkEnd({ ...open, is_target_deleted: 1 }, now)).toEqual(contentDeleted)
  expect(
    linkEnd(
      { revoked_at: '2026-01-01T00:00:00.000Z', expires_at: '2026-05-03T00:00:00.000Z', is_target_deleted: 1 },
      now,
    ),
  ).toEqual(linkRevoked)
})
