import type { Kysely } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { defaultCrawlLimits, type JobError } from '#contract/jobs/job.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import type { Schema } from '../schema.ts'
import { findFaults } from '../verify/verify.ts'
import { addJobUrls, claimUrls, endWork, type WorkResult } from './claims.ts'
import { commandJob } from './commands.ts'
import { createJob, findJob } from './jobs.ts'
import { countKills, killedProcesses, reclaim, releaseAll, uncountKills, uncountKillsOf } from './kills.ts'

const keyId = 'abcdefgh'

/** Creates a job with pages of some hosts. */
const addJob = (db: Kysely<Schema>, ...hosts: string[]) => addJobOf(db, keyId, ...hosts)

const addJobOf = (db: Kysely<Schema>, key: string, ...hosts: string[]) =>
  db.transaction().execute((tx) =>
    createJob(tx, {
      ...({ kind: 'urls', label: 'Pages', url: null, crawl: null, author_id: key, author_name: null } as const),
      urls: hosts.map((name, at) => ({ line: at + 1, url: `https://${name}.example/${at}`, host: `${name}.example` })),
    }),
  )

/** Claims URLs, and returns them as "job host". */
async function claim(db: Kysely<Schema>, limit: number, maxOfHost = 1) {
  const claims = await claimUrls(db, { owner: 'test', limit, afterKey: '', maxOfHost: () => maxOfHost })
  return claims.map(({ job_id, host }) => `${job_id} ${host.replace('.example', '')}`)
}

describeEachEngine('the URLs of a key', onBoth, ({ openStore }) => {
  it("are claimed from its oldest job first, whatever the hosts' names", async () => {
    const { db } = await openStore()
    const older = await addJob(db, 'z', 'y', 'z')
    const newer = await addJob(db, 'a', 'b', 'y')
    expect(await claim(db, 1)).toEqual([`${older} y`])
    expect(await claim(db, 2)).toEqual([`${older} z`, `${newer} a`])
    expect(await claim(db, 9)).toEqual([`${newer} b`])
    expect(await claim(db, 9, 2)).toEqual([`${older} z`, `${newer} y`])
  })

  it('are all claimed from a job before the next one, if their host allows it', async () => {
    const { db } = await openStore()
    const [older, newer] = [await addJob(db, 'z', 'z', 'z'), await addJob(db, 'a', 'a')]
    expect(await claim(db, 4, 5)).toEqual([`${older} z`, `${older} z`, `${older} z`, `${newer} a`])
  })

  it('are not held up by paused jobs and busy hosts', async () => {
    const { db } = await openStore()
    const paused = await addJob(db, 'a', 'b', 'c')
    await commandJob(db, paused, 'pause')
    const busy: number[] = []
    for (let more = 0; more < 150; more += 1) busy.push(await addJob(db, 'm'))
    const last = await addJob(db, 'm', 'z')
    expect(await claim(db, 9)).toEqual([`${busy[0]} m`, `${last} z`])
    await commandJob(db, paused, 'resume')
    expect(await claim(db, 9)).toEqual([`${paused} a`, `${paused} b`, `${paused} c`])
  })

  it('are added and released at the time of the database', async () => {
    const { db, engine } = await openStore()
    if (engine === 'sqlite') return
    const id = await addJob(db, 'a')
    const [claimed] = await claimUrls(db, { owner: 'test', limit: 1, afterKey: '', maxOfHost: () => 1 })
    if (!claimed) throw new Error('No URL was claimed.')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
    onTestFinished(() => void vi.useRealTimers())
    const added = { line: 2, url: 'https://b.example/', host: 'b.example' }
    for (const change of [
      () => db.transaction().execute((tx) => addJobUrls(tx, claimed, [added])),
      () => releaseAll(db, 'test'),
    ]) {
      await change()
      const job = await findJob(db, id)
      expect(Date.parse(job?.updated_at ?? '')).toBeLessThan(Date.now())
    }
  })
})

