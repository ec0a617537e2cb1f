import { expect, it } from 'vitest'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { ensureMeta, readMeta } from '../meta.ts'
import { findKey, insertKey, listKeys, revokeKey, touchKey, insertToken, takeToken } from './api-keys.ts'

const key = {
  id: 'abcd1234',
  name: 'Nightly',
  role: 'full',
  secret_hash: 'f00',
  created_at: '2026-01-02T03:04:05.000Z',
} as const

describeEachEngine('an API key', onBoth, ({ openStore }) => {
  it('is returned as stored', async () => {
    const { db } = await openStore()
    await insertKey(db, { ...key, expires_at: '2027-01-01T00:00:00.000Z' })
    expect(await findKey(db, key.id)).toEqual({
      ...key,
      expires_at: '2027-01-01T00:00:00.000Z',
      revoked_at: null,
      last_used_at: null,
      renewed_for_days: null,
      person_id: null,
      is_limited: 0,
    })
    expect(await findKey(db, 'other')).toBeUndefined()
    await expect(insertKey(db, key)).rejects.toThrow()
  })

  it('is revoked once, and has the time of its last use', async () => {
    const { db } = await openStore()
    await insertKey(db, key)
    await touchKey(db, key, '2026-05-05T00:00:00.000Z')
    expect(await revokeKey(db, key.id, '2026-06-06T00:00:00.000Z')).toBe(true)
    expect(await revokeKey(db, key.id, '2026-07-07T00:00:00.000Z')).toBe(false)
    expect(await revokeKey(db, 'other', '2026-07-07T00:00:00.000Z')).toBe(false)
    expect(await listKeys(db)).toEqual([
      {
        ...key,
        expires_at: null,
        revoked_at: '2026-06-06T00:00:00.000Z',
        last_used_at: '2026-05-05T00:00:00.000Z',
        renewed_for_days: null,
        person_name: null,
        person_id: null,
        is_limited: 0,
      },
    ])
  })
})

const account = { purpose: 'account', person_id: null } as const

describeEachEngine('a sign-in token', onBoth, ({ openStore }) => {
  it('can be used by one of many concurrent callers', async () => {
    const { db } = await openStore()
    await insertToken(db, { hash: 'h', ...account, expires_at: '2026-01-01T00:10:00.000Z' }, '2026-01-01T00:00:00.000Z')
    const taken = await Promise.all(
      Array.from({ length: 4 }, () => takeToken(db, 'h', 'account', '2026-01-01T00:09:59.999Z')),
    )
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  it('cannot be used after it expired', async () => {
    const { db } = await openStore()
    await insertToken(db, { hash: 'h', ...account, expires_at: '2026-01-01T00:10:00.000Z' }, '2026-01-01T00:00:00.000Z')
    expect(await takeToken(db, 'h', 'account', '2026-01-01T00:10:00.000Z')).toBeUndefined()
  })
})

describeEachEngine('a generated value', onBoth, ({ openStore }) => {
  it('is generated once for concurrent callers', async () => {
    const { db } = await openStore()
    expect(await readMeta(db, 'secret')).toBeUndefined()
    let made = 0
    const values = await Promise.all(
      Array.from({ length: 4 }, () => ensureMeta(db, 'secret', () => `secret ${(made += 1)}`)),
    )
    expect(new Set(values).size).toBe(1)
    expect(await readMeta(db, 'secret')).toBe(values[0])
  })
})
