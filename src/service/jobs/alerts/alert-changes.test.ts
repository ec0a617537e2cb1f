import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import type { AlertCondition } from '#contract/jobs/alerts.ts'
import { createCountPace } from '#service/jobs/alert-runner.ts'
import { listAlertRules, changeAlertRule } from '#service/store/alerts/rules.ts'
import { insertReports } from '#service/store/reports/bulk-insert.ts'
import { pack } from '#service/store/reports/report-payloads.ts'
import { storeEvaluations } from '#service/store/reports/rescoring.ts'
import type { Schema } from '#service/store/schema.ts'
import {
  alerts,
  analyse,
  type Changes,
  type Method,
  finishRechecks,
  noindex,
  noTitle,
  runnerOn,
  sent,
  watch,
} from '#testing/store/alerts.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

const minute = 60_000
/** Returns the label and the number of URLs of each job that hasn't finished. */
const openJobs = (db: Kysely<Schema>) =>
  db
    .selectFrom('jobs as j')
    .innerJoin('job_urls as u', 'u.job_id', 'j.id')
    .select(['j.label', sql<number>`cast(count(*) as integer)`.as('urls')])
    .where('j.finished_at', 'is', null)
    .groupBy(['j.id', 'j.label'])
    .execute()

/** Stores reports of many pages at once. */
function addPages(db: Kysely<Schema>, from: number, to: number) {
  const { evaluation, facts, ...report } = newReport()
  const packed = { ...report, evaluation: pack(evaluation), facts: pack(facts) }
  const urls = Array.from({ length: to - from }, (_, at) => `https://shop.example/blog/${from + at}`)
  return insertReports(
    db,
    urls.map((url) => ({ ...packed, url })),
  )
}

/** Analyses a page, and does everything that is due after it, until the alert. */
async function analyseAndConfirm(db: Kysely<Schema>, changes: Changes, method: Method) {
  await analyse(db, '/a', changes, method)
  const runner = runnerOn(db)
  await runner.run()
  await finishRechecks(db, () => changes, method)
  await runner.run()
}

