import { expect, it } from 'vitest'
import { createReport } from '#service/store/reports/reports.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine, type TestEngine } from '#testing/store/databases.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'
import { findPreview } from './find-preview.ts'

const failed = newCheckResult({ outcome: 'fail', passed: false })
const evaluation = newEvaluation({
  results: { a: newCheckResult(), b: failed, c: newCheckResult({ outcome: 'warn', passed: false, category: 'links' }) },
})

/** A public website with a report, and links to it. */
async function start({ openStore }: TestEngine) {
  const { call, store } = await testService(await openStore())
  const { db } = store
  const { id, website_id } = await createReport(db, newReport({ score: 72, evaluation }))
  await call(`PUT /api/v1/websites/${website_id}`, { form: { privacy: '0' } })
  const linkTo = async (fields: Record<string, string>): Promise<string> =>
    (await call('POST /api/v1/links', { form: fields })).body.data.token
  const report = { kind: 'report', report_id: String(id) }
  const links = [
    await linkTo(report),
    await linkTo({ ...report, layout: 'document' }),
    `${await linkTo({ kind: 'website', website_id: String(website_id) })}.${id}`,
  ]
  const snapshots = [
    await linkTo({ ...report, mode: 'frozen' }),
    await linkTo({ ...report, mode: 'frozen', layout: 'document' }),
  ]
  const damage = async () => {
    const damaged = Buffer.from('damaged')
    await db.updateTable('report_payloads').set({ evaluation: damaged, facts: damaged }).execute()
    await db.updateTable('links').set({ snapshot: damaged }).where('snapshot', 'is not', null).execute()
  }
  return { db, id, links, snapshots, damage }
}

const shown = {
  title: 'shop.example · 72 of 100',
  card: { score: 72, note: '2 to fix' },
}

describeEachEngine('the preview of a report', (engine) => {
  it('is made without its payload', async () => {
    const { db, id, links, damage } = await start(engine)
    await damage()
    expect(await findPreview(db, { kind: 'reports', id: String(id) })).toMatchObject(shown)
    for (const link of links) expect(await findPreview(db, { kind: 's', id: link })).toMatchObject(shown)
  })

  it('unpacks a snapshot only once', async () => {
    const { db, snapshots, damage } = await start(engine)
    for (const link of snapshots) expect(await findPreview(db, { kind: 's', id: link })).toMatchObject(shown)
    await damage()
    for (const link of snapshots) expect(await findPreview(db, { kind: 's', id: link })).toMatchObject(shown)
  })
})
