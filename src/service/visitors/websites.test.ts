import { describe, expect, it } from 'vitest'
import { UnlockForm } from '#contract/forms/access-forms.ts'
import { messageOf } from '#contract/forms/form.ts'
import { originNotAllowed } from '#service/http/problem.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { deleteWebsite } from '#service/store/websites/websites.ts'
import { problem, type Call, type TestService, sqliteService, testService } from '#testing/service/service.ts'
import { cookieOf } from '#testing/service/sharing.ts'
import { describeEachEngine, type TestEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

const openAfter = { status: 401, body: { code: 'password_required', status: 401, locked: { by: 'website' } } }
const missing = problem('not_found', 'Resource not found.')
const password = 'correct horse battery'

/** Creates three reports of shop.example, and a report of another website in between. */
async function shop(service: TestService) {
  const { call, store } = service
  const keep = (path: string, score: number) =>
    createReport(store.db, newReport({ url: `https://shop.example/${path}`, score }))
  const [first, second] = [await keep('lamps', 90), await keep('tables', 40)]
  const other = await createReport(store.db, newReport({ url: 'https://other.example/lamps', domain: 'other.example' }))
  const third = await keep('lamps', 70)
  const id = first.website_id
  const visit = (path: string, options: Call = {}) => call(`GET /api/v1/shared/${path}`, { key: null, ...options })
  const set = async (form: Record<string, string>, website = id) =>
    expect((await call(`PUT /api/v1/websites/${website}`, { form })).status).toBe(200)
  const unlock = (form: Record<string, string>, options: Call = {}) =>
    call(`POST /api/v1/shared/websites/${id}/unlock`, { key: null, form, ...options })
  return { ...service, id, reports: [first, second, third] as const, other, visit, set, unlock }
}

const shopOn = async ({ openStore }: TestEngine) => shop(await testService(await openStore()))
const withCookie = (cookie: string): Call => ({ headers: { cookie } })

describeEachEngine('without a key', (engine) => {
  it('a public website and its reports are the same as with a key, but for what is the team’s', async () => {
    const { call, visit, set, id, reports } = await shopOn(engine)
    await set({ privacy: '0' })
    for (const path of [`reports/${reports[0].id}`, `reports/${reports[2].id}`, `websites/${id}`]) {
      const [shared, keyed] = [await visit(path), await call(`GET /api/v1/${path}`)]
      expect(shared.status).toBe(200)
      const { client_id: _, at_risk: __, ...data } = keyed.body.data
      expect(shared.body).toEqual({ ...keyed.body, data })
      expect(shared.headers['x-robots-tag']).toBe('noindex')
    }
  })

  it('the brand is there without its texts, but for the email address of its footer', async () => {
    const { call, visit } = await shopOn(engine)
    await call('PUT /api/v1/brand', {
      form: { name: 'Northlight', color: '#0b5d4e', intro: 'For you', footer: 'Ask Ms Lamp · me@acme.example' },
    })
    const brand = { name: 'Northlight', logo: null, color: '#0b5d4e', contact: 'me@acme.example' }
    expect((await visit('brand')).body).toEqual({ data: brand, status: 200 })
  })

  it('a website lists only its own reports, whichever website is requested', async () => {
    const { visit, set, id, reports, other } = await shopOn(engine)
    await set({ privacy: '0' })
    const ids = async (query: string) =>
      (await visit(`websites/${id}/reports?${query}`)).body.data.map((row: { id: number }) => row.id)
    expect(await ids('')).toEqual([reports[2].id, reports[1].id])
    expect(await ids(`website_id=${other.website_id}`)).toEqual([reports[2].id, reports[1].id])
    expect(await ids('website_id=x')).toHaveLength(2)
    expect(await ids('search=lamps&sort=asc')).toEqual([reports[2].id])
    expect(await ids('result=bad')).toEqual([reports[1].id])
    expect(await ids('search=other')).toEqual([])
    const { body } = await visit(
      `websites/${id}/reports?website_id=${other.website_id}&search=a&per_page=10&newer_than=${reports[0].id}`,
    )
    const path = `http://reports.test/api/v1/shared/websites/${id}/reports`
    expect(body.meta).toMatchObject({ path, total: 2, newer: 2 })
    expect(body.links.first).toBe(`${path}?search=a&per_page=10&newer_than=${reports[0].id}&page=1`)
    expect(await visit(`websites/${id}/reports?per_page=7`)).toMatchObject({
      status: 422,
      body: { errors: { per_page: [expect.any(String)] } },
    })
  })

  it('private, missing, deleted and malformed ids get the same response', async () => {
    const { call, store, visit, set, id, reports, other } = await shopOn(engine)
    await set({ privacy: '0' }, other.website_id)
    await deleteWebsite(store.db, other.website_id)
    await set({ privacy: '0' })
    await call(`DELETE /api/v1/reports/${reports[1].id}`)
    const publicly = [
      await visit(`reports/${reports[1].id}`),
      await visit(`websites/${other.website_id}`),
      await visit(`reports/${other.id}`),
    ]
    await set({ privacy: '1' })
    const named = [
      `reports/${reports[0].id}`,
      'reports/999',
      'reports/0',
      'reports/1e3',
      'reports/%00',
      `reports/${'9'.repeat(99)}`,
      `websites/${id}`,
      'websites/999',
      'websites/abc',
      `websites/${id}/reports`,
      'websites/999/reports',
      `websites/${id}/reports?per_page=7`,
      'websites/999/reports?per_page=7',
    ]
    const answers = [...publicly, ...(await Promise.all(named.map((path) => visit(path))))]
    for (const form of [{ password }, { password: '' }, {}]) {
      for (const website of [id, 999, 'abc'])
        answers.push(await call(`POST /api/v1/shared/websites/${website}/unlock`, { key: null, form }))
    }
    const seen = answers.map(({ status, text, headers }) => ({
      status,
      text: text.replace(String(headers['x-request-id']), ''),
      headers: { ...headers, 'x-request-id': null, date: null },
    }))
    expect([seen[0]?.status, answers[0]?.body]).toEqual([404, missing])
    for (const one of seen) expect(one).toEqual(seen[0])
  })

  it('a password opens a website, its list and its reports, and nothing else', async () => {
    const { call, visit, set, unlock, id, reports, other } = await shopOn(engine)
    await set({ privacy: '2', password })
    await set({ privacy: '2', password }, other.website_id)
    const paths = [`websites/${id}`, `websites/${id}/reports`, `reports/${reports[0].id}`]
    for (const path of paths) {
      const answer = await visit(path)
      expect(answer).toMatchObject({ ...openAfter, body: { locked: { website_id: id } } })
      expect(answer.text).not.toContain('shop')
      expect(answer.headers).not.toHaveProperty('www-authenticate')
    }
    const wrong = await unlock({ password: 'correct horse' })
    expect(wrong).toMatchObject({
      status: 422,
      body: {
        errors: { password: [messageOf(UnlockForm, { field: 'password', code: 'wrong_password' })] },
        status: 422,
      },
    })
    expect(wrong.headers).not.toHaveProperty('set-cookie')
    const right = await unlock({ password })
    expect(right).toMatchObject({ status: 200, body: { status: 200 } })
    const cookie = cookieOf(right)
    for (const path of paths)
      expect(await visit(path, withCookie(cookie))).toMatchObject({
        status: 200,
        headers: { 'cache-control': 'no-store' },
      })
    for (const path of [`websites/${other.website_id}`, `reports/${other.id}`]) {
      expect((await visit(path, withCookie(cookie))).status).toBe(401)
      const renamed = cookie.replace(`_${id}=`, `_${other.website_id}=`)
      expect((await visit(path, withCookie(renamed))).status).toBe(401)
    }
    expect((await call('GET /api/v1/reports', { key: null, ...withCookie(cookie) })).status).toBe(401)
    expect((await call(`DELETE /api/v1/reports/${reports[0].id}`, { key: null, ...withCookie(cookie) })).status).toBe(
      401,
    )
  })

  it('a cookie expires with the password, and with the privacy', async () => {
    const { visit, set, unlock, id } = await shopOn(engine)
    await set({ privacy: '2', password })
    const before = cookieOf(await unlock({ password }))
    await set({ password: 'another' })
    expect((await visit(`websites/${id}`, withCookie(before))).status).toBe(401)
    await set({ password })
    expect((await visit(`websites/${id}`, withCookie(before))).status).toBe(401)
    const after = cookieOf(await unlock({ password }))
    expect((await visit(`websites/${id}`, withCookie(after))).status).toBe(200)
    await set({ privacy: '1' })
    expect((await visit(`websites/${id}`, withCookie(after))).status).toBe(404)
    await set({ privacy: '2', password })
    expect((await visit(`websites/${id}`, withCookie(after))).status).toBe(401)
  })

  it('a password of 128 emoji opens', async () => {
    const { visit, set, unlock, id } = await shopOn(engine)
    const smiles = '😀'.repeat(127)
    await set({ privacy: '2', password: `${smiles}🔑` })
    expect((await unlock({ password: `${smiles}🚪` })).status).toBe(422)
    const right = await unlock({ password: `${smiles}🔑` })
    expect((await visit(`websites/${id}`, withCookie(cookieOf(right)))).status).toBe(200)
  })

  it('only public data is found by requesting every id', async () => {
    const { visit, set, id, reports, other } = await shopOn(engine)
    await set({ privacy: '0' })
    const found = async (kind: string) => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_, at) => ({ at, ...(await visit(`${kind}/${at}`)) })),
      )
      for (const { status, body } of answers) if (status !== 200) expect(body).toEqual(missing)
      return answers.filter(({ status }) => status === 200).map(({ at }) => at)
    }
    expect(await found('websites')).toEqual([id])
    expect(await found('reports')).toEqual(reports.map((report) => report.id))
    const { text } = await visit(`websites/${id}/reports`)
    expect(text).not.toContain('other.example')
    expect((await visit(`reports/${other.id}`)).status).toBe(404)
  })

  it('unlocking and failed attempts are recorded', async () => {
    const { call, set, unlock, id } = await shopOn(engine)
    await set({ privacy: '2', password })
    await unlock({ password: 'wrong' })
    await unlock({ password })
    const rows = (await call('GET /api/v1/audit')).body.data
    expect(rows.slice(0, 2)).toMatchObject([
      { action: 'website_unlocked', actor: { kind: 'visitor' }, object: { kind: 'website', id, name: 'shop.example' } },
      {
        action: 'website_unlock_failed',
        actor: { kind: 'visitor' },
        object: { kind: 'website', id, name: 'shop.example' },
      },
    ])
  })
})