describeEachEngine('a crawl whose page and last step failed', onBoth, ({ openStore }) => {
  it('is retried with the page first', async () => {
    const { db } = await openStore()
    const host = 'a.example'
    const id = await db.transaction().execute((tx) =>
      createJob(tx, {
        ...({ kind: 'crawl', label: host, url: `https://${host}/`, author_id: keyId, author_name: null } as const),
        crawl: { ...defaultCrawlLimits, max_pages: 10 },
        urls: [
          { line: 0, url: `https://${host}/robots.txt`, host, isLast: true },
          { line: 1, url: `https://${host}/`, host },
        ],
      }),
    )
    /** Claims the next URL, ends its work, and returns its line. */
    async function endNext(result: WorkResult) {
      const [next] = await claimUrls(db, { owner: 'test', limit: 1, afterKey: '', maxOfHost: () => 1 })
      if (next) await db.transaction().execute((tx) => endWork(tx, next, 'test', result))
      return next?.line
    }
    const failed = { state: 'failed', error: { status: 422, code: null, message: 'Refused.', errors: null } } as const
    expect([await endNext(failed), await endNext(failed)]).toEqual([1, 0])
    await commandJob(db, id, 'retry')
    expect([await endNext(failed), await endNext(failed), await endNext(failed)]).toEqual([1, 0, undefined])
  })
})

describeEachEngine('a crawl with a limited speed', onBoth, ({ openStore }) => {
  it('is given no more pages than are due, over all processes, and holds up no other job', async () => {
    const { db } = await openStore()
    const crawlAt = (speed: number) =>
      db.transaction().execute((tx) =>
        createJob(tx, {
          ...({
            kind: 'crawl',
            label: 'Shop',
            url: 'https://a.example/',
            author_id: keyId,
            author_name: null,
          } as const),
          crawl: { ...defaultCrawlLimits, speed },
          urls: Array.from({ length: 60 }, (_, at) => ({
            line: at + 1,
            url: `https://a.example/${at}`,
            host: 'a.example',
          })),
        }),
      )
    const slow = await crawlAt(0.2)
    const other = await addJob(db, 'a')
    expect(await claim(db, 9, 99)).toEqual([`${slow} a`, `${other} a`])
    expect(await claim(db, 9, 99)).toEqual([])
    const { next_claim_at } = await db
      .selectFrom('jobs')
      .select('next_claim_at')
      .where('id', '=', slow)
      .executeTakeFirstOrThrow()
    expect(Date.parse(next_claim_at) - Date.now()).toBeLessThanOrEqual(5_000)
    const past = { next_claim_at: new Date(Date.now() - 60_000).toISOString() }
    await db.updateTable('jobs').set(past).where('id', '=', slow).execute()
    expect(await claim(db, 9, 99)).toEqual([`${slow} a`])
    await commandJob(db, slow, 'cancel')
    // A second that was missed is made up for, and no more.
    await crawlAt(20)
    expect(await claim(db, 50, 99)).toHaveLength(21)
  })
})

describeEachEngine('the URLs of several keys', onBoth, ({ openStore }) => {
  it('are claimed in turn', async () => {
    const { db } = await openStore()
    const one = await addJobOf(db, 'key-one', 'a', 'b', 'c')
    const two = await addJobOf(db, 'key-two', 'd', 'e')
    expect(await claim(db, 4)).toEqual([`${one} a`, `${two} d`, `${one} b`, `${two} e`])
  })

  it('are claimed until a key has its share, and then of the others', async () => {
    const { db } = await openStore()
    const one = await addJobOf(db, 'key-one', 'a', 'b', 'c')
    const two = await addJobOf(db, 'key-two', 'd', 'e')
    const shares = new Map([
      ['key-one', 1],
      ['key-two', 2],
    ])
    const mayHaveMore = (key: string) => {
      const left = shares.get(key) ?? 0
      shares.set(key, left - 1)
      return left > 0
    }
    const claims = await claimUrls(db, { owner: 'test', limit: 4, afterKey: '', maxOfHost: () => 1, mayHaveMore })
    expect(claims.map(({ job_id }) => job_id)).toEqual([one, two, two])
    expect(await findJob(db, one)).toMatchObject({ counts: { running: 1, queued: 2 } })
  })
})

