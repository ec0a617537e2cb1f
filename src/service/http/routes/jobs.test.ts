import { describe, expect, it } from 'vitest'
import { messageOf } from '#contract/forms/form.ts'
import { NewJobForm } from '#contract/forms/job-form.ts'
import { maxJobUrls } from '#contract/jobs/job.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { sqliteService, type TestService, testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'

/** Resolves with a job once it is finished. */
async function finished({ call }: TestService, id: number) {
  await expect.poll(async () => (await call(`GET /api/v1/jobs/${id}`)).body.data.state).toMatch(/done|failed|cancelled/)
  return (await call(`GET /api/v1/jobs/${id}`)).body.data
}

describeEachEngine('jobs', ({ openStore }) => {
  it('analyse a list of URLs, each once, and say which failed and why', async () => {
    const service = await testService(await openStore())
    const { call, allowHosts, runJobs } = service
    const { host, url } = await servePages({ '/': smallPage, '/two': smallPage })
    allowHosts.add(host)
    const urls = [`${url}/`, '', `  ${url}/two `, `${url}/#part`, 'https://other.invalid/']
    const accepted = await call('POST /api/v1/jobs', { form: { urls: urls.join('\n'), label: ' All pages ' } })
    const { id } = accepted.body.data
    expect([accepted.status, accepted.headers['location']]).toEqual([202, `/api/v1/jobs/${id}`])
    expect(accepted.body.data).toMatchObject({
      kind: 'urls',
      label: 'All pages',
      state: 'queued',
      url: null,
      report_id: null,
      error: null,
      counts: { total: 3, queued: 3, running: 0, done: 0, failed: 0, cancelled: 0 },
      created_by: { name: 'Test' },
      finished_at: null,
    })

    runJobs({ retriesMs: [] })
    const job = await finished(service, id)
    expect(job).toMatchObject({ state: 'done', counts: { total: 3, queued: 0, running: 0, done: 2, failed: 1 } })
    expect(Date.parse(job.finished_at)).toBeGreaterThanOrEqual(Date.parse(job.created_at))
    const { data, meta } = (await call(`GET /api/v1/jobs/${id}/urls`)).body
    const [first, second, third] = data
    expect([first, second]).toMatchObject([
      { line: 1, url: `${url}/`, state: 'done', attempts: 1, report_id: expect.any(Number), error: null },
      { line: 3, url: `${url}/two`, state: 'done' },
    ])
    expect(third).toMatchObject({ line: 5, state: 'failed', report_id: null, score: null, error: { status: 422 } })
    expect([meta.total, first.score]).toEqual([
      3,
      (await call(`GET /api/v1/reports/${first.report_id}`)).body.data.score,
    ])
    expect((await call(`GET /api/v1/jobs/${id}/urls?state=failed`)).body.data).toEqual([third])
    expect((await call('GET /api/v1/reports')).body.meta.total).toBe(2)
    expect((await call('GET /api/v1/jobs')).body.data).toEqual([job])
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('are listed among the runs of everyone, by state and kind', async () => {
    const { call, readKey, store } = await testService(await openStore())
    const form = { urls: 'https://shop.example/', label: 'x'.repeat(100) }
    const { id } = (await call('POST /api/v1/jobs', { form })).body.data
    const { body } = await call('GET /api/v1/runs?state=open&kind=urls', { key: readKey })
    const { data } = await call(`GET /api/v1/jobs/${id}`).then((response) => response.body)
    expect(body.data).toEqual([data])
    expect(data).toMatchObject({ domain: 'shop.example', website_id: null, schedule_id: null, urls_kept: true })
    expect((await call('GET /api/v1/runs?state=done')).body).toMatchObject({ data: [], meta: { total: 0 } })
    const wrong = await call(
      'GET /api/v1/runs?state=lost&kind=x&website_id=a&from=2026-02-31&to=2026&per_page=7&page=0',
    )
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([
      422,
      ['state', 'kind', 'website_id', 'from', 'to', 'per_page', 'page'],
    ])
    await store.db.updateTable('jobs').set({ urls_kept: 0, finished_at: '2026-05-01T00:00:00.000Z' }).execute()
    expect((await call(`POST /api/v1/jobs/${id}/retry`)).status).toBe(409)
  })

  it('analyse one page later with Prefer: respond-async', async () => {
    const service = await testService(await openStore())
    const { call, allowHosts, runJobs } = service
    const { host, url } = await servePages({ '/': smallPage })
    allowHosts.add(host)
    const prefer = { prefer: 'wait=1, respond-async' }
    const accepted = await call('POST /api/v1/reports', { form: { url: `${url}/` }, headers: prefer })
    expect([accepted.status, accepted.headers['preference-applied']]).toEqual([202, 'respond-async'])
    const { id } = accepted.body.data
    expect(accepted.body.data).toMatchObject({
      kind: 'url',
      url: `${url}/`,
      state: 'queued',
      attempts: 0,
      report_id: null,
    })
    expect((await call('POST /api/v1/reports', { form: { url: 'example.com' }, headers: prefer })).status).toBe(422)
    const { body } = await call('POST /api/v1/reports', { form: { url: `http://${host}/none.pdf` }, headers: prefer })

    runJobs({ retriesMs: [] })
    const job = await finished(service, id)
    expect(job).toMatchObject({ state: 'done', attempts: 1, error: null })
    expect((await call(`GET /api/v1/reports/${job.report_id}`)).body.data.url).toBe(`${url}/`)
    await finished(service, body.data.id)
  })

  it('of one key are refused beyond its quota, with a sentence that names it and what is stored', async () => {
    const room = { quota: 1_000_000, isDiskFull: () => false }
    const { call, readKey } = await testService(await openStore(), { roomForJobs: room })
    const urls = (count: number) => Array.from({ length: count }, (_, at) => `https://example.com/${at}`).join('\n')
    const first = await call('POST /api/v1/jobs', { form: { urls: urls(2_500) } })
    expect(first.status).toBe(202)
    const second = await call('POST /api/v1/jobs', { form: { urls: urls(1_000) } })
    expect(second).toMatchObject({ status: 422, body: { code: 'quota_exceeded' } })
    expect(second.body.message).toBe(
      "The jobs of one API key can store 1 MB of URLs. This key's store 1 MB, and this one needs 1 MB. Cancel jobs, or wait until old ones are deleted.",
    )
    expect((await call('GET /api/v1/jobs', { key: readKey })).body.meta.total).toBe(1)
    expect((await call(`POST /api/v1/jobs/${first.body.data.id}/cancel`)).status).toBe(200)
    expect((await call('POST /api/v1/jobs', { form: { urls: urls(1_000) } })).status).toBe(202)
  })

  it('of each kind keep which pages are rendered, and refuse other words', async () => {
    const { call } = await testService(await openStore())
    const page = 'https://www.example.com/'
    const kinds = { urls: page, sitemap: `${page}sitemap.xml`, crawl: page }
    const modes = ['auto', 'always', 'never']
    for (const [kind, url] of Object.entries(kinds)) {
      for (const render of modes) {
        const { status, body } = await call('POST /api/v1/jobs', { form: { [kind]: url, render } })
        expect([status, body.data.render]).toEqual([202, render])
        expect((await call(`GET /api/v1/jobs/${body.data.id}`)).body.data.render).toBe(render)
      }
      for (const form of [{ [kind]: url }, { [kind]: url, render: '' }])
        expect((await call('POST /api/v1/jobs', { form })).body.data.render).toBeNull()
    }
    for (const render of ['yes', 'Always', '1']) {
      const { status, body } = await call('POST /api/v1/jobs', { form: { urls: page, render } })
      expect([status, body.codes]).toEqual([422, { render: ['invalid_choice'] }])
      expect(body.errors).toEqual({
        render: ['Use auto, always or never, or leave it out to use the website’s setting.'],
      })
    }
  })

  it('are paused, resumed and cancelled', async () => {
    const service = await testService(await openStore())
    const { call, allowHosts, runJobs } = service
    const { host, url } = await servePages({ '/': smallPage, '/two': smallPage })
    allowHosts.add(host)
    const create = async () =>
      (await call('POST /api/v1/jobs', { json: { urls: [`${url}/`, `${url}/two`] } })).body.data.id as number
    const command = async (id: number, name: string) => call(`POST /api/v1/jobs/${id}/${name}`)
    const [kept, dropped] = [await create(), await create()]
    for (const id of [kept, dropped]) expect((await command(id, 'pause')).body.data.state).toBe('paused')
    expect((await command(kept, 'pause')).status).toBe(200)
    runJobs()
    expect((await command(dropped, 'cancel')).body.data).toMatchObject({
      state: 'cancelled',
      counts: { total: 2, queued: 0, cancelled: 2 },
    })
    for (const name of ['pause', 'resume', 'retry'])
      expect(await command(dropped, name)).toMatchObject({ status: 409, body: { code: 'job_finished' } })
    expect((await command(dropped, 'cancel')).status).toBe(200)
    expect((await call(`GET /api/v1/jobs/${kept}`)).body.data.counts).toMatchObject({ queued: 2, running: 0 })

    await command(kept, 'resume')
    expect((await finished(service, kept)).counts.done).toBe(2)
    expect(await command(kept, 'cancel')).toMatchObject({ status: 409, body: { code: 'job_finished' } })
    expect((await call('GET /api/v1/reports')).body.meta.total).toBe(2)
    const actions = (await call('GET /api/v1/audit')).body.data.map(({ action }: { action: string }) => action)
    expect(actions.filter((action: string) => action.startsWith('job'))).toEqual([
      'job_cancelled',
      'job_created',
      'job_created',
    ])
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('try passing failures again, and failed URLs when asked to', async () => {
    const service = await testService(await openStore())
    const { call, allowHosts, runJobs } = service
    let requests = 0
    let works = false
    const { host, url } = await servePages({
      '/': (_, response) => {
        requests += 1
        response.writeHead(works ? 200 : 503, { 'content-type': 'text/html' }).end(smallPage)
      },
    })
    allowHosts.add(host)
    runJobs({ retriesMs: [10, 10] })
    const { id } = (await call('POST /api/v1/jobs', { form: { urls: url } })).body.data
    expect(await finished(service, id)).toMatchObject({ state: 'failed', counts: { total: 1, failed: 1 } })
    expect(requests).toBe(3)
    expect((await call(`GET /api/v1/jobs/${id}/urls`)).body.data).toMatchObject([
      { state: 'failed', attempts: 3, error: { status: 422, code: 'refused', errors: { url: [expect.any(String)] } } },
    ])
    works = true
    expect((await call(`POST /api/v1/jobs/${id}/retry`)).body.data).toMatchObject({ finished_at: null })
    expect(await finished(service, id)).toMatchObject({ state: 'done', counts: { done: 1, failed: 0 } })
    expect((await call('GET /api/v1/reports')).body.meta.total).toBe(1)
  })

  it('read their URLs from a sitemap index', async () => {
    const service = await testService(await openStore())
    const { call, allowHosts, runJobs } = service
    const pages = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`/${at}`, smallPage]))
    const { host, url } = await servePages({
      ...pages,
      '/sitemap.xml': (_, response) =>
        response.end(`<sitemapindex><sitemap><loc>${url}/one.xml</loc></sitemap></sitemapindex>`),
      '/one.xml': (_, response) =>
        response.end(
          `<urlset>${Object.keys(pages)
            .map((path) => `<url><loc>${url}${path}</loc></url><url><loc>${url}${path}</loc></url>`)
            .join('')}</urlset>`,
        ),
    })
    allowHosts.add(host)
    runJobs()
    const { id } = (await call('POST /api/v1/jobs', { form: { sitemap: `${url}/sitemap.xml` } })).body.data
    expect(await finished(service, id)).toMatchObject({
      kind: 'sitemap',
      state: 'done',
      url: `${url}/sitemap.xml`,
      counts: { total: 30, done: 30 },
    })
    expect(await findFaults(service.store.db)).toEqual([])

    const empty = (await call('POST /api/v1/jobs', { form: { sitemap: `${url}/none.xml` } })).body.data.id
    expect(await finished(service, empty)).toMatchObject({
      state: 'failed',
      counts: { total: 0 },
      error: { code: 'unreadable', message: 'No URLs were found in the sitemap: the server returned 404.' },
    })
  })

  it('say for as long as they are kept that a part of their sitemap could not be read', async () => {
    const service = await testService(await openStore())
    const { call, allowHosts, runJobs } = service
    const { host, url } = await servePages({
      '/': smallPage,
      '/no-page': (_, response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end(),
      '/sitemap.xml': (_, response) =>
        response.end(
          `<sitemapindex>${['/missing.xml', '/pages.xml'].map((path) => `<sitemap><loc>${url}${path}</loc></sitemap>`).join('')}</sitemapindex>`,
        ),
      '/pages.xml': (_, response) =>
        response.end(
          `<urlset>${['/', '/no-page'].map((path) => `<url><loc>${url}${path}</loc></url>`).join('')}</urlset>`,
        ),
    })
    allowHosts.add(host)
    runJobs({ retriesMs: [] })
    const { id } = (await call('POST /api/v1/jobs', { form: { sitemap: `${url}/sitemap.xml` } })).body.data
    const incomplete = {
      state: 'done',
      counts: { total: 2, done: 1, failed: 1 },
      error: {
        code: 'unreadable',
        message: `The sitemap was read only in part: ${url}/missing.xml (the server returned 404).`,
      },
    }
    expect(await finished(service, id)).toMatchObject(incomplete)
    expect((await call(`POST /api/v1/jobs/${id}/retry`)).body.data).toMatchObject({ finished_at: null })
    expect(await finished(service, id)).toMatchObject(incomplete)
    expect((await call('GET /api/v1/jobs')).body.data).toMatchObject([incomplete])
    expect(await findFaults(service.store.db)).toEqual([])
  })
})

describeEachEngine('the events of a job', ({ openStore }) => {
  it('take no place for clients that leave before the first', async () => {
    const { app, call, key } = await testService(await openStore())
    const { id } = (await call('POST /api/v1/jobs', { form: { urls: 'https://a.example/' } })).body.data
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    app.server.prependListener('request', ({ socket }) => socket.destroy())
    const headers = { authorization: `Bearer ${key}` }
    for (let client = 0; client < 110; client++)
      await expect(fetch(`${origin}/api/v1/jobs/${id}/events`, { headers })).rejects.toThrow()
    await expect.poll(() => app.requestsInProgress()).toBe(0)
    await call(`POST /api/v1/jobs/${id}/cancel`)
    expect((await call(`GET /api/v1/jobs/${id}/events`)).status).toBe(200)
  })
})

describe('the events of a job', () => {
  it('show its progress until it is finished', async () => {
    const service = await sqliteService()
    const { call, allowHosts, runJobs } = service
    const { host, url } = await servePages({ '/': smallPage })
    allowHosts.add(host)
    const { id } = (await call('POST /api/v1/jobs', { form: { urls: url } })).body.data
    const watched = call(`GET /api/v1/jobs/${id}/events`)
    runJobs()
    const { headers, text } = await watched
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8')
    const events = text.trim().split('\n\n')
    const jobs = events.map((event) => JSON.parse(/^event: progress\ndata: (.+)$/.exec(event)?.[1] ?? ''))
    expect(jobs[0]).toMatchObject({ id, counts: { total: 1 } })
    expect(jobs.at(-1)).toEqual((await call(`GET /api/v1/jobs/${id}`)).body.data)
    expect(jobs.at(-1).state).toBe('done')
  })
})

describe('a new job', () => {
  it.each([
    [{}, 'urls', messageOf(NewJobForm, { field: 'urls', code: 'one_required' })],
    [{ urls: 'https://a.example/\nno\nhttps://b.example/\nftp://c.example' }, 'urls', 'line 2, 4.'],
    [
      { urls: 'x\n'.repeat(25) },
      'urls',
      'line 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 and 5 more.',
    ],
    [
      { urls: `https://a.example/${'\n'.repeat(4 * maxJobUrls)}` },
      'urls',
      messageOf(NewJobForm, { field: 'urls', code: 'too_many' }),
    ],
    [{ urls: 'x\n'.repeat(maxJobUrls + 1) }, 'urls', messageOf(NewJobForm, { field: 'urls', code: 'too_many' })],
    [{ sitemap: 'example.com/sitemap.xml' }, 'sitemap', 'Enter a URL that starts with https://'],
  ])('is refused with a sentence (%#)', async (form, field, sentence) => {
    const { call } = await sqliteService()
    const { status, body } = await call('POST /api/v1/jobs', { form })
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    expect(body.errors[field][0]).toContain(sentence)
  })

  it('takes 50,000 URLs while other requests are served', { tags: 'all' }, async () => {
    const { call } = await sqliteService()
    const urls = Array.from({ length: maxJobUrls }, (_, at) => `https://shop.example/lamps/${at}?colour=warm,white`)
    let turns = 0
    const watch = setInterval(() => (turns += 1), 1)
    const { status, body } = await call('POST /api/v1/jobs', { json: { urls } })
    clearInterval(watch)
    expect([status, body.data.counts.total]).toEqual([202, maxJobUrls])
    expect((await call(`GET /api/v1/jobs/${body.data.id}/urls?page=5000`)).body.data.at(-1)).toMatchObject({
      line: maxJobUrls,
      url: urls.at(-1),
    })
    expect(turns).toBeGreaterThan(50)
  })
})
