import { expect, it, onTestFinished } from 'vitest'
import { createReport, findWholeReport } from '#service/store/reports.ts'
import { describeEachEngine } from '#testing/databases.ts'
import { newReport } from '#testing/reports.ts'
import { createAnalysisQueue } from './queue.ts'

describeEachEngine('reports whose twins changed', ({ openStore }) => {
  it('are judged again although many of their website cannot be read, and each of these is told of once', async () => {
    const { db } = await openStore()
    const made = []
    for (let at = 0; at < 25; at += 1)
      made.push(await createReport(db, newReport({ url: `https://www.shop.example/${at}` })))
    const [last, ...broken] = made.map(({ id }) => id).toReversed()
    await db.updateTable('reports').set({ twins_changed: 1 }).execute()
    await db
      .updateTable('report_payloads')
      .set({ facts: Buffer.from('nonsense') })
      .where('report_id', 'in', broken)
      .execute()
    const told: string[] = []
    const queue = createAnalysisQueue({ db, allowHosts: new Set(), onFault: (_, what) => told.push(what) })
    onTestFinished(queue.close)

    const { websiteId } = made[0] ?? { websiteId: 0 }
    await queue.settleTwins(websiteId)
    expect((await findWholeReport(db, last ?? 0, { kind: 'all' }))?.payload.facts.site).toMatchObject({ others: 24 })
    expect(told.toSorted()).toEqual(broken.map((id) => `report ${id} was not judged again`).toSorted())
    await queue.settleTwins(websiteId)
    expect(told).toHaveLength(broken.length)
  })
})
