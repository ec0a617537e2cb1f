import { strToU8, zipSync } from 'fflate'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { pulledDays } from '#service/store/google/days.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { type Fault, keyFile, refusals, type RunningGoogle, serviceEmail, startGoogle } from '#testing/google/google.ts'
import { problem, sqliteService, type TestService } from '#testing/service/service.ts'
import { newReport } from '#testing/store/reports.ts'

let google: RunningGoogle
let service: TestService

const path = '/api/v1/websites/1/search'
const property = 'sc-domain:shop.example'
const nothing = {
  kind: null,
  property: null,
  account: null,
  state: 'none',
  problem: null,
  first_day: null,
  last_day: null,
  rows: null,
}

beforeEach(async () => {
  google = await startGoogle()
  service = await sqliteService({ googleUrl: new URL(google.origin) })
  await createReport(service.store.db, newReport({ url: 'https://shop.example/a' }))
  onTestFinished(() => google.close())
})

const shown = async (key?: string) => (await service.call(`GET ${path}`, key === undefined ? {} : { key })).body.data
const connectAccount = (json = keyFile()) => service.call(`POST ${path}/service-account`, { form: { json } })
const choose = (form: Record<string, string>) => service.call(`PUT ${path}`, { form })
const upload = (content: string | Uint8Array, query = '?first_day=2026-08-01&last_day=2026-08-31', type = 'text/csv') =>
  service.call(`POST ${path}/file${query}`, {
    payload: typeof content === 'string' ? content : Buffer.from(content),
    headers: { 'content-type': type },
  })

describe('a website', () => {
  it('is connected to nothing at first', async () => {
    expect(await shown()).toEqual(nothing)
    expect((await service.call('GET /api/v1/websites/9/search')).status).toBe(404)
    expect((await service.call(`POST ${path}/pull`)).body).toEqual(problem('conflict', expect.any(String)))
    expect((await choose({ kind: 'oauth', property })).body.codes).toEqual({ kind: ['not_found'] })
  })

  it('is connected by a service account, whose key is nowhere to be seen', async () => {
    const { status, body, text } = await connectAccount()
    expect([status, body.data]).toEqual([200, { ...nothing, kind: 'service', account: serviceEmail, state: 'choose' }])
    expect(text).not.toContain('PRIVATE')
    const [row] = await service.store.db.selectFrom('search_connections').selectAll().execute()
    expect(row?.secret?.toString('latin1')).not.toContain('PRIVATE')
    expect((await service.call('GET /api/v1/audit?per_page=10')).body.data[0]).toMatchObject({
      action: 'search_connected',
      detail: serviceEmail,
    })
    expect(google.requests.map(({ method, path: asked }) => `${method} ${asked}`)).toEqual([
      'POST /token',
      'GET /webmasters/v3/sites',
    ])
  })

  it.each([
    ['no JSON', '{', 'invalid_type'],
    ['a key file of another kind', JSON.stringify({ installed: { client_id: '1' } }), 'invalid_type'],
    ['a key file that names another server', keyFile({ token_uri: 'https://evil.example/token' }), 'not_allowed'],
    ['a key that isn’t one', keyFile({ private_key: '-----BEGIN PRIVATE KEY-----\nAAAA\n' }), 'invalid_type'],
  ])('refuses %s, and asks no one', async (_, json, code) => {
    expect((await connectAccount(json)).body.codes).toEqual({ json: [code] })
    expect(google.requests).toEqual([])
  })

  it('isn’t connected by an account that Google refuses', async () => {
    const { status, body } = await connectAccount(keyFile({ client_email: 'gone@project.iam.gserviceaccount.com' }))
    expect([status, body.codes]).toEqual([422, { google: ['account_refused'] }])
    expect(await shown()).toEqual(nothing)
  })

  it('takes its property from the account’s list alone, and pulls it', async () => {
    google.world.properties.push({ siteUrl: 'https://www.shop.example/', permissionLevel: 'siteRestrictedUser' })
    await connectAccount()
    expect((await service.call(`POST ${path}/pull`)).body).toEqual(problem('conflict', expect.any(String)))
    expect((await service.call(`GET ${path}/properties`)).body.data).toEqual([
      { property, permission: 'siteOwner' },
      { property: 'https://www.shop.example/', permission: 'siteRestrictedUser' },
    ])
    expect((await choose({ kind: 'service', property: 'sc-domain:other.example' })).body.codes).toEqual({
      property: ['not_found'],
    })
    expect((await choose({ kind: 'service', property: 'shop.example' })).body.codes).toEqual({
      property: ['invalid_choice'],
    })
    expect((await choose({ kind: 'service', property })).body.data).toMatchObject({ property, state: 'pulling' })
    expect((await service.call(`POST ${path}/pull`)).body).toEqual(problem('in_progress', expect.any(String)))
  })

  it('shows a read-only key that there is a connection, and no account', async () => {
    await connectAccount()
    expect(await shown(service.readKey)).toEqual({ ...nothing, kind: 'service', state: 'choose' })
    for (const request of [`PUT ${path}`, `DELETE ${path}`, `POST ${path}/pull`, `GET ${path}/properties`] as const)
      expect((await service.call(request, { key: service.readKey, form: {} })).status).toBe(403)
  })

  it('stays as it was when Google is asked in vain, with the reason and the next step', async () => {
    await connectAccount()
    const cases: [Fault, number, string, object][] = [
      [refusals.apiDisabled, 422, 'failed', { code: 'api_disabled', link: expect.stringContaining('project=1234') }],
      [refusals.noPermission, 422, 'failed', { code: 'no_permission', link: expect.stringContaining('/users') }],
      [refusals.quotaOfMinute, 422, 'waiting', { code: 'quota_minute' }],
      [refusals.quotaOfDay, 422, 'waiting', { code: 'quota_day' }],
      [{ status: 401, body: '{}' }, 422, 'failed', { code: 'token_ended' }],
      [{ status: 500, body: 'no' }, 503, 'waiting', { code: 'google_unreachable' }],
      [{ type: 'text/html', body: '<h1>Sorry</h1>' }, 422, 'waiting', { code: 'google_error' }],
      [{ status: 302, headers: { Location: 'http://127.0.0.1:9/' } }, 422, 'waiting', { code: 'google_error' }],
      [{ body: '{"siteEntry": [', cut: true }, 503, 'waiting', { code: 'google_unreachable' }],
    ]
    for (const [fault, expected, state, reason] of cases) {
      google.world.faults.set('/sites', [fault])
      const { status, body } = await service.call(`GET ${path}/properties`)
      const { problem: stored, ...connection } = await shown()
      expect([status, connection.state, stored]).toEqual([expected, state, expect.objectContaining(reason)])
      expect(body.message).toContain(stored.message)
    }
    google.world.faults.clear()
    expect((await service.call(`GET ${path}/properties`)).status).toBe(200)
    expect(await shown()).toMatchObject({ state: 'choose', problem: null })
  })

  it('is disconnected, and keeps what was stored unless that is to be forgotten', async () => {
    await upload('Page,Clicks,Impressions,CTR,Position\nhttps://shop.example/a,5,100,5%,2.5\n')
    await connectAccount()
    expect((await service.call(`DELETE ${path}`)).body).toEqual({ status: 200 })
    expect(await shown()).toEqual({ ...nothing, first_day: '2026-08-01', last_day: '2026-08-31', rows: 1 })
    await service.call(`DELETE ${path}?forget=1`)
    expect(await shown()).toEqual(nothing)
  })
})

