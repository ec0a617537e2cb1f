import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { purgeCounts } from '#service/store/access/limit-counts.ts'
import { databaseFailure } from '#service/store/failures.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { createGuessLimits, type GuessLimits } from './guess-limits.ts'
import { createRateWindow, type RateWindow } from './rate-window.ts'
import { countHereMs, createSharedLimits } from './shared-limits.ts'

type Limits = { window: RateWindow; guesses: GuessLimits }

const times = (count: number) => Array.from({ length: count }, (_, at) => at)

describeEachEngine('limits', ({ name, openStore }) => {
  /** Limits of two processes that share a database. On SQLite, there is only one. */
  async function ofTwoProcesses() {
    const { db } = await openStore()
    const fail = (error: unknown) => {
      throw error
    }
    const ofOne = (): Limits => {
      const { createWindow, guesses } = createSharedLimits(db, fail)
      return { window: createWindow('test', 2), guesses }
    }
    const here: Limits = { window: createRateWindow(2), guesses: createGuessLimits() }
    const [one, other] = name === 'postgres' ? [ofOne(), ofOne()] : [here, here]
    /** Lets time pass. */
    const age = (seconds: number) =>
      sql`update limit_counts set since = since - ${seconds * 1000}::float8, retry_at = retry_at - ${seconds * 1000}::float8`.execute(
        db,
      )
    return { db, one, other, age }
  }

  it('count the events of both in one window', async () => {
    const { one, other } = await ofTwoProcesses()
    expect(await one.window('a')).toMatchObject({ isExceeded: false, remaining: 1 })
    expect(await other.window('a')).toMatchObject({ isExceeded: false, remaining: 0 })
    expect(await one.window('a')).toMatchObject({ isExceeded: true, remaining: 0 })
    expect(await other.window('a')).toMatchObject({ isExceeded: true })
    expect(await one.window('b')).toMatchObject({ isExceeded: false })
  })

  it('count at most as many as allowed of those that come at once', async () => {
    const { one, other } = await ofTwoProcesses()
    const counts = await Promise.all(times(40).map((at) => (at % 2 ? one : other).window('a')))
    expect(counts.filter(({ isExceeded }) => !isExceeded)).toHaveLength(2)
  })

  it('give a network ten failures at a lock, and its later ones again after a right password', async () => {
    const { one, other } = await ofTwoProcesses()
    const waits = await Promise.all(times(20).map((at) => (at % 2 ? one : other).guesses.begin('website 1', 'a')))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10)
    expect(await one.guesses.begin('website 2', 'a')).toBe(0)
    expect(await other.guesses.begin('website 1', 'b')).toBe(0)
    const beginTen = () => Promise.all(times(10).map((at) => (at % 2 ? one : other).guesses.begin('website 3', 'a')))
    await beginTen()
    await one.guesses.succeed('website 3', 'a')
    expect(await beginTen()).toEqual(times(10).map(() => 0))
  })

  it('delay the tries of many networks, also those of a block of IPv6', async () => {
    const { one, other } = await ofTwoProcesses()
    const tryFrom = (at: number, network: string) => (at % 2 ? one : other).guesses.begin('website 1', network)
    const waits = []
    for (const at of times(30)) waits.push(await tryFrom(at, `192.0.2.${at}`))
    expect(waits.slice(0, 20)).toEqual(times(20).map(() => 0))
    expect(waits.at(-1)).toBe(1)
    const waitsOfBlock = []
    for (const at of times(40)) waitsOfBlock.push(await one.guesses.begin('website 3', `2001:db8:5:${at}`))
    expect(waitsOfBlock.at(-1)).toBeGreaterThan(1)
    expect(await other.guesses.begin('website 3', '2001:db8:6:1')).toBe(0)
  })

  if (name === 'sqlite') return

  it('start again after a minute, also when the clock of the database is set back', async () => {
    const { one, db, age } = await ofTwoProcesses()
    const { window } = { window: createSharedLimits(db, () => {}).createWindow('test', 2) }
    for (const _ of times(2)) await one.window('a')
    await age(60)
    expect(await window('a')).toMatchObject({ isExceeded: false, remaining: 1 })
    await age(-86_400)
    expect(await window('a')).toMatchObject({ isExceeded: false, remaining: 1 })
    for (const _ of times(10)) await one.guesses.begin('website 1', 'a')
    await age(-86_400)
    expect(await one.guesses.begin('website 1', 'a')).toBe(0)
  })

  it('give the promised try in any process', async () => {
    const { one, other, age } = await ofTwoProcesses()
    for (const at of times(40)) await one.guesses.begin('website 1', `192.0.2.${at}`)
    const wait = await one.guesses.begin('website 1', '198.51.100.7')
    expect(wait).toBeGreaterThan(1)
    await age(wait)
    expect(await other.guesses.begin('website 1', '198.51.100.7')).toBe(0)
  })

  it('are counted by each process while the database cannot count', async () => {
    const { db } = await openStore()
    const errors: unknown[] = []
    const { createWindow } = createSharedLimits(db, (error) => errors.push(error))
    const window = createWindow('test', 2)
    await db.schema.alterTable('limit_counts').renameTo('elsewhere').execute()
    expect((await Promise.all(times(4).map(() => window('a')))).filter(({ isExceeded }) => isExceeded)).toHaveLength(2)
    expect(errors).toHaveLength(1)
  })

  it('refuse tries of passwords while the database cannot count, and let a right one in', async () => {
    const { db } = await openStore()
    const errors: unknown[] = []
    const { guesses } = createSharedLimits(db, (error) => errors.push(error))
    await db.schema.alterTable('limit_counts').renameTo('elsewhere').execute()
    const tries = await Promise.allSettled(times(12).map(() => guesses.begin('website 1', 'a')))
    expect(tries.map(({ status }) => status)).toEqual(times(12).map(() => 'rejected'))
    expect(errors).toHaveLength(0)
    await guesses.succeed('website 1', 'a')
    expect(errors).toHaveLength(1)
  })

  it('refuse tries that the database does not count in time, so that those of two processes do not add up', async () => {
    const { db, one, other } = await ofTwoProcesses()
    const locked = await db.startTransaction().execute()
    await sql`lock table limit_counts in exclusive mode`.execute(locked)
    const tries = times(24).map((at) => (at % 2 ? one : other).guesses.begin('website 1', 'a'))
    const outcomes = await Promise.allSettled(tries)
    await locked.rollback().execute()
    const reasons = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : outcome.value))
    expect(reasons.map(databaseFailure)).toEqual(times(24).map(() => 'away'))
    const later = await Promise.all(times(24).map((at) => (at % 2 ? one : other).guesses.begin('website 1', 'a')))
    const allowed = later.filter((wait) => wait === 0).length
    // Those that had a connection may be counted, although they were refused.
    expect(allowed).toBeGreaterThanOrEqual(6)
    expect(allowed).toBeLessThanOrEqual(10)
  })

  it('leave connections for reads while counting hangs, and share again after it', async () => {
    const { db } = await openStore()
    const errors: unknown[] = []
    let now = 0
    const limits = createSharedLimits(
      db,
      (error) => errors.push(error),
      () => now,
    )
    const { guesses } = limits
    const window = limits.createWindow('test', 2)
    const stored = () => db.selectFrom('limit_counts').selectAll().execute()
    const msOf = async (work: () => Promise<unknown>) => {
      const start = performance.now()
      await work()
      return performance.now() - start
    }
    const read = () => db.selectFrom('websites').select('id').execute()
    const locked = await db.startTransaction().execute()
    await sql`lock table limit_counts in exclusive mode`.execute(locked)
    const counting = msOf(() => Promise.all(times(30).map((at) => window(`${at}`))))
    const tries = times(30).map((at) => guesses.begin(`website ${at}`, 'a'))
    await pause(100)
    const besideCounting = await msOf(read)
    const waited = await counting
    const later = await msOf(() => Promise.all(times(30).map((at) => window(`${at}`))))
    await Promise.allSettled(tries)
    const afterwards = await msOf(read)
    expect(Math.max(besideCounting, later, afterwards)).toBeLessThan(waited / 2)
    expect(await window('0')).toMatchObject({ isExceeded: true })
    expect(errors).toHaveLength(1)

    await locked.rollback().execute()
    // Abandoned tries may still be counted, with up to two rows each, but none that waited behind them.
    expect((await stored()).length).toBeLessThanOrEqual(7)
    now += countHereMs
    await window('new')
    expect((await stored()).map(({ name }) => name)).toContain('test new')
    expect(errors).toHaveLength(1)
  })

  it('are removed once they no longer matter', async () => {
    const { one, db, age } = await ofTwoProcesses()
    await one.window('a')
    await age(3_600)
    await one.window('b')
    expect(await purgeCounts(db)).toBe(1)
    expect(await db.selectFrom('limit_counts').select('name').execute()).toEqual([{ name: 'test b' }])
  })
})
