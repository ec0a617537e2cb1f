import { expect, it } from 'vitest'
import type { Grant } from '#contract/access/people.ts'
import { issueKey } from '#service/access/keys.ts'
import { countChange } from '#service/jobs/alerts/alert-message.ts'
import { routes } from '#service/routes.ts'
import { setGrants } from '#service/store/access/grants.ts'
import { insertAlert } from '#service/store/alerts/alerts.ts'
import { findAlertRule } from '#service/store/alerts/rules.ts'
import type { Store } from '#service/store/database.ts'
import { createJob, insertJobUrls, sourceLine } from '#service/store/jobs/jobs.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { createOwner, signedIn, signedInWith } from '#testing/service/people.ts'
import { type TestService, testService } from '#testing/service/service.ts'
import { newCrawl, newCrawlUrl } from '#testing/store/crawls.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'

const publicUrl = 'https://reports.test'
const words = ['alphaword', 'bravoword'] as const
type Word = (typeof words)[number]

const evaluation = newEvaluation({ results: { 'title-present': newCheckResult({ outcome: 'warn', passed: false }) } })

/** Stores all that a client can have. Its texts have the word, and it has the ID of its place in the list of words. */
async function createClient(service: TestService, call: Call, word: Word, id: number) {
  const { db } = service.store
  const form = (path: string, fields: Record<string, string>) => call(`POST ${path}`, fields)
  await form('/api/v1/clients', { name: `${word} Ltd`, contact: `${word} contact`, notes: `${word} notes` })
  await call(`PUT /api/v1/clients/${id}/brand`, { name: `${word} brand` })
  const page = newReport({ url: `https://${word}.example/${word}`, domain: `${word}.example`, title: word, evaluation })
  await createReport(db, page)
  await createReport(db, page)
  await call(`PUT /api/v1/websites/${id}/client`, { client_id: String(id) })
  await call(`PUT /api/v1/websites/${id}/introduction`, { introduction: `${word} introduction` })
  const views = [`website_id=${id}`, `search=${word}`]
  for (const query of views) await form('/api/v1/views', { list: 'reports', name: `${word} view`, query })
  await form('/api/v1/schedules', { website_id: String(id), every: 'day', time: '06:00', time_zone: 'UTC' })
  await form('/api/v1/schedules', { view_id: String(2 * id), every: 'day', time: '06:00', time_zone: 'UTC' })
  for (const place of [{ website_id: String(id) }, { view_id: String(2 * id) }])
    await form('/api/v1/alerts/rules', {
      ...place,
      conditions: 'not_indexable',
      webhook_url: `https://${word}.example/`,
    })
  for (const rule of [2 * id - 1, 2 * id]) {
    const found = (await findAlertRule(db, rule))!
    await db.transaction().execute((tx) => insertAlert(tx, found, [countChange({ before: 1, after: 2 })]))
  }
  await form('/api/v1/waivers', {
    website_id: String(id),
    check: 'title-present',
    scope: 'website',
    reason: `${word} reason`,
  })
  await form('/api/v1/links', { kind: 'website', website_id: String(id), label: `${word} link` })
  await form('/api/v1/links', { kind: 'view', list: 'reports', query: `search=${word}`, label: `${word} list` })
  await form('/api/v1/jobs', { urls: `https://${word}.example/`, label: `${word} job` })
  await form('/api/v1/keys', { name: `${word} key`, role: 'read' })
  for (const crawl of [2 * id - 1, 2 * id]) {
    await db
      .insertInto('crawls')
      .values(newCrawl({ id: 100 + crawl, website_id: id, start_url: `https://${word}.example/` }))
      .execute()
    await db
      .insertInto('crawl_urls')
      .values(newCrawlUrl(db, { crawl_id: 100 + crawl, url: `https://${word}.example/` }))
      .execute()
  }
}

/** Creates a job whose sitemap is of the first website, and has a page of each. */
async function createSitemapJob(db: Store['db']) {
  const author = { author_id: 'abcdefgh', author_name: null }
  const [host] = words.map((word) => `${word}.example`)
  const source = { line: sourceLine, url: `https://${host}/sitemap.xml`, host: `${host}` }
  await db.transaction().execute(async (tx) => {
    const job = { kind: 'sitemap', label: '', url: source.url, crawl: null } as const
    const id = await createJob(tx, { ...job, ...author, urls: [source] })
    const urls = words.map((word, at) => ({
      line: at + 1,
      url: `https://${word}.example/map`,
      host: `${word}.example`,
    }))
    await insertJobUrls(tx, { id, ...author }, urls)
    await tx.updateTable('jobs').set({ queued: urls.length }).where('id', '=', id).execute()
  })
}

