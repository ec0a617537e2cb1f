import { expect, it } from 'vitest'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { deleteWebsite, findWebsite } from '../websites/websites.ts'
import { deleteReport, latestReportOfSameUrl } from './deleted-reports.ts'
import { createReport, findReport, findWholeReport } from './reports.ts'

const all = { kind: 'all' } as const

describeEachEngine('a report', onBoth, ({ openStore }) => {
  it('is returned as stored, with evaluation and facts', async () => {
    const { db } = await openStore()
    const report = newReport({ title: 'Bücher — “für alle” 😀', url: 'https://www.shop.example/a?b=%C3%BC' })
    const kept = await createReport(db, report)
    expect(await findReport(db, kept.id, all)).toEqual(kept)
    expect(kept).toMatchObject({
      domain: 'shop.example',
      url: report.url,
      title: report.title,
      score: 85,
      result: 'good',
    })
    expect(await findWholeReport(db, kept.id, all)).toEqual({
      record: kept,
      payload: { evaluation: report.evaluation, facts: report.facts },
      rescoring: { first_score: null, rescored_at: null },
    })
  })

  it('creates a private website, and counts there', async () => {
    const { db } = await openStore()
    const first = await createReport(db, newReport({ score: 80 }))
    await createReport(db, newReport({ score: 50 }))
    await createReport(db, newReport({ score: 20 }))
    expect(await findWebsite(db, first.website_id)).toMatchObject({
      domain: 'shop.example',
      privacy: 1,
      password_hash: null,
      findable: 0,
      reports_count: 3,
      average_score: 50,
      good: 1,
      decent: 1,
      bad: 1,
      created_at: first.created_at,
    })
  })

  it('of the same URL is another report', async () => {
    const { db } = await openStore()
    const [a, b] = [await createReport(db, newReport()), await createReport(db, newReport())]
    expect(b.id).toBeGreaterThan(a.id)
    expect(b.website_id).toBe(a.website_id)
  })

  it('uses up no ids of websites', async () => {
    const { db } = await openStore()
    const domains = ['a.example', 'a.example', 'a.example', 'b.example']
    const made = []
    for (const domain of domains) made.push(await createReport(db, newReport({ domain })))
    expect(made.map(({ website_id }) => website_id)).toEqual([1, 1, 1, 2])
  })

  it('is deleted once, leaves the counters once, and its id is not used again', async () => {
    const { db } = await openStore()
    const kept = await createReport(db, newReport({ score: 40 }))
    const deleted = await createReport(db, newReport({ score: 90 }))
    expect(await Promise.all([deleteReport(db, deleted.id), deleteReport(db, deleted.id)])).toEqual(
      expect.arrayContaining([{ restorable_until: null }, undefined]),
    )
    expect(await findReport(db, deleted.id, all)).toBeUndefined()
    expect(await db.selectFrom('report_payloads').select('report_id').execute()).toEqual([{ report_id: kept.id }])
    expect(await findWebsite(db, kept.website_id)).toMatchObject({
      reports_count: 1,
      average_score: 40,
      good: 0,
      bad: 1,
    })
    expect((await createReport(db, newReport())).id).toBeGreaterThan(deleted.id)
  })

  it('leaves a website without an average score when it is deleted', async () => {
    const { db } = await openStore()
    const { id, website_id } = await createReport(db, newReport())
    await deleteReport(db, id)
    expect(await findWebsite(db, website_id)).toMatchObject({ reports_count: 0, average_score: null })
  })

  it('leads to the latest of its URL when it is deleted', async () => {
    const { db } = await openStore()
    const deleted = await createReport(db, newReport())
    await createReport(db, newReport())
    const latest = await createReport(db, newReport())
    await createReport(db, newReport({ url: 'https://www.shop.example/other' }))
    expect(await latestReportOfSameUrl(db, deleted.id)).toBeUndefined()
    await deleteReport(db, deleted.id)
    expect(await latestReportOfSameUrl(db, deleted.id)).toBe(latest.id)
    await deleteWebsite(db, deleted.website_id)
    expect(await latestReportOfSameUrl(db, deleted.id)).toBeUndefined()
  })

  it('is visible only in a scope with its website', async () => {
    const { db } = await openStore()
    const { id, website_id } = await createReport(db, newReport())
    expect(await findReport(db, id, { kind: 'website', website_id })).toMatchObject({ id })
    expect(await findReport(db, id, { kind: 'website', website_id: website_id + 1 })).toBeUndefined()
    expect(await findReport(db, id, { kind: 'none' })).toBeUndefined()
    expect(await findWholeReport(db, id, { kind: 'website', website_id })).toMatchObject({ record: { id } })
    expect(await findWholeReport(db, id, { kind: 'website', website_id: website_id + 1 })).toBeUndefined()
    expect(await findWholeReport(db, id, { kind: 'none' })).toBeUndefined()
  })

  it('leaves nothing behind when it cannot be stored', async () => {
    const { db } = await openStore()
    await expect(createReport(db, newReport({ score: 101 }))).rejects.toThrow()
    expect(await db.selectFrom('websites').selectAll().execute()).toEqual([])
    expect((await createReport(db, newReport())).domain).toBe('shop.example')
  })

  it('can be looked up by an id beyond 32 bits', async () => {
    const { db } = await openStore()
    expect(await findReport(db, Number.MAX_SAFE_INTEGER, all)).toBeUndefined()
    expect(await deleteReport(db, Number.MAX_SAFE_INTEGER)).toBeUndefined()
  })
})
