import { expect, it, vi } from 'vitest'
import { deleteReport } from '#service/store/reports/deleted-reports.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

describeEachEngine('a share link', ({ openStore }) => {
  it.for(['report_id', 'compare_id'])("isn't created once its %s is deleted", async (field) => {
    const { call, store } = await testService(await openStore())
    const compared = await createReport(store.db, newReport())
    const report = await createReport(store.db, newReport())
    const form = {
      kind: 'report',
      layout: 'document',
      report_id: String(report.id),
      compare_id: String(compared.id),
    }
    const { id } = field === 'report_id' ? report : compared
    // After the reports were found, before the link is stored.
    const transaction = store.db.transaction()
    const execute = transaction.execute.bind(transaction)
    vi.spyOn(transaction, 'execute').mockImplementationOnce(async (write) => {
      await deleteReport(store.db, id)
      return execute(write)
    })
    vi.spyOn(store.db, 'transaction').mockReturnValueOnce(transaction)
    const { status, body } = await call('POST /api/v1/links', { form })
    expect([status, body.codes]).toEqual([422, { [field]: ['not_found'] }])
    expect((await call('GET /api/v1/links')).body.data).toEqual([])
  })
})