type Call = (request: string, form?: Record<string, string>) => ReturnType<TestService['call']>
type Credentials = { key: string | null; cookie?: string }

async function world(store: Store) {
  const service = await testService(store, { publicUrl })
  const { db } = store
  const [dana = ''] = await signedIn(db, (await createOwner(db, 'Dana')).id)
  const callAs =
    ({ key, cookie }: Credentials): Call =>
    (request, form) =>
      service.call(request as `${string} ${string}`, {
        key,
        headers: { origin: publicUrl, ...(cookie !== undefined && { cookie }) },
        ...(form && { form }),
      })
  const asOwner = callAs({ key: null, cookie: dana })
  for (const [at, word] of words.entries()) await createClient(service, asOwner, word, at + 1)
  await asOwner('POST /api/v1/jobs', {
    urls: words.map((word) => `https://${word}.example/both`).join('\n'),
    label: 'bravoword and others',
  })
  await createSitemapJob(db)
  // The first website was the other client's for a time.
  for (const client_id of ['2', '1']) await asOwner('PUT /api/v1/websites/1/client', { client_id })
  const grant = (right: Grant['right'], client_id: number): Grant => ({
    right,
    scope: 'client',
    client_id,
    website_id: null,
  })
  await signedInWith(db, 'guest', [grant('view', 2)], 'bravowordguest')
  const { key: limited, info } = await issueKey(db, 'Limited', 'full', new Date(), { is_limited: 1 })
  await db.transaction().execute((tx) => setGrants(tx, { key_id: info.id }, [grant('edit', 1)]))
  const narrowed = (await asOwner('POST /api/v1/keys', { name: 'Narrowed', role: 'full', clients: '1' })).body.data.key
  return {
    asOwner,
    service,
    readers: {
      guest: callAs({ key: null, cookie: await signedInWith(db, 'guest', [grant('view', 1)], 'Gus') }),
      member: callAs({ key: null, cookie: await signedInWith(db, 'member', [grant('edit', 1)], 'Mo') }),
      'limited service key': callAs({ key: limited }),
      'narrowed key of an owner': callAs({ key: String(narrowed) }),
    } satisfies Record<string, Call>,
  }
}

const ids = Array.from({ length: 10 }, (_, at) => at + 1)
/** The requests of a route with each ID that something has. None for routes with a token. */
function requestsOf(method: string, path: string): string[] {
  if (/\{(token|file|key)\}/.test(path)) return []
  const others = path.includes('{crawl}') ? [101, 102, 103, 104] : ids.slice(0, 5)
  const filled = path.replace('{check}', 'title-present')
  const withIds = filled.includes('{id}') ? ids.map((id) => filled.replace('{id}', String(id))) : [filled]
  const withCrawls = withIds.flatMap((one) =>
    one.includes('{crawl}') ? others.map((crawl) => one.replace('{crawl}', String(crawl))) : [one],
  )
  return withCrawls
    .flatMap((one) => (one.includes('{other}') ? others.map((other) => one.replace('{other}', String(other))) : [one]))
    .map((one) => `${method} ${one}`)
}

