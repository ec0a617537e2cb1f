import { expect, it } from 'vitest'
import { mayKnowWhatWasDeleted, refusalOf, scopeOf, seesWebsite } from './policy.ts'
import { nobody, type Reader } from './reader.ts'

const reader = (role: 'full' | 'read'): Reader => ({ kind: 'key', key: { id: 'abcdefgh', name: 'A key', role } })

it('nobody reads or writes anything without a key', () => {
  for (const action of ['list reports', 'read a report', 'list websites', 'read a website', 'create a report', 'change a website'] as const) {
    expect(refusalOf(nobody, action)).toBe('needs a key')
  }
  expect(scopeOf(nobody)).toEqual({ kind: 'none' })
  expect(seesWebsite(nobody, 1)).toBe(false)
  expect(mayKnowWhatWasDeleted(nobody)).toBe(false)
})

it('a read key reads everything and writes nothing, a full key does both', () => {
  for (const action of ['create a report', 'delete a report', 'change a website', 'delete a website'] as const) {
    expect([refusalOf(reader('read'), action), refusalOf(reader('full'), action)]).toEqual(['key may only read', undefined])
  }
  for (const role of ['read', 'full'] as const) {
    expect(refusalOf(reader(role), 'list reports')).toBeUndefined()
    expect(scopeOf(reader(role))).toEqual({ kind: 'all' })
    expect(seesWebsite(reader(role), 7)).toBe(true)
  }
})
