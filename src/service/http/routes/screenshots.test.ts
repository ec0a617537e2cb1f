import { expect, it } from 'vitest'
import { createReport } from '#service/store/reports/reports.ts'
import { problem, testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newFacts, newReport, newScreenshot, renderedFacts } from '#testing/store/reports.ts'

const missing = problem('not_found', 'Resource not found.')
const password = 'correct horse battery'

describeEachEngine('the screenshot of a report', ({ openStore }) => {
  async function opened(withIdentity = false) {
    const service = await testService(await openStore())
    const { store, call } = service
    const facts = {
      ...newFacts(),
      beyond: { rendered: renderedFacts(), renderCode: 'app_root' as const, field: null },
    }
    const screenshot = newScreenshot('image', withIdentity)
    const { id } = await createReport(store.db, newReport({ engine: 'rendered', facts, screenshot }))
    const bare = await createReport(store.db, newReport({ url: 'https://www.shop.example/bare' }))
    const path = (of = id) => `reports/${of}/screenshot.webp`
    const visit = (of = id, cookie = '') =>
      call(`GET /api/v1/shared/${path(of)}`, { key: null, headers: { ...(cookie && { cookie }) } })
    const change = (form: Record<string, string>) => call('PUT /api/v1/websites/1', { form })
    const link = async (form: Record<string, string>) =>
      String((await call('POST /api/v1/links', { form })).body.data.token)
    const follow = (token: string, of = id) => call(`GET /api/v1/shared/links/${token}/${path(of)}`, { key: null })
    return { ...service, id, bare: bare.id, path, visit, change, link, follow }
  }

  it('is sent to holders of keys as an image that a browser keeps', async () => {
    const { call, id, bare, path, readKey } = await opened(true)
    const sent = await call(`GET /api/v1/${path()}`, { key: readKey })
    expect(sent).toMatchObject({
      status: 200,
      text: 'RIFF0000WEBPimage',
      headers: {
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=31536000, immutable',
        vary: expect.stringContaining('Authorization, Cookie'),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      },
    })
    const again = await call(`GET /api/v1/${path()}`, { headers: { 'if-none-match': String(sent.headers['etag']) } })
    expect(again).toMatchObject({ status: 304, text: '', headers: { etag: sent.headers['etag'] } })
    expect((await call(`GET /api/v1/${path()}`, { key: null })).status).toBe(401)
    for (const none of [bare, id + 100])
      expect(await call(`GET /api/v1/${path(none)}`)).toMatchObject({
        status: 404,
        body: missing,
        headers: { 'cache-control': 'private, no-cache' },
      })
  })

  it('follows the privacy of its website', async () => {
    const { id, bare, visit, change, call } = await opened()
    const answerOf = async (of: number) => {
      const { headers, body, status } = await visit(of)
      const { 'x-request-id': requestId, date: _, ...others } = headers
      expect(body.request_id).toBe(requestId)
      return { status, others, body: { ...body, request_id: '' } }
    }
    const hidden = await answerOf(id)
    expect(hidden).toMatchObject({ status: 404, body: { ...missing, request_id: '' } })
    expect(await answerOf(id + 100)).toEqual(hidden)
    await change({ privacy: '2', password })
    expect(await visit()).toMatchObject({ status: 401, body: { locked: { by: 'website' } } })
    const unlocked = await call('POST /api/v1/shared/websites/1/unlock', { key: null, form: { password } })
    const cookie = String(unlocked.headers['set-cookie']).split(';', 1)[0]
    expect(await visit(id, cookie)).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    await change({ privacy: '0' })
    expect(await visit()).toMatchObject({
      status: 200,
      text: 'RIFF0000WEBPimage',
      headers: { 'content-type': 'image/webp', 'cache-control': 'private, no-cache' },
    })
    expect(await answerOf(bare)).toEqual(hidden)
  })

  it('is opened by share links within their scope', async () => {
    const { id, bare, link, follow } = await opened()
    const other = await link({ kind: 'report', report_id: String(bare) })
    for (const form of [
      { kind: 'website', website_id: '1' },
      { kind: 'report', report_id: String(id) },
      { kind: 'report', report_id: String(id), mode: 'frozen' },
      { kind: 'view', list: 'reports', query: 'search=shop' },
    ])
      expect(await follow(await link(form))).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(await follow(other)).toMatchObject({ status: 404, body: missing })
    expect(await follow(await link({ kind: 'report', report_id: String(id), layout: 'document' }))).toMatchObject({
      status: 404,
    })
    expect(await follow(await link({ kind: 'report', report_id: String(id), password }))).toMatchObject({
      status: 401,
      body: { locked: { by: 'link' } },
    })
  })

  it('made with an identity is missing for visitors', async () => {
    const { id, visit, change, link, follow, call, path } = await opened(true)
    await change({ privacy: '0' })
    expect(await visit()).toMatchObject({ status: 404, body: missing })
    expect(await follow(await link({ kind: 'website', website_id: '1' }))).toMatchObject({ status: 404, body: missing })
    expect(await follow(await link({ kind: 'report', report_id: String(id) }))).toMatchObject({ status: 404 })
    expect((await call(`GET /api/v1/${path()}`)).status).toBe(200)
  })

  it('is missing for visitors once its website has an identity', async () => {
    const { id, visit, change, link, follow, call, path } = await opened()
    await change({ privacy: '0' })
    const token = await link({ kind: 'website', website_id: '1' })
    expect([(await visit()).status, (await follow(token)).status]).toEqual([200, 200])
    await call('PUT /api/v1/websites/1/identity', { form: { cookies: 'session=1' } })
    expect([(await visit()).status, (await follow(token)).status]).toEqual([404, 404])
    expect((await call(`GET /api/v1/${path(id)}`)).status).toBe(200)
  })

  it.each([false, true])(
    'is named in reports, and is in client reports, for those who can see it (%s)',
    async (withIdentity) => {
      const { id, change, link, call, store } = await opened(withIdentity)
      await change({ privacy: '0' })
      const hasScreenshot = async (path: string, key: string | null = null) => {
        const { data } = (await call(`GET /api/v1/${path}`, key === null ? { key } : {})).body
        return (data.report ?? data).facts.rendered.has_screenshot
      }
      const forKey = () => hasScreenshot(`reports/${id}`, 'key')
      expect(await forKey()).toBe(true)
      expect(await hasScreenshot(`shared/reports/${id}`)).toBe(!withIdentity)
      const target = { kind: 'report', report_id: String(id) }
      const frozen = `shared/links/${await link({ ...target, mode: 'frozen' })}`
      for (const path of [`shared/links/${await link(target)}`, frozen])
        expect(await hasScreenshot(path)).toBe(!withIdentity)
      const image = `data:image/webp;base64,${Buffer.from('RIFF0000WEBPimage').toString('base64')}`
      const documents = [
        `reports/${id}/document`,
        `shared/reports/${id}/document`,
        `shared/links/${await link({ ...target, layout: 'document' })}/document`,
      ]
      const frozenDocument = `shared/links/${await link({ ...target, layout: 'document', mode: 'frozen' })}/document`
      for (const path of [...documents, frozenDocument]) {
        const { data } = (await call(`GET /api/v1/${path}`)).body
        expect(data.screenshot).toBe(withIdentity ? null : image)
        expect(data.report.facts.rendered.has_screenshot).toBe(!withIdentity)
      }

      await store.db.deleteFrom('screenshots').execute()
      expect(await forKey()).toBe(false)
      expect(await hasScreenshot(frozen)).toBe(false)
      // A snapshot stays as it was made.
      expect((await call(`GET /api/v1/${frozenDocument}`)).body.data.screenshot).toBe(withIdentity ? null : image)
    },
  )

  it('is named in comparisons', async () => {
    const { id, call, store } = await opened()
    const { id: after } = await createReport(store.db, newReport())
    const { body } = await call(`GET /api/v1/reports/${after}/compare/${id}`)
    expect([body.data.before.has_screenshot, body.data.after.has_screenshot]).toEqual([true, false])
  })
})
