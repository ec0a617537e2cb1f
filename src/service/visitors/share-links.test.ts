import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import type { Report } from '#contract/reports/report.ts'
import { contentDeleted, linkRevoked } from '#service/access/share-links.ts'
import { createLogger } from '#service/start.ts'
import { deleteReport } from '#service/store/reports/deleted-reports.ts'
import { pack } from '#service/store/reports/report-payloads.ts'
import { deleteWebsite } from '#service/store/websites/websites.ts'
import { problem, sqliteService, testService } from '#testing/service/service.ts'
import { cookieOf, sharing } from '#testing/service/sharing.ts'
import { describeEachEngine } from '#testing/store/databases.ts'

const lockedByLink = problem('password_required', 'Password required.', { locked: { by: 'link' } })
const missing = problem('not_found', 'Resource not found.')

describeEachEngine('a share link', ({ openStore }) => {
  const start = async () => sharing(await testService(await openStore()))

  it('opens one report of a private website, and nothing else', async () => {
    const { call, make, visit, ids } = await start()
    const { token } = await make({ kind: 'report', report_id: ids.tables, label: 'For the agency' })
    const { status, body, headers } = await visit(token)
    const { data } = (await call(`GET /api/v1/reports/${ids.tables}`)).body
    const compared = ['title-unique', 'description-unique', 'duplicate-body', 'thin-template']
    const hidden = compared.map((id) => [id, expect.objectContaining({ value: null, evidence: [] })])
    const report = { ...data, page_id: null, latest: null, results: { ...data.results, ...Object.fromEntries(hidden) } }
    expect([status, headers['cache-control'], headers['access-control-allow-origin']]).toEqual([
      200,
      'no-store',
      undefined,
    ])
    expect(body).toEqual({
      data: {
        kind: 'report',
        mode: 'live',
        layout: 'page',
        label: 'For the agency',
        expires_at: null,
        frozen_at: null,
        has_password: false,
        can_check: false,
        report,
      },
      status: 200,
    })
    expect((await visit(token, `/reports/${ids.tables}`)).body.data).toEqual(report)
    for (const id of [ids.lamps, ids.foreign, ids.foreignTables, ids.again, 999, 0, '1e1', 'x'])
      expect((await visit(token, `/reports/${id}`)).body).toEqual(missing)
    for (const path of ['/reports', '/websites']) expect((await visit(token, path)).body).toEqual(missing)
  })

  it('shows a report as it is now, or as it was when the link was made', async () => {
    const { store, make, visit, ids } = await start()
    const live = await make({ kind: 'report', report_id: ids.lamps })
    const frozen = await make({ kind: 'report', report_id: ids.lamps, mode: 'frozen' })
    const before = (await visit(live.token)).body.data.report
    await store.db.updateTable('reports').set({ title: 'Rescored' }).where('id', '=', ids.lamps).execute()
    expect((await visit(live.token)).body.data).toMatchObject({
      mode: 'live',
      frozen_at: null,
      report: { title: 'Rescored' },
    })
    expect((await visit(frozen.token)).body.data).toMatchObject({
      mode: 'frozen',
      frozen_at: expect.any(String),
      report: before,
    })
    expect((await visit(frozen.token, `/reports/${ids.lamps}`)).body.data).toEqual(before)
    for (const id of [ids.tables, ids.foreign]) expect((await visit(frozen.token, `/reports/${id}`)).status).toBe(404)

    await deleteReport(store.db, ids.lamps)
    expect(await visit(live.token)).toMatchObject({
      status: 410,
      body: problem('content_deleted', contentDeleted.sentence),
    })
    expect((await visit(frozen.token)).body.data.report).toEqual(before)
  })

  it('names the checks of a snapshot that an older version stored without names', async () => {
    const { store, make, visit, ids } = await start()
    const { id, token } = await make({ kind: 'report', report_id: ids.lamps, mode: 'frozen' })
    const { report } = (await visit(token)).body.data as { report: Report }
    expect(report.results['title-unique']?.name).toBe('Duplicate title')
    const { main_issue_name: _, ...older } = report
    const results = Object.entries(report.results).map(([check, { name: __, ...result }]) => [check, result])
    await store.db
      .updateTable('links')
      .set({ snapshot: pack({ ...older, results: Object.fromEntries(results) }) })
      .where('id', '=', id)
      .execute()
    expect((await visit(token)).body.data.report).toEqual(report)
  })

  it('opens a website with its reports, whichever website is requested', async () => {
    const { call, make, visit, rows, ids, shop, other } = await start()
    const { token } = await make({ kind: 'website', website_id: shop })
    const { client_id: _, at_risk: __, ...website } = (await call(`GET /api/v1/websites/${shop}`)).body.data
    expect((await visit(token)).body.data).toMatchObject({ kind: 'website', website })
    for (const query of ['', `?website_id=${other}`, '?website_id=x'])
      expect(await rows(token, `/reports${query}`)).toEqual([ids.again, ids.tables, ids.lamps])
    expect(await rows(token, '/reports?search=lamps&sort_by=score&sort=asc')).toEqual([ids.again, ids.lamps])
    expect(await rows(token, '/reports?search=other')).toEqual([])
    const path = `http://reports.test/api/v1/shared/links/${token}/reports`
    expect((await visit(token, `/reports?website_id=${other}&newer_than=${ids.lamps}`)).body).toMatchObject({
      links: { first: `${path}?newer_than=${ids.lamps}&page=1` },
      meta: { path, total: 3, newer: 2 },
    })
    expect((await visit(token, `/reports/${ids.again}`)).body.data.id).toBe(ids.again)
    for (const id of [ids.foreign, ids.foreignTables, 999])
      expect((await visit(token, `/reports/${id}`)).body).toEqual(missing)
    expect((await visit(token, '/websites')).body).toEqual(missing)
  })

  it('opens the reports of a view, whatever is requested', async () => {
    const { make, visit, rows, ids, shop, other } = await start()
    const bad = await make({ kind: 'view', list: 'reports', query: 'result=bad&sort_by=score&sort=asc' })
    expect((await visit(bad.token)).body.data).toMatchObject({
      kind: 'view',
      list: 'reports',
      query: expect.stringContaining('result=bad'),
    })
    expect(await rows(bad.token, '/reports')).toEqual([ids.again, ids.foreignTables, ids.tables, ids.foreign])
    expect(await rows(bad.token, '/reports?result=good')).toEqual([
      ids.again,
      ids.foreignTables,
      ids.tables,
      ids.foreign,
    ])
    expect(await rows(bad.token, `/reports?website_id=${shop}`)).toEqual([ids.again, ids.tables])
    expect((await visit(bad.token, `/reports/${ids.lamps}`)).body).toEqual(missing)
    expect((await visit(bad.token, `/reports/${ids.foreign}`)).body.data.id).toBe(ids.foreign)

    const shopLamps = await make({ kind: 'view', list: 'reports', query: `website_id=${shop}&search=LAMPS` })
    expect(await rows(shopLamps.token, '/reports')).toEqual([ids.again, ids.lamps])
    for (const query of [
      `website_id=${other}`,
      'search=',
      'search=l',
      `search=shop.example%2Flamps&website_id=${other}`,
    ]) {
      expect(await rows(shopLamps.token, `/reports?${query}`), query).toEqual([ids.again, ids.lamps])
    }
    expect((await visit(shopLamps.token, '/reports?search=again')).body).toMatchObject({
      data: [{ id: ids.again }],
      meta: { total: 1 },
    })
    for (const query of ['search=tables', 'search=other.example', 'search=https%3A%2F%2Fshop.example%2Ftables']) {
      expect((await visit(shopLamps.token, `/reports?${query}`)).body, query).toMatchObject({
        data: [],
        meta: { total: 0 },
      })
    }
    for (const id of [ids.tables, ids.foreign, ids.foreignTables])
      expect((await visit(shopLamps.token, `/reports/${id}`)).body).toEqual(missing)
    expect((await visit(shopLamps.token, `/reports/${ids.again}`)).status).toBe(200)
    expect((await visit(shopLamps.token, '/reports?per_page=7')).status).toBe(422)
    expect((await visit(shopLamps.token, '/websites')).body).toEqual(missing)
  })

  it('opens the websites of a view, without their reports', async () => {
    const { make, visit, rows, ids, shop, other } = await start()
    const { token } = await make({ kind: 'view', list: 'websites', query: 'search=shop' })
    expect((await visit(token)).body.data).toMatchObject({ list: 'websites', query: 'search=shop' })
    for (const query of ['', '?search=', '?search=example', '?search=sh'])
      expect(await rows(token, `/websites${query}`), query).toEqual([shop])
    expect((await visit(token, '/websites?search=other')).body).toMatchObject({ data: [], meta: { total: 0 } })
    for (const path of ['/reports', `/reports/${ids.lamps}`, `/websites/${shop}`])
      expect((await visit(token, path)).status, path).toBe(404)
    const all = await make({ kind: 'view', list: 'websites', query: '' })
    expect(await rows(all.token, '/websites?sort_by=domain&sort=asc')).toEqual([other, shop])
  })

  it('stops working at once when it is revoked or expires, or its website is deleted', async () => {
    const { call, store, make, visit, shop, ids, post } = await start()
    const fields = { kind: 'website', website_id: shop, password: 'abc' }
    const [revoked, ended, deleted] = [
      await make(fields),
      await make(fields),
      await make({ kind: 'report', report_id: ids.lamps, mode: 'frozen' }),
    ]
    const everywhere = async (token: string, cookie: string) => {
      const reads = ['', '/reports', `/reports/${ids.lamps}`, '/websites'].map((path) =>
        visit(token, path, { headers: { cookie } }),
      )
      const posts = ['unlock', 'forget'].map((what) => post(token, what, { password: 'abc' }))
      return (await Promise.all([...reads, ...posts])).map(({ status, body }) => `${status} ${body.message}`)
    }
    const cookie = cookieOf(await post(revoked.token, 'unlock', { password: 'abc' }))
    expect((await visit(revoked.token, '', { headers: { cookie } })).status).toBe(200)
    expect((await visit(revoked.token)).status).toBe(401)
    await call(`DELETE /api/v1/links/${revoked.id}`)
    expect(new Set(await everywhere(revoked.token, cookie))).toEqual(new Set([`410 ${linkRevoked.sentence}`]))

    await store.db
      .updateTable('links')
      .set({ expires_at: '2026-05-03T12:00:00.000Z' })
      .where('id', '=', ended.id)
      .execute()
    expect(new Set(await everywhere(ended.token, ''))).toEqual(new Set(['410 This link expired on 3 May 2026.']))

    expect((await visit(deleted.token)).status).toBe(200)
    await deleteWebsite(store.db, shop)
    expect(new Set(await everywhere(deleted.token, ''))).toEqual(new Set([`410 ${contentDeleted.sentence}`]))
    expect((await call('GET /api/v1/links')).body.data).toMatchObject([
      { id: deleted.id, gone: true },
      { gone: true },
      { gone: true, revoked_at: expect.any(String) },
    ])
  })

  it('of a view stops working with the view’s website, and otherwise shows the remaining rows', async () => {
    const { store, make, visit, rows, ids, shop } = await start()
    const ofShop = await make({ kind: 'view', list: 'reports', query: `website_id=${shop}` })
    const lamps = await make({ kind: 'view', list: 'reports', query: 'search=lamps' })
    const websites = await make({ kind: 'view', list: 'websites', query: 'search=shop' })
    expect([await rows(ofShop.token, '/reports'), await rows(lamps.token, '/reports')]).toEqual([
      [ids.again, ids.tables, ids.lamps],
      [ids.again, ids.foreign, ids.lamps],
    ])
    await deleteWebsite(store.db, shop)
    for (const path of ['', '/reports', `/reports/${ids.lamps}`])
      expect(await visit(ofShop.token, path)).toMatchObject({
        status: 410,
        body: { message: contentDeleted.sentence },
      })
    expect((await visit(lamps.token, '/reports')).body).toMatchObject({
      data: [{ id: ids.foreign }],
      meta: { total: 1 },
    })
    expect((await visit(lamps.token, `/reports/${ids.lamps}`)).body).toEqual(missing)
    expect((await visit(websites.token, '/websites')).body).toMatchObject({ data: [], meta: { total: 0 } })
  })

  it('with a password opens with its own cookie only', async () => {
    const { call, make, visit, post, shop, ids } = await start()
    const one = await make({ kind: 'website', website_id: shop, password: 'correct horse', label: 'One' })
    const other = await make({ kind: 'website', website_id: shop, password: 'correct horse' })
    const closed = await visit(one.token)
    expect([closed.status, closed.body, closed.headers['www-authenticate']]).toEqual([401, lockedByLink, undefined])
    for (const path of ['/reports', `/reports/${ids.lamps}`, '/websites'])
      expect((await visit(one.token, path)).body, path).toEqual(lockedByLink)
    expect((await visit(one.token, '', { headers: { authorization: `Bearer ${'x'.repeat(9)}` } })).body).toEqual(
      lockedByLink,
    )

    expect(await post(one.token, 'unlock', { password: 'wrong' })).toMatchObject({
      status: 422,
      body: { errors: { password: [expect.any(String)] } },
    })
    const opened = await post(one.token, 'unlock', { password: 'correct horse' })
    expect([opened.status, opened.body, opened.headers['set-cookie']]).toEqual([
      200,
      { status: 200 },
      expect.stringMatching(/^seo_link_\d+=v1\..*; Path=\/api\/v1\/shared; HttpOnly; SameSite=Strict$/),
    ])
    const cookie = cookieOf(opened)
    expect((await visit(one.token, '/reports', { headers: { cookie } })).status).toBe(200)
    const ofOther = cookie.replace(`seo_link_${one.id}`, `seo_link_${other.id}`)
    for (const given of [ofOther, cookie, cookie.replace('seo_link_', 'seo_unlock_')])
      expect((await visit(other.token, '', { headers: { cookie: given } })).status).toBe(401)
    expect((await visit(one.token, '', { headers: { cookie: `${cookie}x` } })).status).toBe(401)
    expect(
      (
        await call(`GET /api/v1/shared/websites/${shop}`, {
          key: null,
          headers: { cookie: cookie.replace(`seo_link_${one.id}`, `seo_unlock_${shop}`) },
        })
      ).status,
    ).toBe(404)
    expect((await call(`GET /api/v1/websites/${shop}`, { key: null, headers: { cookie } })).status).toBe(401)

    expect((await post(one.token, 'forget')).headers['set-cookie']).toMatch(
      new RegExp(`^seo_link_${one.id}=; Max-Age=0; `),
    )
    for (const what of ['unlock', 'forget']) {
      const fromElsewhere = await post(
        one.token,
        what,
        { password: 'correct horse' },
        { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' } },
      )
      expect([fromElsewhere.status, fromElsewhere.headers['set-cookie']], what).toEqual([403, undefined])
    }
    const events = async (action: string) => (await call(`GET /api/v1/audit?action=${action}`)).body.data
    expect(await events('link_unlocked')).toMatchObject([
      { actor: { kind: 'visitor' }, object: { kind: 'link', name: 'One' } },
    ])
    expect(await events('link_unlock_failed')).toMatchObject([{ object: { kind: 'link', name: 'One' } }])
  })
})

it('guessed tokens are not found, whatever they look like, and guessing is limited', async () => {
  const { make, visit, shop, post } = await sharing(await sqliteService())
  const { token, id } = await make({ kind: 'website', website_id: shop })
  const near = token.slice(0, -1) + (token.endsWith('A') ? 'Q' : 'A')
  const guesses = [
    near,
    token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase(),
    token.slice(1),
    `${token}A`,
    `${token}=`,
    String(id),
    '..',
    '%00',
    `${token}%00`,
    `${token}%0a`,
    'ü',
    'A'.repeat(101),
    "' or 1=1 --",
  ]
  for (const guess of guesses) {
    for (const path of ['', '/reports'])
      expect((await visit(encodeURI(decodeURI(guess)), path)).body, guess).toEqual(missing)
    expect((await post(encodeURI(decodeURI(guess)), 'unlock', { password: 'x' })).body, guess).toEqual(missing)
  }
  const statuses: number[] = []
  for (let at = 100; at < 230; at += 1) statuses.push((await visit(`${near.slice(0, -3)}${at}`)).status)
  expect([statuses[0], statuses.at(-1)]).toEqual([404, 429])
  expect((await visit(token)).status).toBe(429)
  expect((await visit(token, '', { remoteAddress: '203.0.113.5' })).status).toBe(200)
})

it('a visitor with a valid cookie is not limited by others on the same network', async () => {
  const { make, visit, post, shop } = await sharing(await sqliteService())
  const { token, id } = await make({ kind: 'website', website_id: shop, password: 'abc' })
  const cookie = cookieOf(await post(token, 'unlock', { password: 'abc' }))
  await Promise.all(Array.from({ length: 130 }, () => visit('guess')))
  expect((await visit(token, '/reports', { headers: { cookie } })).status).toBe(200)
  for (const false_ of [`seo_link_${id}=v1.9999999999.${'A'.repeat(43)}`, 'seo_link_'])
    expect((await visit(token, '', { headers: { cookie: false_ } })).status).toBe(429)
  expect((await visit('guess', '', { headers: { cookie } })).status).toBe(429)
})

it('the log has no token, neither of the page nor of its requests', async () => {
  const stream = new PassThrough()
  let log = ''
  stream.on('data', (chunk) => (log += String(chunk)))
  const { call, make, visit, post, shop } = await sharing(await sqliteService({ log: createLogger('debug', stream) }))
  const { token } = await make({ kind: 'website', website_id: shop, password: 'abc' })
  const cookie = cookieOf(await post(token, 'unlock', { password: 'abc' }))
  for (const path of ['', '/reports?search=a', '/reports/1', '/nothing'])
    await visit(token, path, { headers: { cookie, referer: `http://reports.test/s/${token}` } })
  for (const path of [
    `/s/${token}`,
    `/S/${token}/reports/1`,
    `/%73/${token}`,
    `//s/${token}`,
    `/previews/links/${token}.png`,
    `/api/v1/shared/links/${token}/unlock`,
  ])
    await call(`GET ${path}`, { key: null })
  expect(log.split('\n').length).toBeGreaterThan(10)
  expect(log).toContain('/api/v1/shared/links/[redacted]/reports')
  expect(log).toContain('/s/[redacted]')
  expect(log).not.toContain(token)
  expect(log).not.toContain(cookie.split('=')[1])
})
