import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ReportPreview } from '#contract/reports/report.ts'
import { createRenderer } from '#service/renderer/renderer.ts'
import { serve } from '#testing/servers/loopback.ts'
import { renderingChromium as chromium } from '#testing/service/rendering.ts'
import { sqliteService } from '#testing/service/service.ts'

const shell = `<!doctype html><html lang="en"><title>Shop</title><div id="root"></div><script>
  document.title = 'Copper lamps'
  document.querySelector('#root').innerHTML = '<h1>Copper lamps</h1><p>' + 'They shine for many years. '.repeat(30) + '<a href="/by-script">More</a>'
</script>`
const text = `<!doctype html><html lang="en"><title>Lamps</title><h1>Lamps</h1><p>${'They shine for many years. '.repeat(30)}`

/** Serves pages to a service, with a browser that pages are rendered in unless there is none. */
async function serviceWith(
  pages: Record<string, string>,
  path: string | null = chromium ?? null,
  isDiskFull = () => false,
) {
  const asked: string[] = []
  const problems: string[] = []
  const { host, url } = await serve((request, response) => {
    asked.push(request.url ?? '')
    const page = pages[request.url ?? '']
    const headers = { 'content-type': 'text/html; charset=utf-8', 'set-cookie': 'server=1; path=/' }
    response.writeHead(page === undefined ? 404 : 200, headers).end(page)
  })
  const renderer = createRenderer({
    chromium: path ?? undefined,
    withoutSandbox: false,
    allowHosts: new Set([host]),
    onProblem: (what) => problems.push(what),
  })
  onTestFinished(() => renderer.close())
  const service = await sqliteService({ renderer, isDiskFull })
  service.allowHosts.add(host)
  const analyse = async (page: string, fields: Record<string, string> = {}, headers = {}) =>
    service.call('POST /api/v1/reports', { form: { url: url + page, ...fields }, headers })
  return { ...service, url, asked, problems, analyse }
}

