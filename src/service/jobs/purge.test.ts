import { expect, it } from 'vitest'
import { byCommand, insertAuditEvent } from '#service/store/audit.ts'
import type { Store } from '#service/store/database.ts'
import { createReport } from '#service/store/reports.ts'
import { deleteWebsite } from '#service/store/websites.ts'
import { describeEachEngine } from '#testing/databases.ts'
import { newReport } from '#testing/reports.ts'
import { sqliteService, testService } from '#testing/service.ts'
import { createPurger } from './purge.ts'

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

describeEachEngine('a deleted website', ({ openStore }) => {
  it('has all its rows removed soon after the response', async () => {
    const { call, store } = await testService(await openStore())
    const { websiteId } = await createReport(store.db, newReport())
    await createReport(store.db, newReport())
    await call(`DELETE /api/v1/websites/${websiteId}`)
    await expect.poll(() => rowsLeft(store)).toBe(0)
  })

  it('has its remaining rows removed after the next start', async () => {
    const store = await openStore()
    for (const domain of ['one.example', 'two.example']) {
      const { websiteId } = await createReport(store.db, newReport({ domain, url: `https://${domain}/` }))
      await deleteWebsite(store.db, websiteId)
    }
    const purger = createPurger(store.db, () => {})
    purger.wake()
    await expect.poll(() => rowsLeft(store)).toBe(0)
    await purger.close()
  })

  it('is purged by the next wake-up when a purge failed', async () => {
    const store = await openStore()
    const { websiteId } = await createReport(store.db, newReport())
    await deleteWebsite(store.db, websiteId)
    const errors: unknown[] = []
    const renamed = (from: string, to: string) => store.db.schema.alterTable(from).renameTo(to).execute()
    const purger = createPurger(store.db, (error) => errors.push(error))
    await renamed('report_payloads', 'elsewhere')
    purger.wake()
    await expect.poll(() => errors.length).toBe(1)
    await renamed('elsewhere', 'report_payloads')
    purger.wake()
    await expect.poll(() => rowsLeft(store)).toBe(0)
    await purger.close()
  })
})
