import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeEachEngine, onBoth, type TestDatabase } from '#testing/store/databases.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'
import { openStore, type Store } from '../database.ts'
import { deleteReport } from '../reports/deleted-reports.ts'
import { createReport } from '../reports/reports.ts'
import { findFaults } from './verify.ts'

describeEachEngine('verifying', onBoth, (engine) => {
  let database: TestDatabase
  let store: Store

  beforeAll(async () => {
    database = await engine.createDatabase()
    store = await openStore(database)
    await createReport(store.db, newReport())
    await createReport(
      store.db,
      newReport({
        url: 'https://www.shop.example/other',
        score: 30,
        evaluation: newEvaluation({
          results: { 'title-present': newCheckResult({ outcome: 'warn', points_lost: 1.5 }) },
        }),
        state: {
          ...newReport().state,
          indexability: 'blocked',
          main_issue: 'title-present',
          to_fix: 1,
          issues: [
            {
              check: 'title-present',
              outcome: 'warn',
              points: 15,
              counted: true,
              causes: [{ key: 'a', label: 'The page title' }],
            },
          ],
          links: [],
        },
      }),
    )
  })

  afterAll(async () => {
    await store.close()
    await database.remove()
  })

  /** Returns the faults after a statement, which is rolled back. */
  async function faultsAfter(breaking: string): Promise<string[]> {
    let faults: string[] | undefined
    const undo = new Error('undo')
    const broken = store.db.transaction().execute(async (tx) => {
      await sql.raw(breaking.replace('BYTES', engine.name === 'sqlite' ? 'blob' : 'bytea')).execute(tx)
      faults = await findFaults(tx)
      throw undo
    })
    await expect(broken).rejects.toBe(undo)
    return faults ?? []
  }

  it('finds nothing in consistent data', async () => {
    const { db } = await engine.openStore()
    const { id } = await createReport(db, newReport())
    await createReport(db, newReport({ url: 'https://www.shop.example/other' }))
    expect(await findFaults(db)).toEqual([])
    await deleteReport(db, id)
    expect(await findFaults(db)).toEqual([])
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
    [
      'a search text of another title',
      "update reports set title_text = 'other' where score = 85",
      "the search text doesn't match the title",
    ],
    [
      'a screenshot of another page',
      `insert into screenshots (report_id, page_id, image, with_identity) values (1, 2, cast('x' as BYTES), 0)`,
      'The screenshot of report 1 belongs to no report of its page',
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
      'a latest report that does not count as such',
      'update reports set latest = 0 where id = 1',
      'Report 1 is the latest of its page',
    ],
    [
      'a report that counts as the latest and is not',
      "insert into reports (website_id, page_id, url, search_text, title_text, score, result, to_fix, engine, ruleset, created_at, latest) select website_id, page_id, url, search_text, title_text, 0, 'bad', to_fix, engine, ruleset, created_at, 1 from reports where id = 1",
      'Report 1 is marked as the latest of its page',
    ],
    [
      'a counter of pages that drifted',
      'update websites set pages_decent = pages_decent + 1',
      'pages_decent is 1, expected 0',
    ],
    [
      'an average of indexable pages that drifted',
      'update websites set counted_score_sum = counted_score_sum + 1',
      'counted_score_sum is 86, expected 85',
    ],
    ['a page that differs from its reports', 'update pages set score = 84 where id = 1', "doesn't match its reports"],
    ['a number of reports of a page', 'update pages set reports_count = 2 where id = 1', "doesn't match its reports"],
    ['a time of change', "update pages set changed_at = '2020' where id = 1", "doesn't match its reports"],
    [
      'a report of another page',
      'update reports set page_id = 2 where id = 1',
      'Report 1 belongs to the page of another URL',
    ],
    [
      'a previous score that is not that of the report before',
      'update reports set previous_score = 7 where id = 1',
      "Report 1 doesn't have the previous score",
    ],
    [
      'an issue that its report does not have',
      "update page_issues set check_id = 'canonical'",
      "issue canonical isn't in",
    ],
    ['an issue that is missing', 'delete from page_issues', "the issue title-present doesn't match"],
    [
      'a finding in progress without an issue',
      `insert into finding_states (page_id, check_id, status, back, report_id, updated_at)
        select id, 'canonical', 'in_progress', 0, latest_report_id, changed_at from pages`,
      'the finding canonical is in_progress, but the latest report has no such issue',
    ],
    [
      'a link that its report does not have',
      'insert into page_links (page_id, target, website_id, broken_url) select id, 1, website_id, null from pages',
      "Page 1: the links don't match its latest report",
    ],
    ['a number of inlinks', 'update pages set inlinks = 7 where id = 1', 'Page 1: the number of inlinks or issues'],
    ['a number of issues', 'update pages set issues = 7 where id = 1', 'Page 1: the number of inlinks or issues'],
    ['a target that is not its URL', 'update pages set target = 7 where id = 1', 'Page 1: the target of links'],
    ['a title that its report does not have', "update pages set title = 'x' where id = 1", 'Page 1: the column title'],
    ['a number of words', 'update pages set words = null where id = 1', 'Page 1: the column words'],
    ['a click depth without a crawl', 'update pages set click_depth = 2', 'has a click depth without a crawl'],
    ['a cause that is not counted', 'delete from website_causes', "the cause title-present a isn't counted"],
    ['a number of causes that drifted', 'update website_causes set pages = 9', 'on 9 pages, expected 1'],
    [
      'a reason for the indexability that its facts do not have',
      "update reports set indexing_code = 'noindex' where id = 1",
      'Report 1: the reason',
    ],
    ['a status that its facts do not have', 'update reports set status = 301 where id = 1', 'Report 1: the status or'],
    [
      'redirects that its facts do not have',
      "update reports set redirects_to = 'https://a.example/' where id = 1",
      'Report 1: the status or',
    ],
    [
      'a report without a status that will not be rescored',
      'update reports set status = null, ruleset = 5 where id = 1',
      'Report 1: the status or',
    ],
    [
      'a deleted report that is there',
      "insert into deleted_reports (id, url, website_id, deleted_at) values (1, 'u', 1, '2026')",
      'is marked as deleted but still exists',
    ],
  ])('finds %s', async (_, breaking, fault) => {
    expect((await faultsAfter(breaking)).join('\n')).toContain(fault)
  })

  if (engine.name === 'sqlite')
    it.each([
      ['reports_search', 'reports'],
      ['reports_titles', 'titles'],
      ['websites_search', 'websites'],
    ])('finds that the index %s is outdated', async (index, of) => {
      const faults = await faultsAfter(`insert into ${index} (${index}) values ('delete-all')`)
      expect(faults).toEqual([`The search index of ${of} doesn't match the rows.`])
    })
})
