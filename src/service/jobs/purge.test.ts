import { expect, it } from 'vitest'
import { byCommand, insertAuditEvent } from '#service/store/access/audit.ts'
import type { Store } from '#service/store/database.ts'
import { unlimitedRoom } from '#service/store/jobs/room.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { setRetention } from '#service/store/websites/retention.ts'
import { deleteWebsite } from '#service/store/websites/websites.ts'
import { sqliteService, testService } from '#testing/service/service.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { createPurger, countExpired, deleteExpiredReports } from './purge.ts'

const rowsLeft = async ({ db }: Store) =>
  (
    await Promise.all(
      (['websites', 'reports', 'report_payloads'] as const).map((table) => db.selectFrom(table).selectAll().execute()),
    )
  ).flat().length

it('an expired audit entry is removed with the next purge', async () => {
  const { store } = await sqliteService()
  await insertAuditEvent(store.db, byCommand, { action: 'sign_in' }, '2020-01-01T00:00:00.000Z')
  await insertAuditEvent(store.db, byCommand, { action: 'sign_in' })
  const purger = createPurger(store.db, () => {})
  purger.wake()
  await expect
    .poll(async () => (await store.db.selectFrom('audit').select('id').execute()).map(({ id }) => id))
    .toEqual([2])
  await purger.close()
})

describeEachEngine('a deleted website', onBoth, ({ openStore }) => {
  it('has all its rows removed soon after the response if the disk is full', async () => {
    const { call, store } = await testService(await openStore(), {
      roomForJobs: { ...unlimitedRoom, isDiskFull: () => true },
    })
    const { website_id } = await createReport(store.db, newReport())
    await createReport(store.db, newReport())
    await call(`DELETE /api/v1/websites/${website_id}`)
    await expect.poll(() => rowsLeft(store)).toBe(0)
  })

  it('has its remaining rows removed after the next start', async () => {
    const store = await openStore()
    for (const domain of ['one.example', 'two.example']) {
      const { website_id } = await createReport(store.db, newReport({ domain, url: `https://${domain}/` }))
      await deleteWebsite(store.db, website_id)
    }
    const purger = createPurger(store.db, () => {})
    purger.wake()
    await expect.poll(() => rowsLeft(store)).toBe(0)
    await purger.close()
  })

  it('is purged by the next wake-up when a purge failed, which keeps nothing else from being purged', async () => {
    const store = await openStore()
    const { website_id } = await createReport(store.db, newReport())
    await deleteWebsite(store.db, website_id)
    const errors: unknown[] = []
    const renamed = (from: string, to: string) => store.db.schema.alterTable(from).renameTo(to).execute()
    const purger = createPurger(store.db, (error) => errors.push(error))
    await renamed('report_payloads', 'elsewhere')
    await insertAuditEvent(store.db, byCommand, { action: 'sign_in' }, '2020-01-01T00:00:00.000Z')
    purger.wake()
    await expect.poll(() => errors.length).toBe(1)
    await expect.poll(() => store.db.selectFrom('audit').select('id').execute()).toEqual([])
    await renamed('elsewhere', 'report_payloads')
    purger.wake()
    await expect.poll(() => rowsLeft(store)).toBe(0)
    await purger.close()
  })
})

describeEachEngine('a long search for expired reports', onBoth, ({ openStore }) => {
  /** Stores a website of many pages, and returns a database that waits for `onSearch` after each search. */
  async function withManyPages(onSearch: () => Promise<void>) {
    const store = await openStore()
    for (let page = 0; page < 45; page += 1)
      // Neither expires, because each is the last of its month.
      for (const month of ['01', '02']) {
        const url = `https://many.example/${page}`
        const createdAt = `2026-${month}-01T00:00:00.000Z`
        const { website_id } = await createReport(
          store.db,
          newReport({ domain: 'many.example', url, created_at: createdAt }),
        )
        await setRetention(store.db, website_id, 1)
      }
    const searches = new WeakSet<object>()
    const db = store.db.withPlugin({
      transformQuery({ node, queryId }) {
        if (node.kind === 'RawNode' && node.sqlFragments.join('').includes('first_kept')) searches.add(queryId)
        return node
      },
      async transformResult({ result, queryId }) {
        if (searches.has(queryId)) await onSearch()
        return result
      },
    })
    return { store, db }
  }

  it('ends with the current batch of pages when it is stopped', async () => {
    const stop = new AbortController()
    let searches = 0
    const onSearch = async () => {
      searches += 1
      stop.abort()
    }
    const { db } = await withManyPages(onSearch)
    await deleteExpiredReports(db, stop.signal)
    expect(searches).toBe(1)
    expect(await countExpired(db, { id: 1, keep: 1 }, 10, stop.signal)).toBe(0)
    expect(searches).toBe(1)
  })

  it("doesn't hold up the rows of a deleted website", async () => {
    const gate = Promise.withResolvers<void>()
    const isSearching = Promise.withResolvers<void>()
    const { store, db } = await withManyPages(() => (isSearching.resolve(), gate.promise))
    const { website_id } = await createReport(store.db, newReport())
    const purger = createPurger(db, () => {})
    purger.wake()
    await isSearching.promise
    await deleteWebsite(store.db, website_id)
    purger.wake()
    const isLeft = () => store.db.selectFrom('websites').select('id').where('id', '=', website_id).executeTakeFirst()
    await expect.poll(isLeft).toBe(undefined)
    gate.resolve()
    await purger.close()
  })
})
