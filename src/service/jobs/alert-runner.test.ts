import { expect, it, onTestFinished } from 'vitest'
import { changeAlertRule, listAlertRules } from '#service/store/alerts/rules.ts'
import { openStore } from '#service/store/database.ts'
import { createJob } from '#service/store/jobs/jobs.ts'
import {
  alerts,
  analyse,
  finishRechecks,
  noDelivery,
  noindex,
  noTitle,
  runnerOn,
  sent,
  watch,
} from '#testing/store/alerts.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { createAlertRunner } from './alert-runner.ts'

describeEachEngine('alerts', onBoth, ({ openStore: open }) => {
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
    expect((await alerts(db))[0]).toMatchObject({ view_name: 'Shop', total: 5, mail: 'none', webhook: 'none' })

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
})

describeEachEngine('alerts', ({ createDatabase, openStore: open }) => {
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

  it('analyse the page again rendered as it was when the change was found', async () => {
    const { db } = await open()
    await watch(db, '', ['not_indexable'])
    for (const path of ['/a', '/b']) {
      await analyse(db, path)
      await analyse(db, path, noindex)
    }
    await runnerOn(db, 600_000).run()
    const job = {
      kind: 'urls' as const,
      label: '',
      url: null,
      crawl: null,
      author_id: 'abcdefgh',
      author_name: null,
      urls: [],
    }
    const found = await db.transaction().execute((tx) => createJob(tx, { ...job, render: 'never' }))
    await db.updateTable('jobs').set({ state: 'done' }).execute()
    await db.updateTable('alert_changes').set({ job_id: found }).execute()
    await runnerOn(db).run()
    const recheck = db.selectFrom('jobs').select('render').where('id', '>', found)
    expect(await recheck.execute()).toEqual([{ render: 'never' }])
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

  it('are created from other reports if one cannot be read, which is tried again later', async () => {
    const { db } = await open()
    await watch(db, '', ['not_indexable'])
    for (const path of ['/a', '/b']) await analyse(db, path)
    const { id } = await analyse(db, '/a', noindex)
    await analyse(db, '/b', noindex)
    const payload = db.selectFrom('report_payloads').select('evaluation').where('report_id', '=', id)
    const { evaluation } = await payload.executeTakeFirstOrThrow()
    const write = (bytes: Buffer) =>
      db.updateTable('report_payloads').set({ evaluation: bytes }).where('report_id', '=', id).execute()
    await write(Buffer.of(1))
    const failures: string[] = []
    const onError = (_: unknown, message: string) => failures.push(message)
    const runner = createAlertRunner({ db, confirmMs: 0, delivery: noDelivery, onJob: () => {}, onError })
    onTestFinished(runner.close)
    await runner.run()
    expect(new Set(failures)).toEqual(new Set([`report ${id} wasn’t checked for alerts`]))
    const suspected = () => db.selectFrom('alert_changes').select('url').orderBy('url').execute()
    expect(await suspected()).toEqual([{ url: 'https://shop.example/b' }])
    await write(evaluation)
    await runner.run()
    expect(await suspected()).toEqual([{ url: 'https://shop.example/a' }, { url: 'https://shop.example/b' }])

    const { id: broken } = await analyse(db, '/c', noindex)
    await db
      .updateTable('report_payloads')
      .set({ evaluation: Buffer.of(1) })
      .where('report_id', '=', broken)
      .execute()
    for (let more = 0; more < 10; more += 1) await runner.run()
    expect(failures.filter((message) => message.includes(` ${broken} `))).toHaveLength(5)
    expect(await db.selectFrom('alert_queue').selectAll().execute()).toEqual([])
  })

  it('concern pages that are in the view, or were before', async () => {
    const { db } = await open()
    await watch(db, 'group=%2Fblog%2F', ['not_indexable'])
    await watch(db, 'indexability=indexable', ['not_indexable'])
    await watch(db, 'score=90-100', ['not_indexable'])
    await watch(db, 'score=0-39', ['not_indexable'])
    for (const path of ['/blog/a', '/shop/a']) {
      await analyse(db, path)
      await analyse(db, path, noindex)
    }
    const runner = runnerOn(db)
    await runner.run()
    await finishRechecks(db, () => noindex)
    await runner.run()
    const both = ['not_indexable /blog/a', 'not_indexable /shop/a']
    expect(await sent(db)).toEqual([['not_indexable /blog/a'], both, both])
  })

  it('never compare a number of pages with one from before counting was switched off', async () => {
    const { db } = await open()
    await watch(db, '', ['count_changed'])
    const count = async (isOn: boolean) => {
      const [rule] = await listAlertRules(db)
      if (rule) await changeAlertRule(db, rule.id, { ...rule, conditions: isOn ? ['count_changed'] : ['new_issue'] })
    }
    const runner = runnerOn(db)
    await analyse(db, '/a')
    await runner.run()
    await count(false)
    await analyse(db, '/b')
    await count(true)
    await runner.run()
    await runner.run()
    expect(await alerts(db)).toEqual([])
    await analyse(db, '/c')
    await runner.run()
    await runner.run()
    expect((await alerts(db)).map(({ changes }) => changes)).toMatchObject([
      [{ condition: 'count_changed', before: 2, after: 3 }],
    ])
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
  })
})
