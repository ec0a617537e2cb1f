import { expect, it, onTestFinished, vi } from 'vitest'
import { checksPerDay } from '#contract/sharing/opened-link.ts'
import { maxWaitingAnalyses } from '#service/jobs/analysis-queue.ts'
import { returnCheck, secondsToCheck, takeCheck } from '#service/store/share-links/check-again.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { deleteWebsite } from '#service/store/websites/websites.ts'
import { servePages } from '#testing/servers/loopback.ts'
import { testService, type TestService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'

const page = (title: string, image: string) =>
  `<!doctype html>\n<html lang="en">\n<head>${title}</head>\n<body><h1>Lamps</h1>\n${image}</body></html>`
const broken = page('', '<img src="/lamp.png">')
const halfFixed = page('<title>Lamps of copper and glass</title>', '\n\n<img src="/lamp.png">')

describeEachEngine('a share link with the right to check again', ({ name, openStore }) => {
  /** A report of a page, and a link to it. `show` changes the page. */
  async function start(given: Record<string, string> = { can_check: '1' }, visitorRateLimit = 120) {
    const service = await testService(await openStore(), { visitorRateLimit })
    const { call, allowHosts } = service
    let html = broken
    let requests = 0
    const { url, host } = await servePages({
      '/lamps': (_, response) => {
        requests += 1
        response.writeHead(200, { 'content-type': 'text/html' }).end(html)
      },
      '/never': () => {},
    })
    allowHosts.add(host)
    const report = (await call('POST /api/v1/reports', { form: { url: `${url}/lamps` } })).body.data
    const form = { kind: 'report', report_id: String(report.id), ...given }
    const { id, token } = (await call('POST /api/v1/links', { form })).body.data
    const path = `/api/v1/shared/links/${token}/check` as const
    const check = () => call(`POST ${path}`, { key: null })
    /** Takes a check at a time. Returns the seconds to wait, or null. */
    const takeAt = async (time: number) => {
      const taken = await takeCheck(service.store.db, id, async () => time)
      return 'seconds' in taken ? taken.seconds : null
    }
    const secondsAt = (time: number) => secondsToCheck(service.store.db, id, async () => time)
    const show = (changed: string) => void (html = changed)
    return {
      ...service,
      url,
      report,
      link: id as number,
      token,
      path,
      check,
      takeAt,
      secondsAt,
      show,
      fetched: () => requests,
    }
  }

  const changesIn = ({ data }: { data: { findings: { check: string; change: string; line: number | null }[] } }) =>
    Object.fromEntries(data.findings.map(({ check, change, line }) => [check, [change, line]]))

  it('says what was fixed and what is still there, and where', async () => {
    const { call, report, path, check, show } = await start()
    expect((await call(`GET ${path}`, { key: null })).body).toEqual({ data: null, wait_seconds: 0, status: 200 })
    show(halfFixed)
    const { status, body } = await check()
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ score_before: report.score, checked_at: expect.any(String) })
    expect(changesIn(body)).toMatchObject({ 'title-present': ['fixed', null], 'image-alt': ['unchanged', 7] })
    expect(body.wait_seconds).toBeGreaterThan(30)
    const again = (await call(`GET ${path}`, { key: null })).body
    expect(again.data).toEqual(body.data)
    expect(again.wait_seconds).toBeGreaterThan(30)
  })

  it('makes the next report of the page, for the agency too', async () => {
    const { call, store, report, check, show } = await start()
    show(halfFixed)
    const { data } = (await check()).body
    const [newest, first] = (await call('GET /api/v1/reports')).body.data
    expect(newest).toMatchObject({ url: report.url, score: data.score, previous_score: report.score, latest: true })
    expect(first).toMatchObject({ id: report.id, latest: false })
    expect((await call('GET /api/v1/audit?action=link_checked')).body.data).toMatchObject([
      { actor: { kind: 'visitor' }, object: { kind: 'link' }, detail: report.url },
    ])
    expect(await findFaults(store.db)).toEqual([])
  })

  it('over http is refused while its website has an identity, which would not be sent, and costs no check', async () => {
    const { call, check, fetched, report } = await start()
    const identity = `/api/v1/websites/${report.website_id}/identity` as const
    for (const [set, cleared] of [
      [{ headers: 'X-Staging: secret' }, { headers: '' }],
      [{ signature: '1' }, { signature: '0' }],
    ] as const) {
      expect((await call(`PUT ${identity}`, { form: set })).status).toBe(200)
      const { status, body } = await check()
      expect([status, body.code, fetched()]).toEqual([409, 'needs_https', 1])
      expect(body.message).toContain('starts with http://')
      expect((await call(`PUT ${identity}`, { form: cleared })).status).toBe(200)
    }
    expect((await check()).status).toBe(200)
    expect(fetched()).toBe(2)
  })

  it('checks once a minute, of several requests at once too', async () => {
    const { check, fetched } = await start()
    const all = await Promise.all([check(), check(), check()])
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 429, 429])
    expect(Number(all.find(({ status }) => status === 429)?.headers['retry-after'])).toBeGreaterThan(50)
    expect(fetched()).toBe(2)
  })

  // On SQLite, there is one process, whose clock is that of the machine.
  it.runIf(name === 'postgres').each([-1, 1])(
    'checks once a minute for processes whose clocks differ by %i day',
    async (days) => {
      const { check } = await start()
      expect((await check()).status).toBe(200)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 })
      onTestFinished(() => void vi.useRealTimers())
      const { status, headers } = await check()
      expect(status).toBe(429)
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
    },
  )

  it('checks twenty times a day', async () => {
    const { takeAt, secondsAt } = await start()
    const noon = Date.parse('2026-03-01T12:00:00.000Z')
    const minute = 60_000
    for (let count = 0; count < checksPerDay; count += 1) expect(await takeAt(noon + count * minute)).toBe(null)
    const rest = (12 * 60 - checksPerDay) * 60
    expect(await takeAt(noon + checksPerDay * minute)).toBe(rest)
    expect(await secondsAt(noon + checksPerDay * minute)).toBe(rest)
    expect(await secondsAt(noon + 12 * 60 * minute)).toBe(0)
    expect(await takeAt(noon + 12 * 60 * minute)).toBe(null)
    expect(await takeAt(noon + 12 * 60 * minute + 1)).toBe(60)
    expect(await secondsAt(noon + 12 * 60 * minute + 59_001)).toBe(1)
    expect(await secondsAt(noon + 12 * 60 * minute + 60_000)).toBe(0)
    expect(await secondsAt(noon)).toBe(0)
    // The clock is set back.
    expect(await takeAt(noon)).toBe(null)
  })

  it('keeps its check when the analysis queue is full', async () => {
    const { queue, url, path, call, check } = await start()
    const busy = new AbortController()
    const others = Promise.allSettled(
      Array.from({ length: 1 + maxWaitingAnalyses }, (_, i) =>
        queue.analyseNow(`${url}/never`, { requester: `key ${i}`, signal: busy.signal }),
      ),
    )
    const { status, body } = await check()
    expect([status, body.code]).toEqual([503, 'queue_full'])
    expect((await call(`GET ${path}`, { key: null })).body.wait_seconds).toBe(0)
    busy.abort()
    await others
    expect((await check()).status).toBe(200)
  })

  it('gets a returned check on its day, but not before a later check allows it', async () => {
    const { store, link, takeAt } = await start()
    const noon = Date.parse('2026-03-01T12:00:00.000Z')
    const minute = 60_000
    for (let count = 0; count < checksPerDay; count += 1) await takeAt(noon + count * minute)
    const last = noon + (checksPerDay - 1) * minute
    await returnCheck(store.db, link, noon)
    expect(await takeAt(last + 1000)).toBe(59)
    expect(await takeAt(last + minute)).toBe(null)
    await returnCheck(store.db, link, last + minute)
    expect(await takeAt(last + minute)).toBe(null)
    expect(await takeAt(last + 2 * minute)).toBeGreaterThan(60)
    const midnight = Date.parse('2026-03-02T00:00:00.000Z')
    await returnCheck(store.db, link, last + minute)
    for (let count = 0; count < checksPerDay; count += 1) {
      expect(await takeAt(midnight + count * minute)).toBe(null)
      await returnCheck(store.db, link, noon)
    }
    expect(await takeAt(midnight + checksPerDay * minute)).toBeGreaterThan(60)
  })

  it('checks nothing without that right, nor when it has ended', async () => {
    const { call, check, link, path, fetched } = await start({})
    expect((await check()).status).toBe(404)
    expect((await call(`GET ${path}`, { key: null })).status).toBe(404)
    await call(`DELETE /api/v1/links/${link}`)
    expect((await check()).status).toBe(410)
    expect(fetched()).toBe(1)
  })

  it('stores nothing if it is revoked, or its website deleted, during the check', async () => {
    const reportsOf = async ({ call }: TestService) => (await call('GET /api/v1/reports')).body.meta.total
    const revoked = await start()
    const begun = ({ store, link }: typeof revoked) =>
      expect
        .poll(() => store.db.selectFrom('links').select('last_check_at').where('id', '=', link).execute(), {
          interval: 1,
        })
        .not.toEqual([{ last_check_at: null }])
    const [{ status }] = await Promise.all([
      revoked.check(),
      begun(revoked).then(() => revoked.call(`DELETE /api/v1/links/${revoked.link}`)),
    ])
    expect([status, await reportsOf(revoked)]).toEqual([410, 1])
    const deleted = await start()
    const [answer] = await Promise.all([
      deleted.check(),
      begun(deleted).then(() => deleteWebsite(deleted.store.db, deleted.report.website_id)),
    ])
    expect([answer.status, await reportsOf(deleted)]).toEqual([410, 0])
    expect((await deleted.call('GET /api/v1/websites')).body.meta.total).toBe(0)
  })

  it('is refused from pages of another origin', async () => {
    const { call, path, fetched } = await start()
    const elsewhere = { key: null, headers: { origin: 'https://elsewhere.example' } }
    expect((await call(`POST ${path}`, elsewhere)).status).toBe(403)
    expect(fetched()).toBe(1)
  })

  it('asks for the password first', async () => {
    const { check, path, call } = await start({ can_check: '1', password: 'secret' })
    for (const { status } of [await check(), await call(`GET ${path}`, { key: null })]) expect(status).toBe(401)
  })

  it('counts once against the limit of visitors, and not with a cookie', async () => {
    const { check, path, call } = await start({ can_check: '1' }, 3)
    const read = async () => (await call(`GET ${path}`, { key: null })).status
    expect([(await check()).status, await read(), await read(), await read()]).toEqual([200, 200, 200, 429])

    const locked = await start({ can_check: '1', password: 'secret' }, 1)
    const unlock = locked.path.replace('/check', '/unlock')
    const opened = await locked.call(`POST ${unlock}`, { key: null, form: { password: 'secret' } })
    const [cookie = ''] = String(opened.headers['set-cookie']).split(';')
    const withCookie = { key: null, headers: { cookie } }
    expect((await locked.call(`POST ${locked.path}`, withCookie)).status).toBe(200)
    expect((await locked.call(`GET ${locked.path}`, withCookie)).status).toBe(200)
    expect((await locked.check()).body.code).toBe('rate_limited')
  })

  it('exists only for the page of a live report', async () => {
    const { call, report } = await start()
    const id = String(report.id)
    for (const form of [
      { kind: 'report', report_id: id, mode: 'frozen' },
      { kind: 'report', report_id: id, layout: 'document' },
      { kind: 'website', website_id: String(report.website_id) },
    ]) {
      const { status, body } = await call('POST /api/v1/links', { form: { ...form, can_check: '1' } })
      expect([status, body.codes]).toEqual([422, { can_check: ['not_allowed'] }])
    }
    expect((await call('GET /api/v1/links')).body.data).toMatchObject([{ can_check: true }])
  })

  it('leaves out waived issues', async () => {
    const { call, report, check } = await start()
    const waiver = { website_id: String(report.website_id), check: 'image-alt', scope: 'website', reason: 'Decorative' }
    expect((await call('POST /api/v1/waivers', { form: waiver })).status).toBe(201)
    expect(changesIn((await check()).body)).not.toHaveProperty('image-alt')
  })
})
