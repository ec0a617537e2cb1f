import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { findFaults } from '#service/store/verify/verify.ts'
import { servePages } from '#testing/servers/loopback.ts'
import { link, page, type Pages, serveCrawled } from '#testing/service/crawled-website.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'

type Row = {
  id: number
  report_id: number | null
  url: string
  status: number | null
  indexability: string | null
  reason: string | null
  score: number | null
  result: string | null
  counted: boolean
  state_source: string
  state_since: string
  gone_at: string | null
}

/** A website whose robots.txt, links and answers change between crawls. */
function changingWebsite() {
  const now = {
    robots: 'User-agent: *\nDisallow:\n',
    links: ['/a', '/b', '/old'],
    answers: {} as Record<string, number>,
  }
  const requests: string[] = []
  const answer = (path: string, body: () => string) => (_: unknown, response: ServerResponse) => {
    requests.push(path)
    const status = now.answers[path] ?? 200
    // One that redirects leads to itself, for ever.
    const location = status === 301 && { location: path }
    response.writeHead(status, { 'content-type': 'text/html', ...location }).end(status === 200 ? body() : '')
  }
  const pages: Pages = {
    '/sitemap.xml': (_, response) => void response.end('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>'),
    '/robots.txt': (_, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end(now.robots),
    '/': answer('/', () => page(now.links.map((href) => link(href)).join(''))),
    '/a': answer('/a', () => page('<p>About lamps of oak</p>')),
    '/b': answer('/b', () => page('<p>Benches for two</p>')),
    '/old': (_, response) => void response.writeHead(301, { location: '/a' }).end(),
  }
  return { now, requests, pages }
}

describeEachEngine('the state of a page', ({ openStore }) => {
  async function crawled() {
    const service = await testService(await openStore())
    const website = changingWebsite()
    const crawl = await serveCrawled(service, website.pages)
    const rows = async (query = '') => {
      const { body } = await service.call(`GET /api/v1/websites/1/pages${query}`)
      const found = (body.data as Row[]).map((row) => ({ ...row, url: new URL(row.url).pathname }))
      expect(body.meta.total).toBe(found.length)
      return found
    }
    const stateOf = async (path: string) => (await rows()).find(({ url }) => url === path)
    const website1 = async () => (await service.call('GET /api/v1/websites/1')).body.data
    await crawl()
    return { service, ...website, crawl, rows, stateOf, website1 }
  }

  it('follows a robots.txt that closes all and opens again between two crawls, without requests', async () => {
    const { service, now, requests, crawl, stateOf, website1 } = await crawled()
    const { call, store } = service
    const open = (await stateOf('/a'))!
    expect(open).toMatchObject({ indexability: 'indexable', counted: true, state_source: 'report' })
    expect(await website1()).toMatchObject({ pages_counted: 3 })

    const before = (await call(`GET /api/v1/reports/${open.report_id}`)).body.data
    expect(before.later).toBeNull()
    now.robots = 'User-agent: *\nDisallow: /\n'
    requests.length = 0
    await crawl()
    // The page that a crawl starts from is read anyway.
    expect(new Set(requests)).toEqual(new Set(['/']))
    const closed = (await stateOf('/a'))!
    expect(closed).toMatchObject({
      report_id: open.report_id,
      indexability: 'blocked',
      reason: 'robots.txt',
      counted: false,
      state_source: 'crawl',
    })
    expect(closed.score).toBeLessThan(50)
    expect(closed.state_since > open.state_since).toBe(true)
    const own = (await call(`GET /api/v1/reports/${open.report_id}`)).body.data
    expect(own).toMatchObject({ score: before.score, indexability: 'indexable' })
    expect(own.later).toEqual({
      at: closed.state_since,
      indexability: 'blocked',
      indexing_code: 'robots',
      status: null,
    })
    expect(await website1()).toMatchObject({ pages_counted: 0, pages_avg_score: null })
    const { body: issues } = await call('GET /api/v1/websites/1/issues')
    expect(issues.data.find(({ check }: { check: string }) => check === 'robots-blocked')).toMatchObject({ pages: 3 })
    const blocked = await call('GET /api/v1/reports?website_id=1&indexability=blocked&sort_by=url&sort=asc')
    expect(blocked.body.data.map(({ url }: { url: string }) => new URL(url).pathname)).toEqual(['/', '/a', '/b'])
    const csv = await call('GET /api/v1/websites/1/issues.csv')
    expect(csv.text).toMatch(/\/a,robots-blocked,/)
    const lost = await call('GET /api/v1/reports?website_id=1&changed=not_indexable')
    expect(lost.body.meta.total).toBe(3)
    const [news] = (await call('GET /api/v1/overview')).body.data.news
    const { pages, indexing_code, samples } = news.entries[0]
    expect({ pages, indexing_code }).toEqual({ pages: 3, indexing_code: 'robots' })
    const sample = samples.find(({ report_id }: { report_id: number }) => report_id === open.report_id)
    expect(sample).toMatchObject({ previous_report_id: null, previous_score: before.score })
    expect(await findFaults(store.db)).toEqual([])

    now.robots = 'User-agent: *\nDisallow:\n'
    await crawl()
    expect(await stateOf('/a')).toMatchObject({ indexability: 'indexable', state_source: 'report', counted: true })
    expect(await website1()).toMatchObject({ pages_counted: 3 })
    expect(await findFaults(store.db)).toEqual([])
  })

  it('is that of an error to which no page links any more, until the next crawl sets it apart', async () => {
    const { service, now, requests, crawl, rows, stateOf } = await crawled()
    const { report_id } = (await stateOf('/b'))!
    now.links = ['/a', '/old']
    now.answers = { '/b': 410 }
    requests.length = 0
    await crawl()
    expect(requests).toContain('/b')
    const lost = { report_id, status: 410, indexability: 'blocked', state_source: 'crawl', gone_at: null }
    expect(await stateOf('/b')).toMatchObject(lost)
    await crawl()
    expect(await stateOf('/b')).toBeUndefined()
    expect(await rows('?gone=1')).toMatchObject([{ url: '/b', report_id }])
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('is that of an error by which a crawl could not read it, with a report or without one', async () => {
    const { service, now, crawl, rows, stateOf } = await crawled()
    const { report_id } = (await stateOf('/b'))!
    now.links = ['/a', '/b', '/old', '/new']
    now.answers = { '/b': 301 }
    await crawl()
    expect(await stateOf('/b')).toMatchObject({
      report_id,
      status: 301,
      indexability: 'blocked',
      reason: '301',
      score: null,
      result: null,
      state_source: 'crawl',
    })
    now.answers = {}
    await crawl()
    expect(await stateOf('/b')).toMatchObject({ status: 200, indexability: 'indexable', state_source: 'report' })
    const before = await rows()
    expect(before.every(({ report_id: id }) => id !== null)).toBe(true)
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('is known of a page that was never read, until it has a report', async () => {
    const service = await testService(await openStore())
    const { now, pages } = changingWebsite()
    now.answers = { '/b': 301 }
    const crawl = await serveCrawled(service, pages)
    await crawl()
    const pagesOf = async () => (await service.call('GET /api/v1/websites/1/pages')).body
    const { data, meta } = await pagesOf()
    expect(meta.total).toBe(4)
    expect(data.find(({ url }: Row) => url.endsWith('/b'))).toMatchObject({
      report_id: null,
      status: 301,
      indexability: 'redirect',
      reason: 'redirect loop',
      score: null,
      result: null,
      counted: false,
      state_source: 'crawl',
    })
    expect(await findFaults(service.store.db)).toEqual([])
    now.answers = {}
    await crawl()
    const again = (await pagesOf()).data.find(({ url }: Row) => url.endsWith('/b'))
    expect(again).toMatchObject({ report_id: expect.any(Number), status: 200, state_source: 'report' })
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it.each<[string, Record<string, string>]>([
    ['a pattern', { exclude: '/b' }],
    ['the folder in which it reads', { include: '/a*' }],
    ['a parameter that it ignores', { ignore_parameters: 'view' }],
    ['its number of pages', { max_pages: '2' }],
    ['its depth', { max_depth: '0' }],
    ['its number of pages in a folder', { max_per_folder: '2' }],
  ])('stays as last read where a crawl leaves the page out by %s', async (_, limits) => {
    const service = await testService(await openStore())
    const { now, pages } = changingWebsite()
    // The pages behind an excluded one are known by it alone.
    const crawl = await serveCrawled(service, {
      ...pages,
      '/b': page(link('/behind') + link('/a?view=list')),
      '/behind': page('<p>Behind the benches</p>'),
      '/a?view=list': page('<p>A list</p>'),
    })
    now.links = ['/a', '/b']
    await crawl()
    const rows = async () =>
      ((await service.call('GET /api/v1/websites/1/pages')).body.data as Row[]).map(({ url, indexability }) => [
        url,
        indexability,
      ])
    const before = await rows()
    expect(before).toHaveLength(5)
    await crawl(limits)
    expect(await rows()).toEqual(before)
    expect((await service.call('GET /api/v1/websites/1/pages?gone=1')).body.data).toEqual([])
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('is blocked where robots.txt closed the page before it was ever read, until no link leads there', async () => {
    const { service, now, requests, crawl, rows, stateOf, website1 } = await crawled()
    now.robots = 'User-agent: *\nDisallow: /login\n'
    now.links = ['/a', '/b', '/old', '/login']
    const { pages_count } = await website1()
    await crawl()
    expect(requests).not.toContain('/login')
    expect(await stateOf('/login')).toMatchObject({
      report_id: null,
      status: null,
      indexability: 'blocked',
      reason: 'robots.txt',
      score: null,
      result: null,
      counted: false,
      state_source: 'crawl',
    })
    expect(await website1()).toMatchObject({ pages_count })
    await crawl()
    expect((await rows()).filter(({ url }) => url === '/login')).toHaveLength(1)
    now.links = ['/a', '/b', '/old']
    await crawl()
    expect(await stateOf('/login')).toBeUndefined()
    expect(await rows('?gone=1')).toEqual([])
    // Other crawlers than Google's are kept out, such as ours.
    now.links = ['/a', '/b', '/old', '/login']
    now.robots = 'User-agent: *\nDisallow: /login\n\nUser-agent: Googlebot\nAllow: /\n'
    await crawl()
    expect(await stateOf('/login')).toBeUndefined()
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('is recorded in the activity with the numbers of pages, once for each crawl that changes any', async () => {
    const { service, now, crawl, rows } = await crawled()
    const recorded = async () => {
      const { data } = (await service.call('GET /api/v1/audit')).body as {
        data: { action: string; actor: object; object: object | null; detail: string | null }[]
      }
      return data.filter(({ action }) => action.startsWith('pages_')).map(({ action, detail }) => [action, detail])
    }
    await crawl()
    expect(await recorded()).toEqual([])
    now.robots = 'User-agent: *\nDisallow: /b\n'
    now.answers = { '/a': 301 }
    await crawl()
    const first = ['pages_changed', '1 page blocked by robots.txt, 1 page with an error or a redirect']
    expect(await recorded()).toEqual([first])
    await crawl()
    expect(await recorded()).toEqual([first])
    now.answers = {}
    now.robots = 'User-agent: *\nDisallow:\n'
    now.links = ['/a']
    await crawl()
    const [second] = await recorded()
    expect(second).toEqual(['pages_changed', '1 page as last analysed, 2 pages gone'])
    const ids = (await rows('?gone=1')).map(({ id }) => id).join()
    await service.call('DELETE /api/v1/websites/1/gone', { form: { ids } })
    await service.call('POST /api/v1/websites/1/gone', { form: { ids } })
    expect((await recorded()).slice(0, 2)).toEqual([
      ['pages_removed', '2 pages'],
      ['pages_restored', '2 pages'],
    ])
    const [{ actor, object }] = (await service.call('GET /api/v1/audit?action=pages_changed')).body.data
    expect(actor).toMatchObject({ kind: 'key', name: 'Test' })
    expect(object).toMatchObject({ kind: 'website', id: 1 })
  })

  it('is gone once a whole crawl no longer finds it, until it is put back or found again', async () => {
    const { service, now, crawl, rows, stateOf, website1 } = await crawled()
    const { call, store } = service
    now.links = ['/a']
    await crawl({ max_pages: '1' })
    await crawl({ exclude: '/x/*' })
    expect((await rows()).length).toBe(4)
    await crawl()
    expect((await rows()).map(({ url }) => url)).toEqual(['/', '/a'])
    const gone = await rows('?gone=1')
    expect(gone.map(({ url, score, gone_at }) => [url, score, typeof gone_at])).toEqual([
      ['/b', null, 'string'],
      ['/old', null, 'string'],
    ])
    expect(await website1()).toMatchObject({ pages_counted: 2 })
    expect((await call('GET /api/v1/reports?website_id=1&latest=1')).body.meta.total).toBe(2)
    expect(await findFaults(store.db)).toEqual([])

    const ids = gone.map(({ id }) => id).join()
    expect((await call('DELETE /api/v1/websites/1/gone', { form: { ids } })).body).toEqual({ pages: 2, status: 200 })
    expect(await website1()).toMatchObject({ pages_counted: 3 })
    expect(await findFaults(store.db)).toEqual([])
    // People put them back, so the next crawl leaves them.
    await crawl()
    expect((await rows()).length).toBe(4)
    expect((await call('POST /api/v1/websites/1/gone', { form: { ids } })).body).toEqual({ pages: 2, status: 200 })
    expect(await rows('?gone=1')).toHaveLength(2)
    now.links = ['/a', '/b']
    await crawl()
    expect(await stateOf('/b')).toMatchObject({ gone_at: null, indexability: 'indexable' })
    expect(await findFaults(store.db)).toEqual([])
  })

  it('is that of an error, and asked for once, even if another process takes the crawl meanwhile', async () => {
    const service = await testService(await openStore())
    const { call, store } = service
    // The first batch is of eight.
    const paths = Array.from({ length: 9 }, (_, at) => `/m${at}`)
    const lasting = [link('/a'), link('/b')].join('')
    const asked: string[] = []
    let isGone = false
    const loseLease = () =>
      store.db
        .updateTable('job_urls')
        .set({ lease_owner: 'another', lease_until: '2026-01-01T00:00:00.000Z' })
        .where('state', '=', 'running')
        .execute()
    const answer = (path: string) => async (_: unknown, response: ServerResponse) => {
      if (isGone) asked.push(path)
      if (isGone && path === '/m8') await loseLease()
      response.writeHead(isGone ? 410 : 200, { 'content-type': 'text/html' }).end(page(`<p>All about ${path}</p>`))
    }
    const { host, url } = await servePages({
      '/': (_, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(page(lasting + (isGone ? '' : paths.map((path) => link(path)).join('')))),
      '/a': page('<p>About lamps of oak</p>'),
      '/b': page('<p>Benches for two</p>'),
      ...Object.fromEntries(paths.map((path) => [path, answer(path)])),
    })
    service.allowHosts.add(host)
    const errors: unknown[] = []
    service.runJobs({ retriesMs: [0], onError: (error) => errors.push(error) })
    const crawl = async () => {
      const { id } = (await call('POST /api/v1/jobs', { form: { crawl: `${url}/` } })).body.data
      await expect.poll(async () => (await call(`GET /api/v1/jobs/${id}`)).body.data.state).toBe('done')
    }
    await crawl()
    isGone = true
    await crawl()
    const { data } = (await call('GET /api/v1/websites/1/pages?per_page=100')).body
    const states = (data as Row[]).filter(({ url }) => /\/m\d$/.test(url)).map(({ status }) => status)
    expect(states).toEqual(paths.map(() => 410))
    expect(asked.toSorted()).toEqual(paths)
    expect(errors).toEqual([])
    expect(await findFaults(store.db)).toEqual([])
  })

  it('stays as it is where a website shows no page any more', async () => {
    const { service, now, crawl, rows } = await crawled()
    now.links = []
    await crawl()
    expect(await rows('?gone=1')).toEqual([])
    now.answers = { '/': 404 }
    await crawl()
    expect(await rows('?gone=1')).toEqual([])
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('has no score in lists of pages if it is a redirect, and is last in both directions', async () => {
    const { service } = await crawled()
    const listed = async (query: string) => {
      const { body } = await service.call(`GET /api/v1/reports?website_id=1&${query}`)
      return (body.data as Row[]).map(({ url, score }) => [new URL(url).pathname, score === null] as const)
    }
    for (const sort of ['asc', 'desc'])
      expect((await listed(`latest=1&sort_by=score&sort=${sort}`)).at(-1)).toEqual(['/old', true])
    expect(await listed('sort_by=url&sort=asc')).toContainEqual(['/old', false])
    const ofScore = await listed('score=0-100')
    expect(ofScore.map(([path]) => path).toSorted()).toEqual(['/', '/a', '/b'])
    const rated = await Promise.all(['good', 'decent', 'bad'].map((result) => listed(`latest=1&result=${result}`)))
    expect(
      rated
        .flat()
        .map(([path]) => path)
        .toSorted(),
    ).toEqual(['/', '/a', '/b'])
    for (const sort of ['asc', 'desc']) {
      const { body } = await service.call(`GET /api/v1/websites/1/pages?sort_by=score&sort=${sort}`)
      expect(body.data.at(-1)).toMatchObject({ score: null, result: null, indexability: 'redirect' })
    }
  })
})