describeEachEngine('of two clients', onBoth, ({ openStore }) => {
  it('nobody who was granted one reads a word of the other', { timeout: 240_000 }, async () => {
    const { service, readers, asOwner } = await world(await openStore())
    const gets = routes.filter(({ declaration: { method } }) => method === 'GET')
    const isStream = (path: string) => path.endsWith('/events')
    const leaks = new Set<string>()
    let found = 0
    async function read(routesToRead: typeof gets) {
      for (const [name, call] of Object.entries(readers)) {
        for (const { declaration } of routesToRead) await readAll(name, call, declaration.path)
      }
    }
    async function readAll(name: string, call: Call, path: string) {
      for (const request of requestsOf('GET', path)) {
        const queries =
          request.includes('{') || path.includes('{id}')
            ? ['']
            : ['', '?website_id=2', '?client=2', '?search=bravoword']
        for (const query of queries) {
          const { text, headers } = await call(`${request}${query}`)
          const shown = (text + JSON.stringify(headers)).replaceAll('search=bravoword', '')
          if (/bravoword/i.test(shown)) leaks.add(`${name}: ${request}${query}`)
          if (/alphaword/i.test(shown)) found += 1
        }
      }
    }
    await read(gets.filter(({ declaration: { path } }) => !isStream(path)))
    // A stream ends with its job.
    await service.store.db.updateTable('jobs').set({ state: 'done' }).execute()
    await read(gets.filter(({ declaration: { path } }) => isStream(path)))
    expect([...leaks]).toEqual([])
    // They do see what is theirs.
    expect(found).toBeGreaterThan(100)
    expect((await asOwner('GET /api/v1/reports')).text).toContain('bravoword')
  })

  it('nobody who was granted one names the other in what they make', async () => {
    const { readers, service } = await world(await openStore())
    const { guest: _, ...others } = readers
    for (const [name, call] of Object.entries(others)) {
      for (const list of ['reports', 'websites']) {
        const fields = { kind: 'view', list, query: 'client=2', layout: 'document' }
        const { status, text, body } = await call('POST /api/v1/links', fields)
        expect([name, status, text]).toEqual([name, 201, expect.not.stringContaining('bravoword')])
        const { token } = body.data
        for (const path of [`shared/links/${token}`, `shared/links/${token}/document`, `shared/brand?token=${token}`]) {
          const shown = (await service.call(`GET /api/v1/${path}`, { key: null })).text
          expect([name, path, shown]).toEqual([name, path, expect.not.stringContaining('bravoword')])
        }
      }
      for (const client of ['2', '3']) {
        const view = { list: 'reports', name: 'New', query: '', client_id: client }
        expect([name, (await call('POST /api/v1/views', view)).body.codes]).toEqual([
          name,
          { client_id: ['not_found'] },
        ])
      }
    }
    for (const clients of ['2', '3']) {
      const { body } = await readers.member('POST /api/v1/keys', { name: 'New', role: 'read', clients })
      expect(body.codes).toEqual({ clients: ['not_found'] })
    }
  })

  it('nobody who was granted one changes the other, and a guest changes nothing', async () => {
    const { readers, asOwner } = await world(await openStore())
    const before = (await asOwner('GET /api/v1/websites')).body.data
    const changed = new Set<string>()
    for (const [name, call] of Object.entries(readers)) {
      for (const { declaration } of routes) {
        const { method, path, example } = declaration
        if (method === 'GET' || !/^\/api\/v1\/(websites|reports)\/\{id\}/.test(path)) continue
        const request = path
          .replace('{id}', path.includes('/websites/') ? '2' : '4')
          .replaceAll(/\{(other|crawl)\}/g, '3')
          .replace('{check}', 'title-present')
        const { status } = await call(`${method} ${request}`, { ...example })
        if (status !== 404 && status !== 403) changed.add(`${name}: ${method} ${request}: ${status}`)
      }
      for (const [path, form] of [
        ['/api/v1/waivers', { website_id: '2', check: 'title-present', scope: 'website', reason: 'x' }],
        ['/api/v1/schedules', { website_id: '2', every: 'day', time: '06:00', time_zone: 'UTC' }],
        ['/api/v1/alerts/rules', { website_id: '2', conditions: 'becomes_bad' }],
        ['/api/v1/links', { kind: 'website', website_id: '2' }],
        ['/api/v1/links', { kind: 'report', report_id: '4' }],
        ['/api/v1/jobs', { urls: 'https://bravoword.example/' }],
        ['/api/v1/reports', { url: 'https://bravoword.example/' }],
        ['/api/v1/domains', { domain: 'bravoword.example' }],
        ['/api/v1/domains', { domain: 'new.example' }],
        ['/api/v1/domains', { domain: 'new.example', client_id: '2' }],
      ] as const) {
        const { status } = await call(`POST ${path}`, form)
        if (![403, 404, 422, 429].includes(status)) changed.add(`${name}: ${path} ${JSON.stringify(form)}: ${status}`)
      }
      const bulk = await call('POST /api/v1/bulk/reports/delete', { ids: '3,4' })
      if (name !== 'guest') expect([name, bulk.body.deleted]).toEqual([name, 0])
    }
    expect([...changed]).toEqual([])
    expect((await asOwner('GET /api/v1/websites')).body.data).toEqual(before)
  })
})
