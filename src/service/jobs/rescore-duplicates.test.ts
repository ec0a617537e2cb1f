import { expect, it, onTestFinished } from 'vitest'
import { createReport, findWholeReport } from '#service/store/reports.ts'
import { describeEachEngine } from '#testing/databases.ts'
import { newReport } from '#testing/reports.ts'
import { createAnalysisQueue } from './analysis-queue.ts'

describeEachEngine('reports whose duplicates changed', ({ openStore }) => {
  it('are rescored although many others of the website are unreadable, and each unreadable report is logged once', async () => {
    const { db } = await openStore()
    const created = []
    for (let at = 0; at < 25; at += 1)
      created.push(await createReport(db, newReport({ url: `https://www.shop.example/${at}` })))
    const [last, ...broken] = created.map(({ id }) => id).toReversed()
    await db.updateTable('reports').set({ twins_changed: 1 }).execute()
    await db
      .updateTable('report_payloads')
      .set({ facts: Buffer.from('nonsense') })
      .where('report_id', 'in', broken)
      .execute()
    const messages: string[] = []
    const queue = createAnalysisQueue({ db, allowHosts: new Set(), onError: (_, message) => messages.push(message) })
    onTestFinished(queue.close)

    const { websiteId } = created[0] ?? { websiteId: 0 }
    await queue.rescoreDuplicates(websiteId)
    expect((await findWholeReport(db, last ?? 0, { kind: 'all' }))?.payload.facts.site).toMatchObject({ others: 24 })
    expect(messages.toSorted()).toEqual(broken.map((id) => `report ${id} could not be rescored`).toSorted())
    await queue.rescoreDuplicates(websiteId)
    expect(messages).toHaveLength(broken.length)
  })
})
