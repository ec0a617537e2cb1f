import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeEachEngine } from '#testing/databases.ts'
import { newReport } from '#testing/reports.ts'
import type { Store } from './database.ts'
import { createReport, deleteReport } from './reports.ts'
import { findFaults } from './verify.ts'

describeEachEngine('verifying', (engine) => {
  const stored = async () => {
    const store = await engine.openStore()
    const report = await createReport(store.db, newReport())
    await createReport(store.db, newReport({ url: 'https://www.shop.example/other', score: 30 }))
    return { store, report, faults: () => findFaults(store.db) }
  }

  it('finds nothing in consistent data', async () => {
    const { store, report, faults } = await stored()
    await deleteReport(store.db, report.id)
    expect(await faults()).toEqual([])
  })

  it.each([
    ['a sum that drifted', 'update websites set score_sum = score_sum + 1', 'score_sum is 116, expected 115'],
    ['a count that drifted', 'update websites set reports_count = 3, good = 2', 'reports_count is 3, expected 2'],
    [
      'a rating that its score does not have',
      "update reports set result = 'bad' where score = 85",
      'the rating is bad with a score of 85',
    ],
    [
      'a search text of another URL',
      "update reports set search_text = 'other' where score = 85",
      "the search text doesn't match the URL",
    ],
    ['a report without payload', 'delete from report_payloads where report_id = 1', 'has no payload'],
    [
      'a payload that is none',
      "update report_payloads set facts = cast('nonsense' as BYTES) where report_id = 1",
      'has an unreadable payload',
    ],
    [
      'a password without the privacy for it',
      "update websites set password_hash = 'x'",
      'has privacy 1 with a password',
    ],
    [
      'a newest report that does not count as such',
      'update reports set newest = 0 where id = 1',
      'Report 1 is the latest of its URL',
    ],
    [
      'a report that counts as the newest and is not',
      "insert into reports (website_id, url, search_text, score, result, engine, ruleset, created_at, newest) select website_id, url, search_text, 0, 'bad', engine, ruleset, created_at, 1 from reports where id = 1",
      'Report 1 is marked as the latest of its URL',
    ],
    [
      'a deleted report that is there',
      "insert into deleted_reports (id, url, website_id) values (1, 'u', 1)",
      'is marked as deleted but still exists',
    ],
  ])('finds %s', async (_, breaking, fault) => {
    const { store, faults } = await stored()
    await breakIt(store, breaking)
    expect((await faults()).join('\n')).toContain(fault)
  })

  if (engine.name === 'sqlite')
    it('finds an outdated search index', async () => {
      const { store, faults } = await stored()
      await breakIt(store, "insert into reports_search (reports_search) values ('delete-all')")
      expect(await faults()).toEqual(["The search index of reports doesn't match the rows."])
    })
})

async function breakIt({ db, engine }: Store, statement: string) {
  await sql.raw(statement.replace('BYTES', engine === 'sqlite' ? 'blob' : 'bytea')).execute(db)
}
