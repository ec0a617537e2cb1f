import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { type AlertCondition, textConditions } from '#contract/jobs/alerts.ts'
import type { Schema } from '#service/store/schema.ts'
import {
  alerts,
  analyse,
  type Changes,
  finishRechecks,
  type Method,
  noindex,
  noTitle,
  runnerOn,
  type Seen,
  sent,
  watch,
} from '#testing/store/alerts.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { messageOf } from './alert-message.ts'

/** Analyses pages, and everything that is due after it, until the alert. */
async function change(db: Kysely<Schema>, paths: string[], changes: Changes, seen: Seen = {}, method: Method = 3) {
  for (const path of paths) await analyse(db, path, changes, method, seen)
  const runner = runnerOn(db)
  await runner.run()
  const checked = await finishRechecks(db, () => changes, method, seen)
  await runner.run()
  return checked
}

const pageOf = (title: string, h1 = 'Boots', canonical = 'https://shop.example/a') =>
  `<title>${title}</title><link rel=canonical href="${canonical}"><h1>${h1}</h1><p>Boots for rain.</p>`

const changesOf = async (db: Kysely<Schema>) => (await alerts(db)).flatMap((alert) => alert.changes)
const texts = async (db: Kysely<Schema>) =>
  (await changesOf(db)).map((change) => [change.condition, change.before_text, change.after_text])