describe('a file', () => {
  const headings = 'Seite;Klicks;Impressionen;CTR;Position'
  const line = (url: string) => `${url};5;100;5 %;2,5`

  it('is imported with the days of its table of days', async () => {
    const zip = zipSync({
      'Seiten.csv': strToU8(`${headings}\n${line('https://shop.example/a')}\n`),
      'Diagramm.csv': strToU8('Datum;Klicks;Impressionen;CTR;Position\n2026-08-01;2;20;1;1\n2026-08-02;4;90;1;1\n'),
    })
    const days = { first_day: '2026-08-01', last_day: '2026-08-02' }
    const { status, body } = await upload(zip, '', 'application/x-zip-compressed')
    expect([status, body.data]).toEqual([200, { ...days, rows: 1, refused: [] }])
    expect(await shown()).toEqual({ ...nothing, ...days, kind: 'file', state: 'ready', rows: 1 })
    const page = service.store.db.selectFrom('pages').select(['clicks', 'impressions', 'position'])
    expect(await page.executeTakeFirst()).toEqual({ clicks: 5, impressions: 100, position: 2.5 })
  })

  it('replaces the days that it covers, and leaves the others', async () => {
    await upload(`${headings}\n${line('https://shop.example/a')}\n`)
    await upload(`${headings}\n${line('https://shop.example/b')}\n`, '?first_day=2026-09-01&last_day=2026-09-30')
    await upload(`${headings}\n${line('https://shop.example/c')}\n${line('https://shop.example/d')}\n`)
    expect(await pulledDays(service.store.db, 1)).toMatchObject({
      first_day: '2026-08-01',
      last_day: '2026-09-30',
      rows: 3,
    })
  })

  it('is taken without its broken lines, which are named', async () => {
    const lines = [headings, line('https://shop.example/a'), line('nothing'), line('https://www.shop.example/b')]
    expect((await upload(lines.join('\n'))).body.data).toMatchObject({
      rows: 2,
      refused: [{ line: 3, reason: 'no_url' }],
    })
  })

  it('is refused with the reason, and changes nothing', async () => {
    const other = `${headings}\n${line('https://elsewhere.example/')}\n`
    expect((await upload(other)).body.codes).toEqual({ file: ['other_website'] })
    expect((await upload('PK\u0003\u0004 and more')).body.code).toBe('file_refused')
    expect((await upload('')).body.code).toBe('file_refused')
    const fine = `${headings}\n${line('https://shop.example/a')}\n`
    expect((await upload(fine, '')).body.codes).toEqual({ first_day: ['required'], last_day: ['required'] })
    expect((await upload(fine, '?first_day=2026-09-01&last_day=2026-08-01')).body.codes).toEqual({
      last_day: ['invalid_parameter'],
    })
    expect((await upload(fine, '?first_day=2026-09-01&last_day=2126-08-01')).body.code).toBe('file_refused')
    expect(await shown()).toEqual(nothing)
  })

  it('is refused if it is larger than 50 MB', { tags: 'all' }, async () => {
    const { status, body } = await upload(Buffer.alloc(50 * 1024 * 1024 + 1, 'a'))
    expect([status, body.code]).toEqual([413, 'body_too_large'])
  })
})
