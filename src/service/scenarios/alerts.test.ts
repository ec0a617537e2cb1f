import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { AlertRuleForm } from '#contract/forms/alert-forms.ts'
import { messageOf } from '#contract/forms/form.ts'
import { Alert, alertConditions, AlertRule } from '#contract/jobs/alerts.ts'
import { readRows } from '#contract/responses/envelope.ts'
import { postJson } from '#service/fetcher/post.ts'
import { createAlertRunner } from '#service/jobs/alert-runner.ts'
import { createDelivery } from '#service/jobs/alerts/deliver.ts'
import { createSender } from '#service/jobs/alerts/send.ts'
import { signingSecret } from '#service/store/meta.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { serveChangingSite } from '#testing/servers/changing-site.ts'
import { serve, serveMail } from '#testing/servers/loopback.ts'
import { type TestService, testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

/** Set both for a longer test: 200 pages in 5 rounds take minutes. */
const pages = Number(process.env['ALERT_PAGES'] ?? 6)
const rounds = Number(process.env['ALERT_ROUNDS'] ?? 2)

async function analyseAll({ call }: TestService, urls: string[]) {
  const { body } = await call('POST /api/v1/jobs', { form: { urls: urls.join('\n') } })
  await finished({ call }, body.data.id)
}

async function finished({ call }: Pick<TestService, 'call'>, id: number) {
  await expect
    .poll(async () => (await call(`GET /api/v1/jobs/${id}`)).body.data.state, { timeout: 600_000, interval: 200 })
    .toBe('done')
}

describeEachEngine('alerts on a saved view', ({ openStore }) => {
  it('are silent while pages stay the same, and reach mail, webhook and dashboard once per change', async () => {
    const mailServer = await serveMail()
    const mail = { url: mailServer.url, from: 'seo@reports.test' }
    const service = await testService(await openStore(), { mail })
    const { call, store, allowHosts, runJobs } = service
    const site = await serveChangingSite(pages)
    const calls: { body: string; signature: string }[] = []
    const hook = await serve(async (request, response) => {
      calls.push({ body: await text(request), signature: String(request.headers['seo-reports-signature']) })
      // The first call fails and is made again.
      response.writeHead(calls.length === 1 ? 503 : 200).end()
    })
    for (const { host } of [site, hook]) allowHosts.add(host)
    runJobs()
    const { urls } = site
    await analyseAll(service, urls)

    const { body: view } = await call('POST /api/v1/views', { form: { name: 'Lamps', list: 'reports', query: '' } })
    const { body: created } = await call('POST /api/v1/alerts/rules', {
      form: {
        view_id: String(view.data.id),
        conditions: alertConditions.join(','),
        mail_to: 'one@team.example, two@team.example',
        webhook_url: `${hook.url}/hook`,
      },
    })
    expect(readRows(AlertRule, (await call('GET /api/v1/alerts/rules')).body)).toEqual([created.data])
    const failures: string[] = []
    const delivery = createDelivery({
      db: store.db,
      origin: () => 'http://reports.test',
      sender: createSender({ allowHosts, mail, signingSecret: () => signingSecret(store.db) }),
      onError: (_, message) => failures.push(message),
    })
    /** A new runner each time, as after a restart. */
    async function runAlerts() {
      const onError = (error: unknown) => {
        throw error
      }
      const runner = createAlertRunner({ db: store.db, confirmMs: 0, delivery, onJob: () => {}, onError })
      await runner.run()
      await runner.close()
    }
    const settle = async () => {
      for (let step = 0; step < 3; step += 1) {
        await runAlerts()
        const { data } = (await call('GET /api/v1/jobs')).body
        await finished(service, data[0].id)
      }
    }

    for (let round = 0; round < rounds; round += 1) await analyseAll(service, urls)
    await settle()
    expect((await call('GET /api/v1/alerts')).body.data).toEqual([])
    const rechecks = (await call('GET /api/v1/jobs')).body.data.filter(({ label }: { label: string }) => label !== '')
    expect(rechecks).toEqual([])

    for (const [at, url] of urls.entries())
      site.planted.set(new URL(url).pathname, at % 2 === 0 ? 'noindex' : 'noTitle')
    await analyseAll(service, urls)
    await settle()
    await analyseAll(service, urls)
    await settle()
    const { data, meta } = (await call('GET /api/v1/alerts')).body
    expect([data.length, meta.total]).toEqual([1, 1])
    const alert = Alert.parse(data[0])
    expect(alert.url).toBe(`http://reports.test/reports?view=${view.data.id}`)
    const keys = alert.changes.map(({ url, condition, check }) => `${url} ${condition} ${check}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(new Set(alert.changes.map(({ url }) => url))).toEqual(new Set(urls))
    expect(alert.changes.filter(({ condition }) => condition === 'not_indexable')).toHaveLength(Math.ceil(pages / 2))
    const issues = alert.changes.filter(({ condition }) => condition === 'new_issue')
    expect(issues.filter(({ check }) => check === 'title-present')).toHaveLength(Math.floor(pages / 2))

    expect([alert.mail, alert.webhook]).toEqual(['sent', 'pending'])
    expect(failures).toEqual([`alert ${alert.id} wasn’t delivered yet`])
    await store.db.updateTable('alerts').set({ deliver_after: '' }).execute()
    await runAlerts()
    await runAlerts()
    expect((await call(`GET /api/v1/alerts/${alert.id}`)).body.data).toMatchObject({ mail: 'sent', webhook: 'sent' })
    expect(mailServer.messages).toHaveLength(1)
    expect(mailServer.messages[0]).toContain('To: one@team.example, two@team.example')
    // The text is quoted-printable (RFC 2045, 6.7).
    const mailText = mailServer.messages[0]?.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
    expect(mailText).toContain('http://reports.test/reports?view=')
    expect(calls).toHaveLength(2)
    const { body = '', signature = '' } = calls[1] ?? {}
    const [, at, sent] = /^t=(\d+),v1=(\w+)$/.exec(signature) ?? []
    const expected = createHmac('sha256', created.data.webhook_secret).update(`${at}.${body}`).digest('hex')
    expect(sent).toBe(expected)
    expect(JSON.parse(body)).toMatchObject({
      text: expect.stringContaining(`Noindex on ${Math.ceil(pages / 2)} pages`),
      alert: { id: alert.id },
    })
  }, 900_000)

  it('reach mail and webhook as a test when asked, with the reason if they do not', async () => {
    const mailServer = await serveMail()
    const service = await testService(await openStore(), { mail: { url: mailServer.url, from: 'seo@reports.test' } })
    const { call, allowHosts, readKey } = service
    const calls: { body: string; headers: IncomingHttpHeaders }[] = []
    let status = 200
    const hook = await serve(async (request, response) => {
      calls.push({ body: await text(request), headers: request.headers })
      response.writeHead(status, { Location: 'https://elsewhere.example/' }).end()
    })
    allowHosts.add(hook.host)
    await call('POST /api/v1/views', { form: { name: 'Lamps <!channel>', list: 'reports', query: 'result=bad' } })
    const form = { view_id: '1', conditions: 'becomes_bad', mail_to: 'one@team.example', webhook_url: `${hook.url}/x` }
    const { data: rule } = (await call('POST /api/v1/alerts/rules', { form })).body
    const test = async () => (await call('POST /api/v1/alerts/rules/1/test')).body
    expect((await test()).data).toEqual({ mail: 'sent', mail_error: null, webhook: 'sent', webhook_error: null })
    expect(mailServer.messages).toEqual([expect.stringContaining('Subject: Test alert: Lamps')])
    expect(mailServer.messages[0]).toContain('This is a test')
    const [{ body, headers }] = calls as [(typeof calls)[number]]
    expect(JSON.parse(body)).toMatchObject({
      test: true,
      text: expect.stringContaining('This is a test of the alerts for the view “Lamps &lt;!channel&gt;”'),
      alert: { view_id: 1, total: 0, changes: [], url: 'http://reports.test/reports?view=1&result=bad' },
    })
    const [, at, sent] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['seo-reports-signature'])) ?? []
    expect(sent).toBe(createHmac('sha256', rule.webhook_secret).update(`${at}.${body}`).digest('hex'))
    expect((await call('GET /api/v1/alerts')).body.data).toEqual([])

    for (const refused of [500, 302]) {
      status = refused
      expect((await test()).data).toMatchObject({
        webhook: 'failed',
        webhook_error: `the server returned status ${refused}`,
      })
    }
    allowHosts.delete(hook.host)
    mailServer.refuse()
    expect((await test()).data).toEqual({
      mail: 'failed',
      mail_error: 'the mail server rejected it with status 550',
      webhook: 'failed',
      webhook_error: 'the server isn’t responding, or we can’t contact it from here',
    })
    expect((await call('POST /api/v1/alerts/rules/1/test', { key: readKey })).status).toBe(403)
    expect((await call('POST /api/v1/alerts/rules/9/test')).status).toBe(404)

    await call('PUT /api/v1/alerts/rules/1', { form: { conditions: 'becomes_bad' } })
    expect((await test()).data).toMatchObject({ mail: 'none', webhook: 'none' })
    while ((await call('POST /api/v1/alerts/rules/1/test')).status === 200);
    const limited = await call('POST /api/v1/alerts/rules/1/test')
    expect([limited.status, limited.body.code]).toEqual([429, 'rate_limited'])
    expect((await call('GET /api/v1/alerts/rules/1')).status).toBe(200)
  })

  it('need a view of reports, a condition, and a mail server for mail', async () => {
    const { call, readKey } = await testService(await openStore())
    const { body: websites } = await call('POST /api/v1/views', { form: { name: 'W', list: 'websites', query: '' } })
    const { body: reports } = await call('POST /api/v1/views', { form: { name: 'R', list: 'reports', query: '' } })
    const send = async (form: Record<string, string>) => (await call('POST /api/v1/alerts/rules', { form })).body
    const condition = { conditions: 'becomes_bad' }
    expect((await send({ view_id: String(websites.data.id), ...condition })).codes).toEqual({ view_id: ['not_found'] })
    expect((await send({ view_id: '1', conditions: 'never', mail_to: 'me', webhook_url: 'x' })).errors).toEqual({
      conditions: [expect.stringContaining('not_indexable, score_drop')],
      mail_to: [expect.stringContaining('name@example.com')],
      webhook_url: [expect.stringContaining('https:// or http://')],
    })
    for (const [webhook_url, code] of [
      ['http://10.0.0.1/', 'unreachable'],
      ['https://localhost/', 'unreachable'],
      ['https://hooks.example:8443/', 'other_port'],
      ['https://hooks..com/', 'dns'],
      ['ftp://hooks.example/', 'missing_scheme'],
      ['https://me:secret@hooks.example/', 'has_credentials'],
    ] as const)
      expect((await send({ view_id: '1', ...condition, webhook_url })).codes).toEqual({ webhook_url: [code] })
    const id = String(reports.data.id)
    expect((await send({ view_id: id, ...condition, mail_to: 'a@b.example' })).errors).toEqual({
      mail_to: [messageOf(AlertRuleForm, { field: 'mail_to', code: 'not_allowed' })],
    })
    expect((await send({ view_id: id, ...condition })).data).toMatchObject({ webhook_url: null, webhook_secret: null })
    expect((await send({ view_id: id, ...condition })).code).toBe('conflict')
    expect((await call('GET /api/v1/alerts/rules', { key: readKey })).status).toBe(403)
    await call(`DELETE /api/v1/views/${id}`)
    expect((await call('GET /api/v1/alerts/rules')).body.data).toEqual([])
  })

  it('watch a website or a view, each with one rule, and end with a deleted website', async () => {
    const { call, store } = await testService(await openStore())
    await createReport(store.db, newReport({ url: 'https://shop.example/', domain: 'shop.example' }))
    const send = async (form: Record<string, string>) =>
      (await call('POST /api/v1/alerts/rules', { form: { conditions: 'robots_changed,not_indexable', ...form } })).body
    expect((await send({})).codes).toEqual({ website_id: ['one_required'] })
    expect((await send({ website_id: '1', view_id: '1' })).codes).toEqual({ website_id: ['one_required'] })
    expect((await send({ website_id: '9' })).codes).toEqual({ website_id: ['not_found'] })
    const { data: rule } = await send({ website_id: '1' })
    expect(rule).toMatchObject({ website_id: 1, view_id: null, conditions: ['robots_changed', 'not_indexable'] })
    expect((await send({ website_id: '1' })).code).toBe('conflict')
    const rulesOf = async (query: string) => (await call(`GET /api/v1/alerts/rules?${query}`)).body.data
    expect(await rulesOf('website_id=1')).toEqual([rule])
    expect(await rulesOf('view_id=1')).toEqual([])
    const changed = { conditions: 'sitemap_size' }
    expect((await call(`PUT /api/v1/alerts/rules/${rule.id}`, { form: changed })).body.data).toMatchObject({
      website_id: 1,
      conditions: ['sitemap_size'],
    })
    // A condition of before, in a request or a stored rule, is read as those that replaced it.
    const older = { conditions: 'files_changed,sitemap_size' }
    const { conditions } = (await call(`PUT /api/v1/alerts/rules/${rule.id}`, { form: older })).body.data
    expect(conditions).toEqual(['robots_changed', 'sitemap_size'])
    await store.db.updateTable('alert_rules').set({ conditions: 'becomes_bad,files_changed' }).execute()
    expect(await rulesOf('website_id=1')).toMatchObject([{ conditions: ['becomes_bad', ...conditions] }])
    const { body: activity } = await call('GET /api/v1/audit?action=alert_rule_created')
    expect(activity.data[0].object).toMatchObject({ kind: 'website', id: 1, name: 'shop.example' })
    await call('DELETE /api/v1/websites/1')
    expect(await rulesOf('')).toEqual([])
    await call('POST /api/v1/websites/1/restore')
    expect(await rulesOf('')).toHaveLength(1)
    expect((await call(`DELETE /api/v1/alerts/rules/${rule.id}`)).status).toBe(200)
    expect(await rulesOf('')).toEqual([])
  })
})

it('a webhook on a private address is not called', async () => {
  const hook = await serve((_, response) => response.end())
  for (const url of [hook.url, 'http://10.0.0.1/', 'http://localhost/', 'http://169.254.169.254/latest'])
    await expect(postJson(new URL(url), '{}', { headers: {}, allowHosts: new Set() })).rejects.toThrow()
})
