import type { Kysely } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { describeEachEngine } from '#testing/store/databases.ts'
import type { Schema } from '../schema.ts'
import { addJobUrls, claimUrls, endWork, releaseAll, type WorkResult } from './claims.ts'
import { commandJob } from './commands.ts'
import { createJob, findJob } from './jobs.ts'

const keyId = 'abcdefgh'

/** Creates a job with pages of some hosts. */
const addJob = (db: Kysely<Schema>, ...hosts: string[]) => addJobOf(db, keyId, ...hosts)

const addJobOf = (db: Kysely<Schema>, key: string, ...hosts: string[]) =>
  db.transaction().execute((tx) =>
    createJob(tx, {
      ...({ kind: 'urls', label: 'Pages', url: null, crawl: null, key_id: key, key_name: null } as const),
      urls: hosts.map((name, at) => ({ line: at + 1, url: `https://${name}.example/${at}`, host: `${name}.example` })),
    }),
  )

/** Claims URLs, and returns them as "job host". */
async function claim(db: Kysely<Schema>, limit: number, maxOfHost = 1) {
  const claims = await claimUrls(db, { owner: 'test', limit, afterKey: '', maxOfHost: () => maxOfHost })
  return claims.map(({ job_id, host }) => `${job_id} ${host.replace('.example', '')}`)
}

describeEachEngine('the URLs of a key', ({ openStore }) => {
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

describeEachEngine('a crawl whose page and last step failed', ({ openStore }) => {
  it('is retried with the page first', async () => {
    const { db } = await openStore()
    const host = 'a.example'
    const id = await db.transaction().execute((tx) =>
      createJob(tx, {
        ...({ kind: 'crawl', label: host, url: `https://${host}/`, key_id: keyId, key_name: null } as const),
        crawl: { max_pages: 10, max_depth: null, include: [], exclude: [] },
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

describeEachEngine('the URLs of several keys', ({ openStore }) => {
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
