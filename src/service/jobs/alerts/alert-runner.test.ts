import type { Kysely } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { type AlertCondition, alertConditions } from '#contract/alerts.ts'
import type { Outcome } from '#contract/analysis.ts'
import { listAlerts } from '#service/store/alerts/alerts.ts'
import { createAlertRule } from '#service/store/alerts/rules.ts'
import { openStore } from '#service/store/database.ts'
import { createReport } from '#service/store/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { createView } from '#service/store/views.ts'
import { describeEachEngine } from '#testing/databases.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/reports.ts'
import { createAlertRunner } from './alert-runner.ts'

/** Outcomes by check, with the points that are lost. */
type Changes = Record<string, [Outcome, number]>
const sound: Changes = { 'title-present': ['pass', 0], ttfb: ['pass', 0], noindex: ['pass', 0] }

async function analyse(db: Kysely<Schema>, path: string, changes: Changes = {}, ruleset = 3) {
  const results = Object.fromEntries(
    Object.entries({ ...sound, ...changes }).map(([id, [outcome, points_lost]]) => [
      id,
      newCheckResult({ outcome, passed: outcome === 'pass', points_lost }),
    ]),
  )
  const report = newReport({ url: `https://shop.example${path}`, ruleset, evaluation: newEvaluation({ results }) })
  const blocked = results['noindex']?.outcome === 'fail'
  return createReport(db, {
    ...report,
    findings: { ...report.findings, indexability: blocked ? 'blocked' : 'indexable' },
  })
}

function runnerOn(db: Kysely<Schema>, confirmMs = 0) {
  const failures: unknown[] = []
  const onError = (error: unknown) => failures.push(error)
  const runner = createAlertRunner({ db, confirmMs, deliver: async () => {}, onJob: () => {}, onError })
  onTestFinished(async () => {
    await runner.close()
    expect(failures).toEqual([])
  })
  return runner
}

async function watch(db: Kysely<Schema>, query = '', conditions: readonly AlertCondition[] = alertConditions) {
  const view = await createView(db, { name: 'Shop', list: 'reports', query })
  const to = { mailTo: [], webhookUrl: null, keyId: 'abcdefgh', keyName: null }
  await createAlertRule(db, view?.id ?? 0, { conditions: [...conditions], ...to })
}

/** Analyses the pages of rechecks as workers do, and ends their jobs. */
async function finishRechecks(db: Kysely<Schema>, changesOf: (path: string) => Changes) {
  const urls = await db
    .selectFrom('job_urls as u')
    .innerJoin('jobs as j', 'j.id', 'u.job_id')
    .select('u.url')
    .where('j.finished_at', 'is', null)
    .execute()
  for (const { url } of urls) await analyse(db, new URL(url).pathname, changesOf(new URL(url).pathname))
  await db.updateTable('jobs').set({ state: 'done', finished_at: '2026-05-01T00:00:00.000Z' }).execute()
  return urls.length
}

const alerts = async (db: Kysely<Schema>) =>
  (await listAlerts(db, { view_id: null, newer_than: null, page: 1, per_page: 100 })).rows.toReversed()
const sent = async (db: Kysely<Schema>) =>
  (await alerts(db)).map(({ changes }) =>
    changes.map(({ condition, url, check }) =>
      [condition, url && new URL(url).pathname, check].filter(Boolean).join(' '),
    ),
  )

const noindex: Changes = { noindex: ['fail', 60] }
const noTitle: Changes = { 'title-present': ['fail', 12] }