describeEachEngine('what an alert says', ({ openStore }) => {
  it('are the scores that the two reports show, and which reports they are', async () => {
    const { db } = await openStore()
    await watch(db, '', ['score_drop', 'becomes_bad', 'not_indexable'])
    const { id: before } = await analyse(db, '/a', {}, 3, { points: 23 })
    await change(db, ['/a'], { noindex: ['fail', 28] }, { points: 23 })
    const all = await changesOf(db)
    const scores = { previous_report_id: before, check: 'noindex', check_name: 'Noindex', before: 77, after: 49 }
    expect(all).toMatchObject([
      { ...scores, condition: 'not_indexable', before: null, after: null },
      { ...scores, condition: 'score_drop' },
      { ...scores, condition: 'becomes_bad' },
    ])
    const [report] = await db.selectFrom('reports').select(['id', 'score']).orderBy('id', 'desc').limit(1).execute()
    expect(report).toEqual({ id: all[0]?.report_id, score: 49 })
  })

  it('names the check that costs most points more, not the worst issue or a setting', async () => {
    const { db } = await openStore()
    await watch(db, '', ['score_drop'])
    const kept: Changes = { 'description-present': ['fail', 20] }
    await analyse(db, '/a', kept)
    await change(db, ['/a'], {
      ...kept,
      'title-present': ['fail', 12],
      // Links are sampled, so this alone would be no alert.
      'broken-internal': ['fail', 14],
      'sitemap-valid': ['fail', 16],
    })
    expect(await changesOf(db)).toMatchObject([{ condition: 'score_drop', check: 'broken-internal' }])
  })

  it('is no drop that the reports do not show', async () => {
    const { db } = await openStore()
    await watch(db, '', ['score_drop', 'becomes_bad'])
    await analyse(db, '/a', {}, 3, { points: 20 })
    expect(await change(db, ['/a'], noTitle, { points: 15 })).toBe(0)
    await analyse(db, '/b', {}, 3, { points: 0 })
    expect(await change(db, ['/b'], { 'title-present': ['pass', 0] }, { points: 30 })).toBe(0)
    expect(await sent(db)).toEqual([])
  })

  it('names where a URL redirects, and nothing that its target lacks', async () => {
    const { db } = await openStore()
    await watch(db, '')
    await analyse(db, '/de/alt')
    await change(db, ['/de/alt'], noTitle, { redirects_to: 'https://shop.example/de/tische' })
    expect(await sent(db)).toEqual([['not_indexable /de/alt']])
    const [alert] = await alerts(db)
    if (!alert) throw new Error('The alert is missing.')
    const [{ report_id, previous_report_id }] = alert.changes as [(typeof alert.changes)[number]]
    expect(messageOf(alert, 'http://reports.test')).toEqual({
      subject: 'Redirects to /de/tische (301): Shop',
      text: [
        'Redirects to /de/tische (301): Shop',
        '',
        'Redirects to /de/tische (301)',
        '- https://shop.example/de/alt',
        `  http://reports.test/reports/${report_id}?compare=${previous_report_id}`,
        '',
        'http://reports.test/reports?view=1',
      ].join('\n'),
    })
    await change(db, ['/de/alt'], {})
    await change(db, ['/de/alt'], noindex)
    expect((await sent(db)).at(-1)).toContain('not_indexable /de/alt')
  })

  it('is about the page at the end of a redirect, not about the redirect', async () => {
    const { db } = await openStore()
    await watch(db, '', ['score_drop', 'becomes_bad', 'new_issue'])
    const toTables = { redirects_to: 'https://shop.example/de/tische' }
    await analyse(db, '/de/alt', {}, 3, toTables)
    await analyse(db, '/de/tische')
    await change(db, ['/de/alt'], noTitle, toTables)
    await change(db, ['/de/tische'], noTitle)
    const alerted = (await sent(db)).flat()
    expect(alerted).toContain('score_drop /de/tische')
    expect(alerted.join()).not.toContain('/de/alt')
  })

  it('is headed by the fault that the pages have', async () => {
    const { db } = await openStore()
    await watch(db, '', ['score_drop'])
    const paths = ['/a', '/b']
    for (const path of paths) await analyse(db, path, { hreflang: ['pass', 0] })
    await change(db, paths, { hreflang: ['warn', 12, 'noReturn'] })
    expect(await changesOf(db)).toMatchObject(Array(2).fill({ check: 'hreflang', fault: 'noReturn' }))
    const [alert] = await alerts(db)
    expect(messageOf(alert!, 'http://reports.test').subject).toBe(
      'Language versions don’t link back to the page: 2 pages: Shop',
    )
  })

  it('has one paragraph for pages with the same cause', async () => {
    const { db } = await openStore()
    await watch(db, '', ['not_indexable', 'score_drop', 'new_issue', 'becomes_bad'])
    const paths = ['/boots/a', '/boots/b', '/boots/red/c', '/boots/']
    for (const path of [...paths, '/hats']) await analyse(db, path)
    for (const path of paths) await analyse(db, path, noindex)
    await analyse(db, '/hats', noTitle)
    const runner = runnerOn(db)
    await runner.run()
    await finishRechecks(db, (path) => (path === '/hats' ? noTitle : noindex))
    await runner.run()
    const [alert] = await alerts(db)
    const { subject, text } = messageOf(alert!, 'http://reports.test')
    expect(subject).toBe('Noindex on 4 pages in /boots/ and 1 more: Shop')
    const lines = text.split('\n').filter((line) => !line.includes('http://reports.test'))
    expect(lines).toEqual([
      subject,
      '',
      'Noindex on 4 pages in /boots/',
      ...paths.flatMap((path) => [`- https://shop.example${path}`, '  Score 100 to 40, now Bad']),
      '',
      'No title',
      '- https://shop.example/hats',
      '  Score 100 to 88',
      '',
    ])
  })
})

