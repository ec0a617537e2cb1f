import { afterAll, expect, it } from 'vitest'
import { createReport } from '#service/store/reports/reports.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { createAnalyserPool } from './analyser-pool.ts'
import { createReportUpdater } from './update-reports.ts'

const pool = createAnalyserPool({ threads: 1 })
afterAll(() => pool.close())

describeEachEngine('updating older reports', ({ openStore }) => {
  async function olderReport() {
    const { db } = await openStore()
    await createReport(db, newReport())
    await db.updateTable('reports').set({ title_text: null }).execute()
    const unfilled = async () =>
      (await db.selectFrom('reports').select('id').where('title_text', 'is', null).execute()).length
    return { db, unfilled }
  }

  it.each([
    ['continues', 'ECONNRESET', 0],
    ['ends', 'TEST', 1],
  ])('%s after a failure %s of the first query', async (_, code, left) => {
    const { db, unfilled } = await olderReport()
    let isFirst = true
    const failing = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (isFirst) {
          isFirst = false
          throw Object.assign(new Error('The first query failed.'), { code })
        }
        return result
      },
    })
    const errors: unknown[] = []
    const updater = createReportUpdater({ db: failing, pool }, (error) => errors.push(error), 1)
    updater.start()
    await expect.poll(() => errors.length).toBe(1)
    if (left === 0) await expect.poll(unfilled, { timeout: 20_000 }).toBe(0)
    await updater.close()
    expect(await unfilled()).toBe(left)
    expect(errors).toHaveLength(1)
  })
})
