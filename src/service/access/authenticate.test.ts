import { expect, it } from 'vitest'
import { findKey, revokeKey } from '#service/store/api-keys.ts'
import { describeEachEngine } from '#testing/databases.ts'
import { createAuthenticator } from './authenticate.ts'
import { issueKey } from './keys.ts'

describeEachEngine('a cached key', ({ openStore }) => {
  it('stops working within a second of being revoked', async () => {
    const { db } = await openStore()
    let time = Date.parse('2026-05-01T12:00:00Z')
    const { identify } = createAuthenticator(db, { now: () => time, clock: () => time })
    const { key, info } = await issueKey(db, 'A key', 'full')
    const works = async () => (await identify(`Bearer ${key}`))?.kind === 'key'
    expect(await works()).toBe(true)
    await revokeKey(db, info.id, new Date(time).toISOString())
    time += 1_000
    expect(await works()).toBe(false)
  })

  it('still needs its whole secret', async () => {
    const { db } = await openStore()
    const { identify } = createAuthenticator(db)
    const { key } = await issueKey(db, 'A key', 'full')
    await identify(`Bearer ${key}`)
    expect(await identify(`Bearer ${key.slice(0, -1)}${key.endsWith('A') ? 'E' : 'A'}`)).toBeUndefined()
  })

  it('has its last use written at most once a minute', async () => {
    const { db } = await openStore()
    let time = Date.parse('2026-05-01T12:00:00Z')
    const { identify } = createAuthenticator(db, { now: () => time, clock: () => time })
    const { key, info } = await issueKey(db, 'A key', 'full')
    const lastUsed = async () => (await findKey(db, info.id))?.lastUsedAt
    await identify(`Bearer ${key}`)
    await expect.poll(lastUsed).toBe('2026-05-01T12:00:00.000Z')
    time += 59_000
    await identify(`Bearer ${key}`)
    await new Promise((resolve) => setImmediate(resolve))
    expect(await lastUsed()).toBe('2026-05-01T12:00:00.000Z')
    time += 1_000
    await identify(`Bearer ${key}`)
    await expect.poll(lastUsed).toBe('2026-05-01T12:01:00.000Z')
  })
})