describeEachEngine('alerts', ({ createDatabase, openStore: open }) => {
  it('send each change once, in one alert of a run, and again only after it was reverted', async () => {
    const { db } = await open()
    await watch(db, '', ['not_indexable', 'new_issue', 'score_drop'])
    for (const path of ['/a', '/b', '/c']) await analyse(db, path)
    const runner = runnerOn(db)
    await runner.run()
    await analyse(db, '/a', noindex)
    await analyse(db, '/b', noTitle)
    await runner.run()
    expect(await sent(db)).toEqual([])
    expect(await finishRechecks(db, (path) => (path === '/a' ? noindex : noTitle))).toBe(2)
    await runner.run()
    const first = [
      'not_indexable /a',
      'score_drop /a',
      'new_issue /a noindex',
      'score_drop /b',
      'new_issue /b title-present',
    ]
    expect(await sent(db)).toEqual([first])
    expect((await alerts(db))[0]).toMatchObject({ viewName: 'Shop', total: 5, mail: 'none', webhook: 'none' })

    for (let more = 0; more < 3; more += 1) {
      await analyse(db, '/a', noindex)
      await runnerOn(db).run()
    }
    expect(await finishRechecks(db, () => noindex)).toBe(0)
    await analyse(db, '/a')
    await runner.run()
    await analyse(db, '/a', noindex)
    await runner.run()
    await finishRechecks(db, () => noindex)
    await runner.run()
    expect(await sent(db)).toEqual([first, ['not_indexable /a', 'score_drop /a', 'new_issue /a noindex']])
  })

  it('wait until the page was analysed again, and are not sent if that shows no change', async () => {
    const { db } = await open()
    await watch(db, '', ['not_indexable'])
    await analyse(db, '/a')
    await analyse(db, '/a', noindex)
    await runnerOn(db, 600_000).run()
    expect(await finishRechecks(db, () => ({}))).toBe(0)
    const runner = runnerOn(db)
    await runner.run()
    expect(await finishRechecks(db, () => ({}))).toBe(1)
    await runner.run()
    expect(await sent(db)).toEqual([])
    expect(await db.selectFrom('alert_changes').select('id').execute()).toEqual([])
  })

  it('ignore measurements, new rulesets and checks that could not run', async () => {
    const { db } = await open()
    await watch(db, '', ['score_drop', 'becomes_bad', 'new_issue'])
    await analyse(db, '/slow')
    await analyse(db, '/slow', { ttfb: ['fail', 90] })
    await analyse(db, '/ruleset', {}, 2)
    await analyse(db, '/ruleset', noTitle, 3)
    await analyse(db, '/unknown', { 'title-present': ['unknown', 0] })
    await analyse(db, '/unknown', { 'title-present': ['fail', 90] })
    const runner = runnerOn(db)
    await runner.run()
    await runner.run()
    expect(await db.selectFrom('alert_changes').select('id').execute()).toEqual([])
    expect(await db.selectFrom('alert_queue').selectAll().execute()).toEqual([])
  })

  it('are created from other reports if one cannot be read', async () => {
    const { db } = await open()
    await watch(db, '', ['not_indexable'])
    for (const path of ['/a', '/b']) await analyse(db, path)
    const { id } = await analyse(db, '/a', noindex)
    await analyse(db, '/b', noindex)
    await db
      .updateTable('report_payloads')
      .set({ evaluation: Buffer.of(1) })
      .where('report_id', '=', id)
      .execute()
    const failures: string[] = []
    const onError = (_: unknown, message: string) => failures.push(message)
    const runner = createAlertRunner({ db, confirmMs: 0, deliver: async () => {}, onJob: () => {}, onError })
    onTestFinished(runner.close)
    await runner.run()
    expect(failures).toEqual([`report ${id} wasn’t checked for alerts`])
    const suspected = await db.selectFrom('alert_changes').select('url').execute()
    expect(suspected).toEqual([{ url: 'https://shop.example/b' }])
  })

  it('concern pages that are in the view, or were before', async () => {
    const { db } = await open()
    await watch(db, 'group=%2Fblog%2F', ['not_indexable'])
    await watch(db, 'indexability=indexable', ['not_indexable'])
    for (const path of ['/blog/a', '/shop/a']) {
      await analyse(db, path)
      await analyse(db, path, noindex)
    }
    const runner = runnerOn(db)
    await runner.run()
    await finishRechecks(db, () => noindex)
    await runner.run()
    expect(await sent(db)).toEqual([['not_indexable /blog/a'], ['not_indexable /blog/a', 'not_indexable /shop/a']])
  })

  it('report a new number of pages once it lasts', async () => {
    const { db } = await open()
    await watch(db, 'website_id=1', ['count_changed'])
    await analyse(db, '/a')
    const runner = runnerOn(db)
    await runner.run()
    await analyse(db, '/a')
    await runner.run()
    await runner.run()
    expect(await alerts(db)).toEqual([])
    await analyse(db, '/b')
    await runner.run()
    await runner.run()
    await runner.run()
    expect((await alerts(db)).map(({ changes }) => changes)).toMatchObject([
      [{ condition: 'count_changed', before: 1, after: 2 }],
    ])
  })

  it('are sent once by several processes', async () => {
    const database = await createDatabase()
    const stores = [await openStore(database)]
    if (database.databaseUrl) for (let more = 0; more < 1; more += 1) stores.push(await openStore(database))
    onTestFinished(async () => {
      for (const store of stores) await store.close()
      await database.remove()
    })
    const { db } = stores[0] as (typeof stores)[number]
    await watch(db, '', ['not_indexable'])
    for (let page = 0; page < 10; page += 1) {
      await analyse(db, `/${page}`)
      await analyse(db, `/${page}`, noindex)
    }
    const runAll = () => Promise.all(stores.flatMap((store) => [runnerOn(store.db).run(), runnerOn(store.db).run()]))
    for (let round = 0; round < 3; round += 1) {
      await runAll()
      await finishRechecks(db, () => noindex)
    }
    const changes = (await sent(db)).flat()
    expect(changes.toSorted()).toEqual(Array.from({ length: 10 }, (_, page) => `not_indexable /${page}`).toSorted())
  }, 120_000)
})