describe.skipIf(!chromium)('a page', () => {
  it('of a group is rendered if scripts change the first of its pages', { tags: 'all' }, async () => {
    const product = (code: string) => `${text}<p id="price">…</p><script>${code}</script>`
    const unchanged = product('document.querySelector("#price").textContent = "9"')
    const changed = product('document.title = "Another title"')
    const pages = { '/p/1': unchanged, '/p/2': unchanged, '/news/1': changed, '/news/2': changed }
    const { analyse, store } = await serviceWith(pages)
    const codes = []
    for (const path of Object.keys(pages)) codes.push((await analyse(path)).body.data?.facts?.render_code)
    expect(codes).toEqual(['sample', 'same_in_group', 'sample', 'sample'])
    const samples = store.db.selectFrom('render_samples').select(['page_group', 'rendered', 'differed'])
    expect(await samples.orderBy('page_group').execute()).toEqual([
      { page_group: '/news/*', rendered: 2, differed: 2 },
      { page_group: '/p/*', rendered: 1, differed: 0 },
    ])
  })

  it('that scripts build is judged by what it shows, and requested once', async () => {
    const { analyse, asked, url } = await serviceWith({ '/': shell })
    const { status, body } = await analyse('/')
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      engine: 'rendered',
      title: 'Copper lamps',
      indexability: 'indexable',
      facts: {
        title: 'Copper lamps',
        render_code: 'app_root',
        render_reason: 'Rendered: the HTML has 0 words and an empty app root.',
        rendered: {
          reason: 'app_root',
          title: 'Copper lamps',
          h1: 'Copper lamps',
          words: 153,
          html: { title: 'Shop', h1: null, words: 0 },
          script_links: [{ url: `${url}/by-script` }],
          script_links_total: 1,
          redirected_to: null,
          has_screenshot: true,
        },
      },
    })
    expect(asked.filter((path) => path === '/')).toHaveLength(1)
  })

  it('has a preview by its HTML alone, which is sent before it is rendered and not stored', async () => {
    const { analyse, store, url } = await serviceWith({ '/': shell })
    const { text: events } = await analyse('/', {}, { accept: 'text/event-stream' })
    const names = [...events.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name)
    expect(names.filter((name) => name !== 'stage')).toEqual(['preview', 'report'])
    const preview = JSON.parse(/^event: preview\ndata: (.*)$/m.exec(events)?.[1] ?? '')
    expect(preview).toMatchObject({
      url: `${url}/`,
      title: 'Shop',
      engine: 'http',
      results: { 'h1-present': { outcome: 'fail' }, 'sitemap-found': { outcome: 'unknown' } },
    })
    expect(ReportPreview.strict().safeParse(preview).error).toBeUndefined()
    const stored = await store.db.selectFrom('reports').select(['title', 'engine']).execute()
    expect(stored).toEqual([{ title: 'Copper lamps', engine: 'rendered' }])
  })

  it('leaves nothing if its analysis is cancelled while it is rendered', async () => {
    const { queue, store, url } = await serviceWith({ '/': shell })
    const controller = new AbortController()
    const cancelled = new Error('Cancelled')
    const analysis = queue.analyseNow(`${url}/`, {
      requester: '1',
      signal: controller.signal,
      onPreview: () => controller.abort(cancelled),
    })
    await expect(analysis).rejects.toBe(cancelled)
    for (const table of ['reports', 'websites', 'render_samples'] as const)
      expect(await store.db.selectFrom(table).selectAll().execute()).toEqual([])
  })

  it('has a screenshot that only holders of keys see if the website has an identity', { tags: 'all' }, async () => {
    const { analyse, call } = await serviceWith({ '/': shell })
    const { data } = (await analyse('/')).body
    await call(`PUT /api/v1/websites/${data.website_id}`, { form: { privacy: '0' } })
    const picture = (id: number, key?: null) =>
      call(`GET /api/v1/${key === null ? 'shared/' : ''}reports/${id}/screenshot.webp`, key === null ? { key } : {})
    expect(await picture(data.id, null)).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } })
    await call(`PUT /api/v1/websites/${data.website_id}/identity`, { form: { cookies: 'session=1' } })
    const { id } = (await analyse('/')).body.data
    expect([(await picture(id)).status, (await picture(id, null)).status]).toEqual([200, 404])
    expect((await picture(data.id, null)).status).toBe(404)
  })

  it('has no cookie that its server sets for the identity', { tags: 'all' }, async () => {
    const page = `<!doctype html><title>Shop</title><div id="root"></div><script>document.title = 'Cookie: ' + document.cookie</script>`
    const { analyse, call } = await serviceWith({ '/': page })
    const { data } = (await analyse('/')).body
    await call(`PUT /api/v1/websites/${data.website_id}/identity`, { form: { cookies: 'session=1' } })
    expect((await analyse('/')).body.data.facts.rendered.title).toBe('Cookie:')
  })

  it('has a report without a screenshot while the database is as large as it may be', { tags: 'all' }, async () => {
    const { analyse } = await serviceWith({ '/': shell }, chromium, () => true)
    const { status, body } = await analyse('/')
    expect([status, body.data.engine, body.data.facts.rendered.has_screenshot]).toEqual([201, 'rendered', false])
  })

  it('whose scripts lead to another one is a redirect', { tags: 'all' }, async () => {
    const { analyse, url } = await serviceWith({
      '/old': `<!doctype html><title>Old</title><div id="root"></div><script>location.replace('/new')</script>`,
      '/new': text,
    })
    expect((await analyse('/old')).body.data).toMatchObject({
      engine: 'rendered',
      title: 'Old',
      indexability: 'redirect',
      status: 200,
      redirects_to: `${url}/new`,
      redirect_statuses: 'script',
      facts: {
        indexable: { code: 'redirect', reason: `a script redirects to ${url}/new` },
        rendered: { redirected_to: `${url}/new` },
      },
    })
  })

  it('that needs no scripts is not rendered, unless that is asked for', async () => {
    const { analyse } = await serviceWith({ '/': text, '/app': shell })
    expect((await analyse('/')).body.data).toMatchObject({
      engine: 'http',
      facts: {
        rendered: null,
        render_code: 'no_scripts',
        render_reason: 'Not rendered: the HTML has no scripts that could change it.',
      },
    })
    expect((await analyse('/', { render: 'always' })).body.data).toMatchObject({
      engine: 'rendered',
      facts: { render_code: 'asked' },
    })
    expect((await analyse('/app', { render: 'never' })).body.data).toMatchObject({
      engine: 'http',
      facts: { render_code: 'never' },
    })
  })
})

/** Writes a program that stands in for a Chromium. */
async function program(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'chromium-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await chmod(folder, 0o755)
  const file = join(folder, 'chromium')
  await writeFile(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  return file
}

it.each([
  ['no Chromium', null, 'no_browser'],
  ['one that fails at start', 'exit 1', 'browser_failed'],
  ['one that is killed at start', 'kill -9 $$', 'browser_failed'],
  ['one that is too old', 'echo "Chromium 41.0.2272.76"; exit 0', 'browser_failed'],
  ['one without a sandbox', 'echo "FATAL: No usable sandbox!" >&2; exit 1', 'no_sandbox'],
])('with %s, reports are made from the HTML and say so', { tags: 'all' }, async (_, text, code) => {
  const { analyse, problems } = await serviceWith({ '/': shell }, text === null ? null : await program(text))
  for (const _ of [1, 2]) {
    const { status, body } = await analyse('/')
    expect([status, body.data.engine, body.data.facts.rendered]).toEqual([201, 'http', null])
    expect(body.data.facts.render_code).toBe(code)
    expect(body.data.facts.render_reason).toMatch(/^Not rendered: .+\.$/)
    expect(body.data.indexability).toBe('unclear')
  }
  // The log has it once, and not for each page.
  expect(problems).toEqual(text === null ? [] : ['no page can be rendered'])
})

it('nothing is started for pages that need no scripts', async () => {
  const { analyse, problems } = await serviceWith({ '/': text }, await program('exit 1'))
  expect((await analyse('/')).body.data.facts.render_code).toBe('no_scripts')
  expect(problems).toEqual([])
})

it('another value of render is refused', async () => {
  const { analyse } = await serviceWith({ '/': text })
  const { status, body } = await analyse('/', { render: 'sometimes' })
  expect([status, body.errors]).toEqual([422, { render: [expect.stringContaining('auto, always or never')] }])
})
