import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { findKey, renameKey, revokeKey } from '#service/store/access/api-keys.ts'
import type { Schema } from '#service/store/schema.ts'
import { ownerToken } from '#testing/service/people.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { createAuthenticator } from './authenticate.ts'
import { issueKey, redeemSignInToken } from './keys.ts'

/** Returns a database whose next result after `hold` is held back, once it has arrived, until it is released. */
function withHeldResults(db: Kysely<Schema>) {
  let next: (() => Promise<void>) | undefined
  const held = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const wait = next
      next = undefined
      await wait?.()
      return result
    },
  })
  function hold() {
    const [arrival, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    next = () => {
      arrival.resolve()
      return gate.promise
    }
    return { arrived: arrival.promise, release: gate.resolve }
  }
  return { held, hold }
}

describeEachEngine('a cached key', ({ openStore }) => {
  it('stops working within a second of being revoked', async () => {
    const { db } = await openStore()
    let time = Date.parse('2026-05-01T12:00:00Z')
    const { identify } = createAuthenticator(db, { now: () => time, clock: () => time })
    const { key, info } = await issueKey(db, 'A key', 'full')
    const works = async () => (await identify({ header: `Bearer ${key}` }))?.kind === 'key'
    expect(await works()).toBe(true)
    await revokeKey(db, info.id, new Date(time).toISOString())
    time += 1_000
    expect(await works()).toBe(false)
  })

  it('is read again if it was revoked or renamed in this process while it was read', async () => {
    const { db } = await openStore()
    const { held, hold } = withHeldResults(db)
    const { identify, identifyAgain, emptyCache } = createAuthenticator(held)
    const { key, info } = await issueKey(db, 'A key', 'full')
    const header = `Bearer ${key}`
    for (const read of [identify, identifyAgain]) {
      const { arrived, release } = hold()
      const reading = read({ header: header })
      await arrived
      await renameKey(db, info.id, `For ${read.name}`)
      emptyCache()
      release()
      await reading
      expect(await identify({ header: header })).toMatchObject({ key: { name: `For ${read.name}` } })
    }
    const { arrived, release } = hold()
    const reading = identifyAgain({ header: header })
    await arrived
    await revokeKey(db, info.id, new Date().toISOString())
    emptyCache()
    release()
    expect(await reading).toMatchObject({ kind: 'key' })
    expect(await identify({ header: header })).toBeUndefined()
  })

  it('revoked in another process works for a second from the start of a query, however long that took', async () => {
    const { db } = await openStore()
    const { held, hold } = withHeldResults(db)
    let time = 0
    const { identify } = createAuthenticator(held, { clock: () => time })
    const { key, info } = await issueKey(db, 'A key', 'full')
    const { arrived, release } = hold()
    const reading = identify({ header: `Bearer ${key}` })
    await arrived
    await revokeKey(db, info.id, new Date().toISOString())
    time += 1_000
    release()
    expect(await reading).toMatchObject({ kind: 'key' })
    expect(await identify({ header: `Bearer ${key}` })).toBeUndefined()
  })

  it('stays as the latest query read it, although an earlier one ends later', async () => {
    const { db } = await openStore()
    const { held, hold } = withHeldResults(db)
    let time = 0
    const { identify, identifyAgain } = createAuthenticator(held, { clock: () => time })
    const { key, info } = await issueKey(db, 'A key', 'full')
    const { arrived, release } = hold()
    const reading = identify({ header: `Bearer ${key}` })
    await arrived
    await revokeKey(db, info.id, new Date().toISOString())
    time += 1
    expect(await identifyAgain({ header: `Bearer ${key}` })).toBeUndefined()
    release()
    await reading
    expect(await identify({ header: `Bearer ${key}` })).toBeUndefined()
  })

  it('still needs its whole secret', async () => {
    const { db } = await openStore()
    const { identify } = createAuthenticator(db)
    const { key } = await issueKey(db, 'A key', 'full')
    await identify({ header: `Bearer ${key}` })
    expect(await identify({ header: `Bearer ${key.slice(0, -1)}${key.endsWith('A') ? 'E' : 'A'}` })).toBeUndefined()
  })

  it('has its last use written at most once a minute', async () => {
    const { db } = await openStore()
    let time = Date.parse('2026-05-01T12:00:00Z')
    const { identify } = createAuthenticator(db, { now: () => time, clock: () => time })
    const { key, info } = await issueKey(db, 'A key', 'full')
    const lastUsed = async () => (await findKey(db, info.id))?.last_used_at
    await identify({ header: `Bearer ${key}` })
    await expect.poll(lastUsed).toBe('2026-05-01T12:00:00.000Z')
    time += 59_000
    await identify({ header: `Bearer ${key}` })
    await new Promise((resolve) => setImmediate(resolve))
    expect(await lastUsed()).toBe('2026-05-01T12:00:00.000Z')
    time += 1_000
    await identify({ header: `Bearer ${key}` })
    await expect.poll(lastUsed).toBe('2026-05-01T12:01:00.000Z')
  })
})

describeEachEngine('a key of a sign-in link', ({ openStore }) => {
  const day = 86_400_000
  const start = Date.parse('2026-05-01T12:00:00.000Z')

  async function signedIn(db: Kysely<Schema>) {
    const token = await ownerToken(db, start)
    const { key = '', info } = (await redeemSignInToken(db, token, new Date(start))) ?? {}
    let time = start
    const { identify } = createAuthenticator(db, { now: () => time, clock: () => time })
    return {
      expires_at: async () => (await findKey(db, info?.id ?? ''))?.expires_at,
      last_used_at: async () => (await findKey(db, info?.id ?? ''))?.last_used_at,
      async useAt(next: number) {
        time = next
        return (await identify({ header: `Bearer ${key}` }))?.kind === 'key'
      },
    }
  }

  it('expires after 30 days without use', async () => {
    const { useAt, expires_at } = await signedIn((await openStore()).db)
    expect(await expires_at()).toBe('2026-05-31T12:00:00.000Z')
    expect(await useAt(start + 30 * day)).toBe(false)
    expect(await expires_at()).toBe('2026-05-31T12:00:00.000Z')
  })

  it('is renewed by its use, at most once a day', async () => {
    const { useAt, expires_at, last_used_at } = await signedIn((await openStore()).db)
    const almostADay = start + day - 60_000
    expect(await useAt(almostADay)).toBe(true)
    await expect.poll(last_used_at).toBe(new Date(almostADay).toISOString())
    expect(await expires_at()).toBe('2026-05-31T12:00:00.000Z')
    for (const days of [29, 58, 87]) {
      expect(await useAt(start + days * day)).toBe(true)
      await expect.poll(expires_at).toBe(new Date(start + (days + 30) * day).toISOString())
    }
    expect(await useAt(start + 117 * day)).toBe(false)
  })
})

describeEachEngine('a key with an expiry of its own', ({ openStore }) => {
  it('is not renewed by its use', async () => {
    const { db } = await openStore()
    const now = Date.parse('2026-05-01T12:00:00Z')
    const expiresAt = '2026-05-02T12:00:00.000Z'
    const { key, info } = await issueKey(db, 'A key', 'full', new Date(now), { expires_at: expiresAt })
    await createAuthenticator(db, { now: () => now }).identify({ header: `Bearer ${key}` })
    await expect.poll(async () => (await findKey(db, info.id))?.last_used_at).toBe('2026-05-01T12:00:00.000Z')
    expect((await findKey(db, info.id))?.expires_at).toBe(expiresAt)
  })
})
