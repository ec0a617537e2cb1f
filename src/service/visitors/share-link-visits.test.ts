import { expect, it } from 'vitest'
import { sqliteService, testService } from '#testing/service/service.ts'
import { cookieOf, type LinkFields, sharing } from '#testing/service/sharing.ts'
import { describeEachEngine } from '#testing/store/databases.ts'

const firefox = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'

describeEachEngine('a share link', ({ openStore }) => {
  it('records each visit with its time and the browser’s name only', async () => {
    const { call, make, visit, shop } = await sharing(await testService(await openStore()))
    const { id, token } = await make({ kind: 'website', website_id: shop, label: '<b>"Agency"</b>' })
    await visit(token, '', { headers: { 'user-agent': firefox }, remoteAddress: '203.0.113.77' })
    await visit(token, '/reports')
    await call(`HEAD /api/v1/shared/links/${token}`, { key: null })
    await visit(token, '', { headers: { 'user-agent': `<script>${'x'.repeat(5_000)}` } })
    const opens = await call(`GET /api/v1/links/${id}/opens`)
    expect(opens.body).toEqual({
      data: [
        { opened_at: expect.any(String), client: 'Unknown' },
        { opened_at: expect.any(String), client: 'Firefox on Android' },
      ],
      status: 200,
    })
    expect((await call(`GET /api/v1/links/${id}`)).body.data).toMatchObject({
      opens_count: 2,
      last_opened_at: opens.body.data[0].opened_at,
    })
    const notes = await call('GET /api/v1/audit?action=link_opened')
    expect(notes.body.data).toMatchObject([
      { detail: 'Unknown' },
      {
        actor: { kind: 'visitor', id: null },
        object: { kind: 'link', name: '<b>"Agency"</b>' },
        detail: 'Firefox on Android',
      },
    ])
    expect(notes.text + opens.text).not.toContain('203.0.113.77')
  })

  it('counts requests behind it as a visit, once in an hour', async () => {
    const { call, store, make, visit, ids, shop } = await sharing(await testService(await openStore()))
    const cases: [LinkFields, string][] = [
      [{ kind: 'report', report_id: ids.lamps, mode: 'frozen' }, `/reports/${ids.lamps}`],
      [{ kind: 'website', website_id: shop }, '/reports'],
      [{ kind: 'website', website_id: shop }, `/reports/${ids.lamps}`],
      [{ kind: 'view', list: 'reports', query: '' }, '/reports'],
      [{ kind: 'view', list: 'websites', query: '' }, '/websites'],
    ]
    for (const [fields, path] of cases) {
      const { id, token } = await make(fields)
      const opened = async () => [
        (await call(`GET /api/v1/links/${id}`)).body.data.opens_count,
        (await call(`GET /api/v1/links/${id}/opens`)).body.data.length,
      ]
      await call(`HEAD /api/v1/shared/links/${token}${path}`, { key: null })
      await visit(token, '/reports/999')
      expect(await opened(), path).toEqual([0, 0])
      await Promise.all([visit(token, path), visit(token, path)])
      expect(await opened(), path).toEqual([1, 1])
      await store.db
        .updateTable('links')
        .set({ last_visit_at: new Date(Date.now() - 3_600_001).toISOString() })
        .where('id', '=', id)
        .execute()
      await visit(token, path)
      await visit(token, path)
      expect(await opened(), path).toEqual([2, 2])
    }
    expect((await call('GET /api/v1/audit?action=link_opened')).body.meta.total).toBe(2 * cases.length)
  })
})

it('visits have a limit per minute in the audit log, but none in the link’s count', async () => {
  const { call, make, visit, post, shop } = await sharing(await sqliteService())
  const { token, id } = await make({ kind: 'website', website_id: shop, password: 'abc' })
  const cookie = cookieOf(await post(token, 'unlock', { password: 'abc' }))
  for (let at = 0; at < 40; at += 1) expect((await visit(token, '', { headers: { cookie } })).status).toBe(200)
  expect((await call(`GET /api/v1/links/${id}`)).body.data.opens_count).toBe(40)
  expect((await call('GET /api/v1/audit?action=link_opened')).body.meta.total).toBe(30)
})