describe('a path without a key', () => {
  it('ignores keys, and a path with a key ignores cookies', async () => {
    const { call, visit, set, unlock, id, key } = await shop(await sqliteService())
    await set({ privacy: '2', password })
    expect((await visit(`websites/${id}`, { key })).status).toBe(401)
    expect((await visit(`websites/${id}`, { key: 'wrong' })).status).toBe(401)
    const cookie = cookieOf(await unlock({ password }, { key: 'wrong' }))
    expect((await visit(`websites/${id}`, { key: 'wrong', ...withCookie(cookie) })).status).toBe(200)
    expect(
      (await call(`GET /api/v1/websites/${id}`, { key: null, ...withCookie(cookie) })).headers['www-authenticate'],
    ).toBe('Bearer')
  })

  it('is for our own pages: other origins can neither read it nor POST to it', async () => {
    const { app, visit, set, unlock, id, call } = await shop(await sqliteService())
    await set({ privacy: '2', password })
    const refused = { status: 403, body: problem('origin_not_allowed', originNotAllowed().message) }
    const from = (headers: Record<string, string>) =>
      unlock({ password }, { headers: { host: 'reports.test', ...headers } })
    const foreign = [
      'https://evil.example',
      'http://reports.test.evil.example',
      'http://reports.test:8080',
      'null',
      'file://',
      'http://evil.example/http://reports.test',
    ]
    for (const origin of foreign) expect({ origin, ...(await from({ origin })) }).toMatchObject(refused)
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await from({ 'sec-fetch-site': site, origin: 'http://reports.test' })).toMatchObject(refused)
    expect(
      await call(`POST /api/v1/shared/websites/${id}/forget`, {
        key: null,
        headers: { origin: 'https://evil.example' },
      }),
    ).toMatchObject(refused)
    expect((await from({ origin: 'http://reports.test' })).status).toBe(200)
    expect((await from({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    for (const answer of [
      await visit(`websites/${id}`),
      await from({}),
      await app.inject({ method: 'OPTIONS', url: `/api/v1/shared/websites/${id}/unlock` }),
    ]) {
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
    expect((await visit('reports/1')).headers['cross-origin-resource-policy']).toBe('same-origin')
  })

  it('sets a cookie for its own path only, and for TLS only if it is used', async () => {
    const { set, unlock, id, call } = await shop(await sqliteService({ publicUrl: 'https://reports.test' }))
    await set({ privacy: '2', password })
    const right = await unlock({ password })
    expect(right.headers['set-cookie']).toMatch(
      new RegExp(
        `^seo_unlock_${id}=v1\\.\\d{10}\\.[\\w-]{43}; Max-Age=2592000; Path=/api/v1/shared; HttpOnly; Secure; SameSite=Strict$`,
      ),
    )
    const forgotten = await call(`POST /api/v1/shared/websites/${id}/forget`, {
      key: null,
      ...withCookie(cookieOf(right)),
    })
    expect(forgotten).toMatchObject({ status: 200, body: { status: 200 } })
    expect(forgotten.headers['set-cookie']).toBe(
      `seo_unlock_${id}=; Max-Age=0; Path=/api/v1/shared; HttpOnly; Secure; SameSite=Strict`,
    )
    const plain = await shop(await sqliteService())
    await plain.set({ privacy: '2', password })
    expect((await plain.unlock({ password })).headers['set-cookie']).toMatch(/HttpOnly; SameSite=Strict$/)
  })

  it('copes with malformed Cookie headers', async () => {
    const { set, visit, unlock, id } = await shop(await sqliteService())
    await set({ privacy: '2', password })
    const cookie = cookieOf(await unlock({ password }))
    const statusWith = async (header: string) => (await visit(`websites/${id}`, withCookie(header))).status
    for (const header of ['', ';;;', '=', `seo_unlock_${id}`, `x${cookie}`, `seo_unlock_${id}=%; ${cookie}`])
      expect(await statusWith(header), header).toBe(401)
    expect(await statusWith(`a=b;;=; ${cookie.replace('=', ' = ')} ; c`)).toBe(200)
  })

  it('deletes a cookie that was never set, and reveals nothing by that', async () => {
    const { call, id } = await shop(await sqliteService())
    const [one, other, none] = [id, 999, 'abc'].map((website) =>
      call(`POST /api/v1/shared/websites/${website}/forget`, { key: null }),
    )
    expect((await one)?.text).toBe((await other)?.text)
    expect((await none)?.status).toBe(404)
  })

  it('unlocks without a password what has none any more', async () => {
    const { set, unlock } = await shop(await sqliteService())
    await set({ privacy: '0' })
    const answer = await unlock({ password: 'anything' })
    expect(answer).toMatchObject({ status: 200, body: { status: 200 } })
    expect(answer.headers).not.toHaveProperty('set-cookie')
  })

  it('counts as a request without a key, unless a cookie opens it', async () => {
    const { visit, set, unlock, id } = await shop(await sqliteService())
    await set({ privacy: '2', password })
    const cookie = cookieOf(await unlock({ password }))
    for (let i = 0; i < 200; i += 1)
      await visit(`websites/${id}`, withCookie(`seo_unlock_${id}=v1.9999999999.${'A'.repeat(43)}`))
    expect(await visit(`websites/${id}`)).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } })
    expect((await visit(`websites/${id}`, withCookie(cookie))).status).toBe(200)
    expect((await visit(`websites/${id}`, { remoteAddress: '192.0.2.1' })).status).toBe(401)
  })

  it('accepts cookies after a restart', async () => {
    const { store, set, unlock, id } = await shop(await sqliteService())
    await set({ privacy: '2', password })
    const cookie = cookieOf(await unlock({ password }))
    const again = await testService(store)
    expect((await again.call(`GET /api/v1/shared/websites/${id}`, { key: null, ...withCookie(cookie) })).status).toBe(
      200,
    )
  })
})