describeEachEngine('alerts about texts of a page', ({ openStore }) => {
  it.each<[AlertCondition, string, string, string]>([
    ['title_changed', pageOf('Red boots'), 'Rain boots', 'Red boots'],
    ['title_changed', pageOf(''), 'Rain boots', ''],
    ['h1_changed', pageOf('Rain boots', 'Shoes'), 'Boots', 'Shoes'],
    ['canonical_changed', pageOf('Rain boots', 'Boots', '/b'), 'https://shop.example/a', 'https://shop.example/b'],
  ])('name the old and the new one, once: %s', async (condition, html, before, after) => {
    const { db } = await openStore()
    await watch(db, '', textConditions)
    await change(db, ['/a'], {}, { html: pageOf('Rain boots') })
    await change(db, ['/a'], {}, { html: pageOf(' Rain  boots', 'Boots', 'HTTPS://shop.example/%61') })
    expect(await texts(db)).toEqual([])
    await change(db, ['/a'], {}, { html })
    await change(db, ['/a'], {}, { html })
    expect(await texts(db)).toEqual([[condition, before, after]])
  })

  it('are sent for each lasting change, and for changing back', async () => {
    const { db } = await openStore()
    await watch(db, '', ['title_changed'])
    await analyse(db, '/a', {}, 3, { html: pageOf('One') })
    for (const title of ['Two', 'Three', 'One']) await change(db, ['/a'], {}, { html: pageOf(title) })
    expect(await texts(db)).toEqual([
      ['title_changed', 'One', 'Two'],
      ['title_changed', 'Two', 'Three'],
      ['title_changed', 'Three', 'One'],
    ])
    expect(await db.selectFrom('alert_changes').selectAll().execute()).toEqual([])
  })

  it('are not sent for a text that differs at every request, or is back when the page is checked again', async () => {
    const { db } = await openStore()
    await watch(db, '', ['title_changed'])
    const runner = runnerOn(db)
    let visits = 0
    const visit = () => ({ html: pageOf(`Boots, ${(visits += 1)} left`) })
    await analyse(db, '/a', {}, 3, visit())
    await analyse(db, '/b', {}, 3, { html: pageOf('One') })
    await analyse(db, '/a', {}, 3, visit())
    await analyse(db, '/b', {}, 3, { html: pageOf('Two') })
    await runner.run()
    expect(await finishRechecks(db, () => ({}), 3, { html: pageOf('One') })).toBe(2)
    await runner.run()
    expect(await texts(db)).toEqual([])
    for (let more = 0; more < 8; more += 1) {
      await analyse(db, '/a', {}, 3, visit())
      await runner.run()
      await finishRechecks(db, () => ({}), 3, visit())
      await runner.run()
    }
    expect(await texts(db)).toEqual([])
  })

  it('report the latest text if it changed again before the page was checked', async () => {
    const { db } = await openStore()
    await watch(db, '', ['title_changed'])
    const runner = runnerOn(db)
    for (const title of ['One', 'Two']) await analyse(db, '/a', {}, 3, { html: pageOf(title) })
    await runner.run()
    for (let more = 0; more < 2; more += 1) {
      await finishRechecks(db, () => ({}), 3, { html: pageOf('Three') })
      await runner.run()
      await runner.run()
    }
    expect(await texts(db)).toEqual([['title_changed', 'One', 'Three']])
    await runner.run()
    expect(await finishRechecks(db, () => ({}))).toBe(0)
  })

  it.each<[string, Method, Method]>([
    ['a newer ruleset', 3, 4],
    ['newer facts', { ruleset: 4, rescored_at: '2026-05-01T00:00:00.000Z' }, 4],
    ['another engine', 4, { ruleset: 4, engine: 'browser' }],
  ])('are never caused by %s alone', async (_, before, now) => {
    const { db } = await openStore()
    await watch(db, '', textConditions)
    await analyse(db, '/a', {}, before, { html: pageOf('One') })
    await change(db, ['/a'], {}, { html: pageOf('Two', 'Two', '/two') }, now)
    await change(db, ['/a'], {}, { html: pageOf('Two', 'Two', '/two') }, now)
    expect(await texts(db)).toEqual([])
  })

  it('are not about a first report, nor about the texts of another page that the URL redirects to', async () => {
    const { db } = await openStore()
    await watch(db, '', textConditions)
    await change(db, ['/new'], {}, { html: pageOf('New') })
    await analyse(db, '/a', {}, 3, { html: pageOf('One') })
    const elsewhere = { html: pageOf('Two', 'Two', '/two'), redirects_to: 'https://shop.example/two' }
    await change(db, ['/a'], {}, elsewhere)
    await change(db, ['/a'], {}, { html: pageOf('One') })
    expect(await texts(db)).toEqual([])
  })
})
