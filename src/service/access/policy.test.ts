import { expect, it } from 'vitest'
import { allRights } from '#service/store/access/grants.ts'
import { canSeeDeletions, type Reader, refusalOf, scopeOf, visitor, websiteAccess } from './policy.ts'

const reader = (role: 'full' | 'read'): Reader => ({
  kind: 'key',
  key: { id: 'abcdefgh', name: 'A key', role },
  person: null,
  rights: allRights,
})

it('a visitor can neither read nor write', () => {
  for (const action of [
    'list reports',
    'read a report',
    'list websites',
    'read a website',
    'create a report',
    'create a website',
    'change a website',
  ] as const) {
    expect(refusalOf(visitor, action)).toBe('needs a key')
  }
  expect(scopeOf(visitor)).toEqual({ kind: 'none' })
  expect(canSeeDeletions(visitor)).toBe(false)
})

it('a read key reads everything and writes nothing, a full key does both', () => {
  for (const action of [
    'create a report',
    'delete a report',
    'create a website',
    'change a website',
    'change an identity',
    'delete a website',
  ] as const) {
    expect([refusalOf(reader('read'), action), refusalOf(reader('full'), action)]).toEqual([
      'key is read-only',
      undefined,
    ])
  }
  for (const role of ['read', 'full'] as const) {
    expect(refusalOf(reader(role), 'list reports')).toBeUndefined()
    expect(scopeOf(reader(role))).toEqual({ kind: 'all' })
  }
})

it('any key renames itself, and nobody else does', () => {
  expect([visitor, reader('read'), reader('full')].map((one) => refusalOf(one, 'rename own key'))).toEqual([
    'needs a key',
    undefined,
    undefined,
  ])
})

it('without a key a public website is open, one with a password is open after it, and every other is closed', () => {
  const website = (privacy: 0 | 1 | 2, passwordHash: string | null = null) => ({
    id: 7,
    privacy,
    password_hash: passwordHash,
  })
  const unlocked = (websiteId: number): Reader => ({ kind: 'unlock', website_id: websiteId })
  const access = [website(0), website(1), website(2, 'hash'), website(2), undefined].map((one) =>
    [visitor, unlocked(7), unlocked(8)].map((reader) => websiteAccess(reader, one)),
  )
  expect(access).toEqual([
    ['open', 'open', 'open'],
    ['hidden', 'hidden', 'hidden'],
    ['locked', 'open', 'locked'],
    ['hidden', 'hidden', 'hidden'],
    ['hidden', 'hidden', 'hidden'],
  ])
})

it('a password and its cookie do nothing that a key is needed for', () => {
  const unlocked: Reader = { kind: 'unlock', website_id: 7 }
  expect([
    refusalOf(unlocked, 'list reports'),
    refusalOf(unlocked, 'delete a report'),
    refusalOf(unlocked, 'manage keys'),
  ]).toEqual(['needs a key', 'needs a key', 'needs a key'])
  expect(scopeOf(unlocked)).toEqual({ kind: 'none' })
})
