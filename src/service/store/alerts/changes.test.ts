import { expect, it } from 'vitest'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { createReport } from '../reports/reports.ts'
import { createView } from '../views.ts'
import { type NewChange, reportWithPrevious, storeSeen } from './changes.ts'
import { createAlertRule } from './rules.ts'

describeEachEngine('the suspected changes of a report', onBoth, ({ openStore }) => {
  it('are stored however many they are', async () => {
    const { db } = await openStore()
    const { id } = await createReport(db, newReport())
    await createView(db, { name: 'All', list: 'reports', query: '' })
    const to = { mail_to: ['seo@shop.example'], webhook_url: null, author_id: 'k', author_name: null }
    const ruleId =
      (await createAlertRule(db, { view_id: 1, website_id: null }, { conditions: ['new_issue'], ...to })) ?? 0
    await db.insertInto('alert_queue').values({ report_id: id }).execute()
    const evaluated = await reportWithPrevious(db, id)
    if (!evaluated) throw new Error('The report is missing.')
    const changes = Array.from({ length: 3_500 }, (_, at): NewChange => ({
      rule_id: ruleId,
      condition: 'new_issue',
      check_id: `check-${at}`,
      baseline: '{}',
    }))
    await storeSeen(db, id, { report: evaluated.report, job_id: null, changes, reverted: [], recount: [] })
    const stored = await db.selectFrom('alert_changes').select('check_id').execute()
    expect(stored).toHaveLength(changes.length)
    expect(await db.selectFrom('alert_queue').selectAll().execute()).toEqual([])
  })
})
