import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { failures } from '#service/fetcher/failures.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { recordRequests, redirectTo } from '#testing/servers/recording.ts'
import { sqliteService } from '#testing/service/service.ts'
import { newReport } from '#testing/store/reports.ts'

const url = '/api/v1/websites/1/identity'

describe('an attempt with the identity', () => {
  const setUp = async (form: Record<string, string>) => {
    const service = await sqliteService()
    const other = await recordRequests('http', { '/': 'elsewhere' })
    const site = await recordRequests('http', {
      '/': ({ headers: { authorization } }, response) =>
        void response
          .writeHead(authorization === `Basic ${btoa('ada:marker')}` ? 200 : 401, { 'content-type': 'text/html' })
          .end(),
      '/away': redirectTo(other.url),
      '/loop': redirectTo('/loop'),
      '/echo': (request, response) =>
        redirectTo(`/?key=${encodeURIComponent(String(request.headers['x-staging']))}`)(request, response),
    })
    for (const { host } of [site, other]) service.allowHosts.add(host)
    await createReport(service.store.db, newReport({ url: `${site.url}/`, domain: site.host }))
    if (Object.keys(form).length > 0) expect((await service.call(`PUT ${url}`, { form })).status).toBe(200)
    const attempt = (target: string, key?: string) =>
      service.call(`POST ${url}/try`, { form: { url: target }, ...(key && { key }) })
    return { service, site, other, attempt }
  }
  const form = {
    user_agent_suffix: 'marker',
    headers: 'X-Staging: marker',
    basic_user: 'ada',
    basic_password: 'marker',
    cookies: 'session=marker; a=marker',
  }

  it('masks a value that a server echoes in a redirect, and follows it as it is', async () => {
    const { site, attempt } = await setUp({ headers: 'X-Staging: a marker/1' })
    const { body } = await attempt(`${site.url}/echo`)
    expect(body.data.final_url).toBe(`${site.url}/?key=•••`)
    expect(site.requests.at(-1)?.path).toBe('/?key=a%20marker%2F1')
  })

  it('shows what the server saw, with secrets masked', async () => {
    const { site, attempt } = await setUp(form)
    const { status, body, text } = await attempt(`${site.url}/`)
    expect([status, body.data]).toEqual([
      200,
      {
        url: `${site.url}/`,
        final_url: `${site.url}/`,
        status: 200,
        requests: [
          {
            url: `${site.url}/`,
            status: 200,
            sent: ['user_agent_suffix', 'headers', 'basic', 'cookies'],
            headers: [
              { name: 'Host', value: site.host },
              { name: 'User-Agent', value: 'SEO-Reports/0.1 (page analysis on request) •••' },
              { name: 'Accept', value: expect.any(String) },
              { name: 'X-Staging', value: '•••' },
              { name: 'Authorization', value: 'Basic •••' },
              { name: 'Cookie', value: 'session=•••; a=•••' },
            ],
          },
        ],
        error: null,
      },
    ])
    expect(text).not.toContain('marker')
    // The headers that are shown are those that were sent.
    expect(Object.keys(site.requests[0]!.headers)).toEqual(
      expect.arrayContaining(body.data.requests[0].headers.map(({ name }: { name: string }) => name.toLowerCase())),
    )
    expect(site.requests).toHaveLength(1)
  })

  it('sends nothing to another host that a redirect leads to', async () => {
    const { site, other, attempt } = await setUp(form)
    const { body } = await attempt(`${site.url}/away`)
    expect(body.data).toMatchObject({ final_url: `${other.url}/`, status: 200 })
    expect(body.data.requests.map(({ sent }: { sent: string[] }) => sent)).toEqual([
      ['user_agent_suffix', 'headers', 'basic', 'cookies'],
      [],
    ])
    expect(other.requests).toHaveLength(1)
    expect(JSON.stringify(other.requests)).not.toMatch(/marker|authorization|cookie/)
  })

  it('says that a password is wrong after one request', async () => {
    const { site, attempt } = await setUp({ ...form, basic_password: 'wrong' })
    expect((await attempt(`${site.url}/`)).body.data).toMatchObject({ status: 401, error: null })
    expect(site.requests).toHaveLength(1)
  })

  it('says why there was no response', async () => {
    const { site, attempt } = await setUp({})
    expect((await attempt(`${site.url}/loop`)).body.data).toMatchObject({
      status: 302,
      error: { code: 'redirect_loop', message: failures.redirect_loop.sentence },
    })
  })

  it('is refused for other websites, for read-only keys, and while the identity is locked', async () => {
    const { service, site, other, attempt } = await setUp(form)
    const elsewhere = await attempt(`${other.url}/`)
    expect([elsewhere.status, elsewhere.body.codes]).toEqual([422, { url: ['not_allowed'] }])
    expect((await attempt(`${site.url}/`, service.readKey)).status).toBe(403)
    await service.call(`PUT ${url}`, { form: { hosts: other.host } })
    expect((await attempt(`${other.url}/`)).body.data.requests[0].sent).toContain('basic')
    await service.store.db.updateTable('website_identities').set({ key_id: 'other' }).execute()
    const before = site.requests.length
    const locked = await attempt(`${site.url}/`)
    expect([locked.status, locked.body.code]).toEqual([422, 'identity_locked'])
    expect(site.requests).toHaveLength(before)
  })

  it('runs one at a time', async () => {
    const { service, attempt } = await setUp(form)
    const arrived = Promise.withResolvers<ServerResponse>()
    const site = await recordRequests('http', { '/slow': (_, response) => arrived.resolve(response) })
    service.allowHosts.add(site.host)
    await service.call(`PUT ${url}`, { form: { hosts: site.host } })
    const hanging = service.call(`POST ${url}/try`, { form: { url: `${site.url}/slow` } })
    const response = await arrived.promise
    const second = await attempt(`${site.url}/`)
    expect([second.status, second.body.code, second.headers['retry-after']]).toEqual([429, 'rate_limited', '5'])
    response.destroy()
    expect((await hanging).body.data).toMatchObject({ status: null, error: { code: 'connection_closed' } })
    expect((await attempt(`${site.url}/`)).status).toBe(200)
  })
})