describeEachEngine('the URLs of processes that were killed', onBoth, ({ openStore }) => {
  const killed = killedProcesses.message
  const claimAs = async (db: Kysely<Schema>, owner: string, limit = 9) => {
    const claims = await claimUrls(db, { owner, limit, afterKey: '', maxOfHost: () => 9 })
    return claims.map(({ line }) => line)
  }
  /** Takes over the URLs of all processes, as if they were killed. */
  const kill = (db: Kysely<Schema>) => reclaim(db, 'next', true)
  const rowsOf = async (db: Kysely<Schema>) => {
    const rows = await db.selectFrom('job_urls').select(['state', 'kills', 'error']).orderBy('line').execute()
    return rows.map(({ state, kills, error }) => [state, kills, error && (JSON.parse(error) as JobError).message])
  }

  it('are tried again one at a time after others, and fail if it happens again', async () => {
    const { db } = await openStore()
    await addJob(db, 'a', 'b', 'c')
    expect(await claimAs(db, 'first', 2)).toEqual([1, 2])
    expect(await kill(db)).toBe(2)
    const second = await claimAs(db, 'second')
    expect(second).toHaveLength(2)
    expect(second).toContain(3)
    expect(await claimAs(db, 'third')).toEqual([])
    await kill(db)
    const suspect = Math.min(...second) - 1
    const rows = await rowsOf(db)
    expect(rows[suspect]).toEqual(['failed', 2, killed])
    expect(rows.filter(([state, kills]) => state === 'queued' && kills === 1)).toHaveLength(2)
    expect(await findFaults(db)).toEqual([])
  })

  it('fail the job if they are its source', async () => {
    const { db } = await openStore()
    const id = await db.transaction().execute((tx) =>
      createJob(tx, {
        ...({ kind: 'sitemap', label: 'Shop', url: null, crawl: null, author_id: keyId, author_name: null } as const),
        urls: [{ line: 0, url: 'https://a.example/sitemap.xml', host: 'a.example' }],
      }),
    )
    for (let kills = 0; kills < 2; kills += 1) {
      expect(await claimAs(db, 'first')).toEqual([0])
      await kill(db)
    }
    expect(await findJob(db, id)).toMatchObject({ state: 'failed', error: { message: killed } })
    await commandJob(db, id, 'retry')
    expect(await claimAs(db, 'first')).toEqual([0])
    expect(await rowsOf(db)).toEqual([['running', 0, null]])
  })

  it('are not to blame if their process stopped, or was about to', async () => {
    const { db } = await openStore()
    await addJob(db, 'a')
    for (let stops = 0; stops < 3; stops += 1) {
      await claimAs(db, 'stopping')
      await uncountKillsOf(db, 'stopping')
      await releaseAll(db, 'stopping', true)
      await claimAs(db, 'stopping')
      await uncountKillsOf(db, 'stopping')
      await kill(db)
    }
    expect(await rowsOf(db)).toEqual([['queued', 0, null]])
    const [claimed] = await claimUrls(db, { owner: 'cut off', limit: 1, afterKey: '', maxOfHost: () => 1 })
    if (!claimed) throw new Error('No URL was claimed.')
    await kill(db)
    await uncountKills(db, [claimed])
    await uncountKills(db, [claimed])
    expect(await rowsOf(db)).toEqual([['queued', 0, null]])
  })

  it('are to blame alone if their work ended the process', async () => {
    const { db } = await openStore()
    await addJob(db, 'a', 'b')
    const claims = await claimUrls(db, { owner: 'ending', limit: 2, afterKey: '', maxOfHost: () => 1 })
    await countKills(db, claims.slice(0, 1))
    await uncountKillsOf(db, 'ending')
    await releaseAll(db, 'ending', true)
    expect(await kill(db)).toBe(1)
    expect(await rowsOf(db)).toEqual([
      ['queued', 1, null],
      ['queued', 0, null],
    ])
    expect(await findFaults(db)).toEqual([])
  })
})