describeEachEngine('changes that alerts report', ({ openStore }) => {
  it.each([
    ['not_indexable', 'not_indexable /a', noindex],
    ['new_issue', 'new_issue /a title-present', noTitle],
    ['score_drop', 'score_drop /a', noTitle],
  ] as const)('can come back under a newer ruleset: %s', async (condition, line, changes) => {
    const { db } = await openStore()
    await watch(db, '', [condition])
    await analyse(db, '/a', {}, 3)
    await analyseAndConfirm(db, changes, 3)
    expect(await sent(db)).toEqual([[line]])
    await analyseAndConfirm(db, changes, 4)
    await analyseAndConfirm(db, changes, 4)
    expect(await sent(db)).toEqual([[line]])
    await analyseAndConfirm(db, {}, 4)
    await analyseAndConfirm(db, changes, 4)
    expect(await sent(db)).toEqual([[line], [line]])
  })

  it('are sent once for a page that then gets worse still', async () => {
    const { db } = await openStore()
    await watch(db, '', ['score_drop'])
    await analyse(db, '/a')
    await analyseAndConfirm(db, noTitle, 3)
    await analyseAndConfirm(db, { 'title-present': ['fail', 40] }, 3)
    expect(await sent(db)).toEqual([['score_drop /a']])
  })

  const rescored = { ruleset: 4, rescored_at: '2026-05-01T00:00:00.000Z' }
  const methods: [name: string, before: Method, now: Method][] = [
    ['a newer ruleset', 3, 4],
    ['newer facts', rescored, 4],
    ['another engine', 4, { ruleset: 4, engine: 'browser' }],
    ['a newer ruleset and another engine', 3, { ruleset: 4, engine: 'browser' }],
  ]
  const everyCondition = ['not_indexable', 'new_issue', 'score_drop', 'becomes_bad'] as const
  const linesOf = (changes: Changes) =>
    changes === noindex ? noindexLines : ['new_issue /a title-present', 'score_drop /a']
  const noindexLines = ['becomes_bad /a', 'new_issue /a noindex', 'not_indexable /a', 'score_drop /a']
  const sortedSent = async (db: Kysely<Schema>) => (await sent(db)).map((lines) => lines.toSorted())

  const cases = methods.flatMap(([name, before, now]) =>
    [noindex, noTitle].map((changes) => [name, linesOf(changes), before, now, changes] as const),
  )

  it.each(cases)('are never opened by %s alone: %s', async (_, __, before, now, changes) => {
    const { db } = await openStore()
    await watch(db, '', everyCondition)
    await analyse(db, '/a', {}, before)
    for (let more = 0; more < 2; more += 1) {
      await analyseAndConfirm(db, changes, now)
      await analyseAndConfirm(db, changes, now)
      await analyseAndConfirm(db, {}, before)
    }
    expect(await sent(db)).toEqual([])
    expect(await db.selectFrom('alert_changes').select('id').execute()).toEqual([])
  })

  it.each(cases)('are never closed by %s alone: %s', async (_, lines, before, now, changes) => {
    const { db } = await openStore()
    await watch(db, '', everyCondition)
    // A report is rescored later than it is made.
    const [first, second] = before === rescored ? [now, before] : [before, now]
    await analyse(db, '/a', {}, first)
    await analyseAndConfirm(db, changes, first)
    expect(await sortedSent(db)).toEqual([lines])
    await analyseAndConfirm(db, {}, second)
    const open = await db.selectFrom('alert_changes').select('state').execute()
    expect(open).toEqual(lines.map(() => ({ state: 'open' })))
    await analyseAndConfirm(db, changes, first)
    expect(await sent(db)).toHaveLength(1)
  })

  it('are found between reports of one engine, whatever another engine reported between them', async () => {
    const { db } = await openStore()
    await watch(db, '', ['new_issue'])
    const browser = { engine: 'browser' }
    await analyse(db, '/a')
    await analyse(db, '/a', noTitle, browser)
    const runner = runnerOn(db)
    await runner.run()
    await analyse(db, '/a', noTitle)
    await runner.run()
    await finishRechecks(db, () => noTitle)
    await analyse(db, '/a', {}, browser)
    await runner.run()
    expect(await sent(db)).toEqual([['new_issue /a title-present']])
  })

  it('are not numbers of pages that only a new ruleset or engine moves into a view', async () => {
    const { db } = await openStore()
    await watch(db, 'score=0-49', ['count_changed'])
    await watch(db, 'website_id=1', ['count_changed'])
    const { id, website_id } = await analyse(db, '/a')
    const runner = runnerOn(db)
    const runAll = async () => {
      for (let more = 0; more < 3; more += 1) await runner.run()
    }
    await runAll()
    const facts = newReport()
    await storeEvaluations(
      db,
      [
        {
          id,
          website_id,
          score: 40,
          result: 'bad',
          ruleset: 4,
          evaluation: pack(facts.evaluation),
          changes: [],
          state: facts.state,
        },
      ],
      '2026-05-01T00:00:00.000Z',
    )
    await runAll()
    await analyse(db, '/a', {}, 4)
    await runAll()
    await analyse(db, '/a', noindex, { ruleset: 4, engine: 'browser' })
    await runAll()
    expect(await alerts(db)).toEqual([])
    await analyse(db, '/b', noindex, 4)
    await runAll()
    expect((await alerts(db)).map(({ changes }) => changes.map(({ before, after }) => [before, after]))).toEqual([
      [[1, 2]],
      [[1, 2]],
    ])
  })

  it('are numbers of pages with an issue, also right after a ruleset was raised', async () => {
    const { db } = await openStore()
    await watch(db, 'check=title-present', ['count_changed'])
    await analyse(db, '/a', noTitle, 3)
    const runner = runnerOn(db)
    const runAll = async () => {
      for (let more = 0; more < 3; more += 1) await runner.run()
    }
    await runAll()
    await analyse(db, '/a', noTitle, 4)
    await analyse(db, '/b', noTitle, 4)
    await runAll()
    expect((await alerts(db)).map(({ changes }) => changes.map(({ before, after }) => [before, after]))).toEqual([
      [[1, 2]],
    ])
  })

  it('are not of pages whose content scripts add, until those are blocked', async () => {
    const { db } = await openStore()
    const byScripts: Changes = { 'page-text': ['warn', 0] }
    await watch(db, '', ['not_indexable'])
    await analyse(db, '/a')
    await analyseAndConfirm(db, byScripts, 3)
    expect(await sent(db)).toEqual([])
    await analyseAndConfirm(db, { ...byScripts, ...noindex }, 3)
    expect(await sent(db)).toEqual([['not_indexable /a']])
    await analyseAndConfirm(db, byScripts, 3)
    await analyseAndConfirm(db, { ...byScripts, ...noindex }, 3)
    expect(await sent(db)).toEqual([['not_indexable /a'], ['not_indexable /a']])
  })

  it('are confirmed under a newer ruleset, except for scores', async () => {
    const { db } = await openStore()
    await watch(db, '', ['not_indexable', 'new_issue', 'score_drop'])
    await analyse(db, '/a', {}, 3)
    await analyse(db, '/a', noindex, 3)
    const runner = runnerOn(db)
    await runner.run()
    await finishRechecks(db, () => noindex, 4)
    await runner.run()
    expect(await sent(db)).toEqual([['not_indexable /a', 'new_issue /a noindex']])
  })

  it.each<[AlertCondition, string, Changes]>([
    ['new_issue', 'new_issue /a title-present', { 'title-present': ['unknown', 0] }],
    ['score_drop', 'score_drop /a', { 'title-present': ['error', 0] }],
  ])('stay suspected while a check cannot be run: %s', async (condition, line, unclear) => {
    const { db } = await openStore()
    await watch(db, '', [condition])
    await analyse(db, '/a')
    await analyse(db, '/a', noTitle)
    const runner = runnerOn(db)
    await runner.run()
    for (let more = 0; more < 4; more += 1) {
      await finishRechecks(db, () => unclear)
      await runner.run()
      expect(await sent(db)).toEqual([])
      await runner.run()
    }
    expect(await finishRechecks(db, () => noTitle)).toBe(1)
    await runner.run()
    expect(await sent(db)).toEqual([[line]])
  })

  it('are dropped if their condition was switched off before the page was analysed again, or while it is', async () => {
    const { db } = await openStore()
    await watch(db, '', ['not_indexable', 'score_drop', 'new_issue'])
    const changeTo = async (...conditions: Parameters<typeof changeAlertRule>[2]['conditions']) => {
      const [rule] = await listAlertRules(db)
      if (rule) await changeAlertRule(db, rule.id, { ...rule, conditions })
    }
    await analyse(db, '/a')
    await analyse(db, '/b')
    await analyse(db, '/a', noindex)
    await analyse(db, '/b', noTitle)
    await runnerOn(db, 10 * minute).run()
    // Leaves nothing of /b.
    await changeTo('not_indexable', 'score_drop')
    await changeTo('not_indexable')
    const runner = runnerOn(db)
    await runner.run()
    expect(await openJobs(db)).toMatchObject([{ urls: 1 }])
    await finishRechecks(db, () => noindex)
    await runner.run()
    expect(await sent(db)).toEqual([['not_indexable /a']])

    await changeTo('not_indexable', 'score_drop')
    await analyse(db, '/b')
    await analyse(db, '/b', noTitle)
    await runner.run()
    expect(await openJobs(db)).toMatchObject([{ urls: 1 }])
    await changeTo('not_indexable')
    await finishRechecks(db, () => noTitle)
    await runner.run()
    expect(await sent(db)).toHaveLength(1)
    expect(await db.selectFrom('alert_changes').select('state').execute()).toEqual([{ state: 'open' }])
  })

  it('are sent though new ones are found all the time', async () => {
    const { db } = await openStore()
    await watch(db, '', ['not_indexable'])
    const ages = [31, 22, 13, 4]
    for (const age of ages) {
      await analyse(db, `/${age}`)
      await analyse(db, `/${age}`, noindex)
    }
    const runner = runnerOn(db, 10 * minute)
    await runner.run()
    const setAges = async (later: number) => {
      for (const age of ages)
        await db
          .updateTable('alert_changes')
          .set({ seen_at: new Date(Date.now() - (age + later) * minute).toISOString() })
          .where('url', '=', `https://shop.example/${age}`)
          .where('state', '=', 'suspected')
          .execute()
    }
    await setAges(-2)
    await runner.run()
    expect(await openJobs(db)).toEqual([])
    await setAges(0)
    await runner.run()
    expect(await openJobs(db)).toMatchObject([{ label: 'Confirm alert: Shop', urls: 3 }])
    await finishRechecks(db, () => noindex)
    await runner.run()
    expect(await sent(db)).toEqual([['not_indexable /31', 'not_indexable /22', 'not_indexable /13']])
    await setAges(7)
    await runner.run()
    expect(await openJobs(db)).toMatchObject([{ urls: 1 }])
  })

  it('are exact numbers of pages beyond those that lists count, which are counted less often if there are many', async () => {
    const { db } = await openStore()
    await addPages(db, 0, 9_995)
    await watch(db, 'group=%2Fblog%2F', ['count_changed'])
    const runner = runnerOn(db)
    const runAll = async () => {
      for (let more = 0; more < 3; more += 1) await runner.run()
    }
    await runAll()
    await addPages(db, 9_995, 10_005)
    await runAll()
    const slowly = runnerOn(db, 0, createCountPace(60_000, 10_000))
    await slowly.run()
    await addPages(db, 10_005, 10_008)
    for (let more = 0; more < 3; more += 1) await slowly.run()
    expect(await alerts(db)).toHaveLength(1)
    await runAll()
    const numbers = (await alerts(db)).flatMap(({ changes }) => changes.map(({ before, after }) => [before, after]))
    expect(numbers).toEqual([
      [9_995, 10_005],
      [10_005, 10_008],
    ])
  })

  it('include a number of pages that was due while pages were checked again', async () => {
    const { db } = await openStore()
    await addPages(db, 0, 10_005)
    await analyse(db, '/blog/a')
    await watch(db, 'group=%2Fblog%2F', ['count_changed', 'not_indexable'])
    let isDue = true
    const runner = runnerOn(db, 0, { isDue: () => isDue, counted: () => {} })
    await runner.run()
    await addPages(db, 10_005, 10_008)
    await analyse(db, '/blog/a', noindex)
    await runner.run()
    await runner.run()
    expect(await sent(db)).toEqual([])
    isDue = false
    await finishRechecks(db, () => noindex)
    await runner.run()
    expect(await sent(db)).toEqual([['not_indexable /blog/a', 'count_changed']])
  })
})
