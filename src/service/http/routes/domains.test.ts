import { expect, it } from 'vitest'
import { NewDomainForm } from '#contract/forms/domain-form.ts'
import { messageOf } from '#contract/forms/form.ts'
import type { FieldCode } from '#contract/responses/error-codes.ts'
import { deleteExpiredReports } from '#service/jobs/purge.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { purgeDeletedWebsites } from '#service/store/websites/purge-websites.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

describeEachEngine('a website that is added before its first report', ({ openStore }) => {
  async function start() {
    const service = await testService(await openStore())
    const add = (domain: string, headers: Record<string, string> = {}) =>
      service.call('POST /api/v1/domains', { form: { domain }, headers })
    return { ...service, add }
  }

  it('is private and empty, and known from then on', async () => {
    const { call, add } = await start()
    const first = await add('shop.example')
    expect([first.status, first.headers['location']]).toEqual([201, '/api/v1/websites/1'])
    expect(first.body).toEqual({ ...(await call('GET /api/v1/websites/1')).body, status: 201 })
    expect(first.body.data).toMatchObject({
      domain: 'shop.example',
      privacy: 1,
      reports_count: 0,
      reports_avg_score: null,
      pages_count: 0,
    })
    const again = await add('https://www.shop.example/lamps?page=2#top')
    expect([again.status, again.headers['location'], again.body.data.id]).toEqual([200, undefined, 1])
    expect((await call('GET /api/v1/websites')).body.meta.total).toBe(1)
    const { data } = (await call('GET /api/v1/audit?action=website_created')).body
    expect(data.map(({ object }: { object: unknown }) => object)).toEqual([
      { kind: 'website', id: 1, name: 'shop.example' },
    ])
  })

  it('is created once by many requests at once', async () => {
    const { call, add } = await start()
    const answers = await Promise.all(Array.from({ length: 10 }, () => add('shop.example')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(9).fill(200), 201])
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect((await call('GET /api/v1/audit?action=website_created')).body.data).toHaveLength(1)
  })

  it('has the domain that its first report would give it', async () => {
    const { add, store } = await start()
    const domains = {
      'SHOP.example.': 'shop.example',
      ' www.shop.example ': 'shop.example',
      'http://www.shop.example:80/lamps': 'shop.example',
      'bücher.example': 'xn--bcher-kva.example',
      'https://Staging.Shop.example': 'staging.shop.example',
      '93.184.216.34': '93.184.216.34',
      'www.com': 'www.com',
    }
    for (const [given, domain] of Object.entries(domains))
      expect([given, (await add(given)).body.data?.domain]).toEqual([given, domain])
    const report = await createReport(store.db, newReport({ url: 'https://www.com/', domain: 'www.com' }))
    expect(report.website_id).toBe((await add('www.com')).body.data.id)
  })

  it('is refused by form where its pages would be, with a sentence', async () => {
    const { add, call } = await start()
    const refused: Record<string, FieldCode> = {
      '': 'required',
      '   ': 'required',
      'two words.example': 'invalid_url',
      'ftp://shop.example': 'invalid_url',
      'mailto:shop.example': 'invalid_url',
      'https://': 'invalid_url',
      'me:secret@shop.example': 'has_credentials',
      'shop.example:8080': 'other_port',
      [`${'a'.repeat(64)}.com`]: 'dns',
      [`${'a'.repeat(2_049)}.com`]: 'too_long',
      localhost: 'unreachable',
      shop: 'unreachable',
      'printer.local': 'unreachable',
      '127.1': 'unreachable',
      '0x7f000001': 'unreachable',
      '10.0.0.1': 'unreachable',
      'http://[::1]/': 'unreachable',
      '[fd00::1]': 'unreachable',
      '169.254.169.254': 'unreachable',
      'metadata.goog': 'unreachable',
    }
    for (const [domain, code] of Object.entries(refused)) {
      const sentence = messageOf(NewDomainForm, { field: 'domain', code })
      const { status, body } = await add(domain)
      expect({ domain, status, codes: body.codes, errors: body.errors }).toEqual({
        domain,
        status: 422,
        codes: { domain: [code] },
        errors: { domain: [sentence] },
      })
    }
    expect((await call('GET /api/v1/websites')).body.meta.total).toBe(0)
  })

  it('needs a full-access key, and is never doubled by a repeat', async () => {
    const { call, add, readKey } = await start()
    const form = { domain: 'shop.example' }
    expect((await call('POST /api/v1/domains', { form, key: readKey })).status).toBe(403)
    expect((await call('POST /api/v1/domains', { form, key: null })).status).toBe(401)
    const headers = { 'Idempotency-Key': 'one' }
    const [first, repeat] = [await add('shop.example', headers), await add('shop.example', headers)]
    expect([first.status, repeat.status]).toEqual([201, 201])
    expect(repeat.body).toEqual(first.body)
    expect(repeat.headers['location']).toBe(first.headers['location'])
    expect((await add('other.example', headers)).body.codes).toEqual({ 'Idempotency-Key': ['reused'] })
  })

  it('outlives the purge and the limit of reports, and stands in lists, exports and figures like any other', async () => {
    const { call, add, store } = await start()
    await createReport(store.db, newReport())
    const { id } = (await add('staging.shop.example')).body.data
    await call(`PUT /api/v1/websites/${id}/retention`, { form: { keep: '1' } })
    await deleteExpiredReports(store.db, new AbortController().signal)
    expect(await purgeDeletedWebsites(store.db)).toBe(0)
    expect(await findFaults(store.db)).toEqual([])
    for (const sort of ['id', 'domain', 'reports_avg_score', 'reports_count', 'pages_avg_score']) {
      const { data, meta } = (await call(`GET /api/v1/websites?sort_by=${sort}&search=staging`)).body
      expect([sort, data.map((row: { id: number }) => row.id), meta.total]).toEqual([sort, [id], 1])
    }
    const { body: exported } = await call('GET /api/v1/exports/websites.json')
    expect(exported.map((row: { domain: string }) => row.domain).toSorted()).toEqual([
      'shop.example',
      'staging.shop.example',
    ])
    expect((await call('GET /api/v1/overview')).body.data.websites).toBe(2)
    for (const part of ['issues', 'groups', 'history', 'duplicates', 'pages', 'crawls'])
      expect([part, (await call(`GET /api/v1/websites/${id}/${part}`)).body.data]).toEqual([part, []])
    for (const file of ['pages.csv', 'issues.csv', 'links.csv'])
      expect([file, (await call(`GET /api/v1/websites/${id}/${file}`)).status]).toEqual([file, 200])
    expect((await call(`GET /api/v1/reports?website_id=${id}`)).body.data).toEqual([])
  })

  it('can be shared, scheduled and deleted', async () => {
    const { call, add } = await start()
    const { id } = (await add('shop.example')).body.data
    expect((await call(`GET /api/v1/shared/websites/${id}`, { key: null })).status).toBe(404)
    await call(`PUT /api/v1/websites/${id}`, { form: { privacy: '0' } })
    expect((await call(`GET /api/v1/shared/websites/${id}`, { key: null })).body.data).toMatchObject({
      domain: 'shop.example',
    })
    for (const list of ['reports', 'issues', 'history'])
      expect([list, (await call(`GET /api/v1/shared/websites/${id}/${list}`, { key: null })).body.data]).toEqual([
        list,
        [],
      ])
    expect((await call(`GET /badges/websites/${id}.svg`, { key: null })).text).toContain('no reports')
    const schedule = { website_id: String(id), every: 'day', time: '06:00', time_zone: 'UTC' }
    expect((await call('POST /api/v1/schedules', { form: schedule })).status).toBe(201)
    expect((await call(`DELETE /api/v1/websites/${id}`)).status).toBe(200)
    expect((await add('shop.example')).body).toMatchObject({ data: { id: id + 1, privacy: 1 }, status: 201 })
  })
})
