// @module-tag all
import pLimit from 'p-limit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reportSorts } from '#contract/lists/list-query.ts'
import { pageFilterNames, pageFilters } from '#contract/lists/page-filters.ts'
import { issueKey } from '#service/access/keys.ts'
import { maxBodyBytes } from '#service/http/body.ts'
import { routes } from '#service/routes.ts'
import { openStore, type Store } from '#service/store/database.ts'
import { insertReports } from '#service/store/reports/bulk-insert.ts'
import { pack } from '#service/store/reports/report-payloads.ts'
import { controlMs } from '#testing/processor-time.ts'
import {
  attackBodies,
  attackLogos,
  attackQueries,
  attackValues,
  type Body,
  heaviestPages,
  jobSitemaps,
  serveAttackPages,
  serveEndlessWebsite,
  sitemapServer,
} from '#testing/servers/attacks.ts'
import { type HostileServer, startHostileServer } from '#testing/servers/hostile-server.ts'
import { type HostileSuite, startHostileSuite } from '#testing/servers/hostile-suite.ts'
import { startWatchedService, type WatchedService } from '#testing/service/watched-service.ts'
import { createDataFolder, type TestDatabase } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

// Attacks on one real service, on SQLite, with a process beside it that checks its health. docs/bounds.md lists the
// limits that these tests hold.

/** Safety limits for anything that anyone sends or serves. */
const most = { waits: 2.5, heapMb: 100, memoryMb: 100, diskMb: 100 }
/** Six pages at once, in threads that have limits of memory of their own. */
const mostOfAnalyser = { ...most, heapMb: 6 * 100, memoryMb: 6 * 100 + 2 * 576 }
const storedReports = 10_000

let database: TestDatabase
let environment: Record<string, string>
let suite: HostileSuite
let pages: HostileServer
let crawled: HostileServer
let sitemaps: HostileServer
let service: WatchedService
let key: string

beforeAll(async () => {
  database = await createDataFolder()
  const { db, close } = await openStore(database)
  key = (await issueKey(db, 'Test', 'full')).key
  await storeReports(db)
  await close()
  suite = await startHostileSuite()
  pages = await startHostileServer(serveAttackPages)
  crawled = await startHostileServer(serveEndlessWebsite)
  sitemaps = await startHostileServer(sitemapServer())
  environment = {
    SEO_REPORTS_DATA_DIR: database.dataDir,
    SEO_REPORTS_ALLOW_HOSTS: [...suite.hosts, ...[pages, crawled, sitemaps].map(({ host }) => host)].join(),
    SEO_REPORTS_HOST_LIMITS: [pages, crawled, sitemaps].map(({ host }) => `${host}=1000/64`).join(),
  }
  service = await startWatchedService(environment)
  // The first reports load and compile code, and grow the heap to its usual size.
  await analyseAll(suite.urls.slice(-8))
})

afterAll(async () => {
  await service?.kill()
  await Promise.all([suite, pages, crawled, sitemaps].map((server) => server?.close()))
  await database?.remove()
})

/** Answers of a service that applies its limits. Anything else is a failure of its own. */
const isLimit = (status: number) => status < 500 || status === 503

/** Does some work and expects the service to stay within its limits meanwhile. */
async function expectWithinLimits(work: () => Promise<void>, limits = most): Promise<void> {
  const { failedChecks, waitMs, ...others } = await service.costOf(work)
  // As multiples of the control.
  const cost = { ...others, waits: waitMs / controlMs() }
  const exceeded = Object.entries(limits).filter(([name, limit]) => cost[name as keyof typeof cost] >= limit)
  expect(exceeded, JSON.stringify(cost)).toEqual([])
  expect(failedChecks).toBe(0)
}

const form = (fields: Record<string, string>): Body => ({
  type: 'application/x-www-form-urlencoded',
  text: new URLSearchParams(fields).toString(),
})

const routesWithBody = routes.filter(({ declaration: { method } }) => method === 'POST' || method === 'PUT')

/** Returns the path of a route to objects with the ID 1. */
const pathOf = (path: string) => path.replace('{check}', 'title-present').replace(/\{\w+\}/g, '1')

async function storeReports(db: Store['db']) {
  const { facts, evaluation, ...report } = newReport()
  const packed = { ...report, facts: pack(facts), evaluation: pack(evaluation) }
  await insertReports(
    db,
    Array.from({ length: storedReports }, (_, at) => ({
      ...packed,
      url: `https://www.shop.example/a/${'a%25 '.repeat(at % 40)}${at}`,
      title: `${'\u0301a<b>'.repeat(at === 0 ? 400 : 5)} ${at}`,
      score: at % 101,
    })),
  )
}

async function send(method: string, path: string, body?: Body): Promise<{ status: number; text: string }> {
  const response = await fetch(service.origin + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': body.type }) },
    ...(body && { body: body.text }),
    redirect: 'manual',
  }).catch((error: Error) => {
    // A body that is too large is refused before all of it was sent.
    const { code } = error.cause as NodeJS.ErrnoException
    if (body && (code === 'EPIPE' || code === 'ECONNRESET')) return new Response(null, { status: 413 })
    throw error
  })
  return { status: response.status, text: await response.text() }
}

/** Analyses pages side by side and returns those with another answer than a report or a sentence about the page. */
const analyseAll = async (urls: readonly string[]) => {
  const answers = await pLimit(6).map(urls, async (url) => {
    const { status } = await send('POST', '/api/v1/reports', form({ url }))
    return { url, status }
  })
  return answers.filter(({ status }) => status !== 201 && status !== 422)
}

type Job = { id: number; state: string; counts: { total: number } }
const jobIn = (text: string) => (JSON.parse(text) as { data: Job }).data

async function createJob(fields: Record<string, string>): Promise<Job> {
  const { status, text } = await send('POST', '/api/v1/jobs', form(fields))
  expect({ status, text }).toMatchObject({ status: 202 })
  return jobIn(text)
}

/** Waits until a job has found as many URLs or failed, and cancels it. */
async function cancelOnceFound({ id }: Pick<Job, 'id'>, atLeast: number) {
  const path = `/api/v1/jobs/${id}`
  const found = async () => {
    const { state, counts } = jobIn((await send('GET', path)).text)
    return state === 'failed' ? 0 : counts.total >= atLeast && counts.total > 0 ? counts.total : null
  }
  await expect.poll(found, { interval: 100 }).toBeGreaterThanOrEqual(atLeast)
  await send('POST', `${path}/cancel`)
}

describe('a page', () => {
  it('with the content that takes longest', { timeout: 300_000 }, async () => {
    await expectWithinLimits(async () => {
      const urls = heaviestPages.map((name) => `${pages.origin}/${encodeURIComponent(name)}`)
      expect(await analyseAll(urls)).toEqual([])
    }, mostOfAnalyser)
  })

  it('with a response, a robots.txt or a sitemap that attacks', { timeout: 300_000 }, async () => {
    await expectWithinLimits(async () => expect(await analyseAll(suite.urls)).toEqual([]), mostOfAnalyser)
  })
})

describe('a sitemap of a job', () => {
  it.each(Object.entries(jobSitemaps))('%s', async (name, { atLeast }) => {
    await expectWithinLimits(async () => {
      await cancelOnceFound(await createJob({ sitemap: `${sitemaps.origin}/${name}` }), atLeast)
    })
  })
})

describe('a body', () => {
  it.each(Object.keys(attackBodies))('of %s', async (shape) => {
    const write = attackBodies[shape] as (bytes: number) => Body
    await expectWithinLimits(async () => {
      const answers = await pLimit(4).map(routesWithBody, async ({ declaration }) => {
        const { method, maxBodyBytes: bytes = maxBodyBytes } = declaration
        const { status } = await send(method, pathOf(declaration.path), write(bytes - 100))
        return { id: declaration.id, status }
      })
      expect(answers.filter(({ status }) => !isLimit(status))).toEqual([])
    })
  })

  it.each(Object.keys(attackValues))('with a field of %s', async (name) => {
    const part = attackValues[name] ?? ''
    await expectWithinLimits(async () => {
      const requests = routesWithBody.flatMap(({ declaration }) =>
        Object.keys(declaration.example ?? {}).map((field) => ({ declaration, field })),
      )
      const answers = await pLimit(4).map(requests, async ({ declaration, field }) => {
        const { method, path, example, maxBodyBytes: bytes = maxBodyBytes } = declaration
        const value = part.repeat(Math.floor((bytes - 1_000) / encodeURIComponent(part).length))
        const { status } = await send(method, pathOf(path), form({ ...example, [field]: value }))
        return { id: declaration.id, field, status }
      })
      expect(answers.filter(({ status }) => !isLimit(status))).toEqual([])
    })
  })
})

describe('a list', () => {
  it.each(pageFilterNames)(`of ${storedReports} reports with the filter %s`, async (name) => {
    await expectWithinLimits(async () => {
      for (const sort_by of reportSorts)
        for (const search of ['', 'a', '%'.repeat(400), `${'a '.repeat(200)}`])
          for (const value of pageFilters[name].examples) {
            const query = new URLSearchParams({ [name]: value, sort_by, search, titles: '1', per_page: '100' })
            const { status } = await send('GET', `/api/v1/reports?${query}`)
            expect({ status, search, value }).toMatchObject({ status: 200 })
          }
    })
  })

  it.each(['csv', 'json'])(`of ${storedReports} reports exported as %s`, async (format) => {
    await expectWithinLimits(async () => {
      const files = await Promise.all(
        Array.from({ length: 4 }, () => send('GET', `/api/v1/exports/reports.${format}?search=a&titles=1`)),
      )
      expect(files.filter(({ status }) => !isLimit(status))).toEqual([])
      expect(files[0]?.text.length).toBeGreaterThan(1_000_000)
    })
  })

  it('of URLs to analyse', async () => {
    await expectWithinLimits(async () => {
      const urls = Array.from({ length: 50_000 }, (_, at) => `https://shop.internal/${'a'.repeat(60)}${at}`)
      await cancelOnceFound(await createJob({ urls: urls.join('\n') }), 50_000)
    })
  })
})

it('any read with a query that attacks is bounded', async () => {
  await expectWithinLimits(async () => {
    const reads = routes.filter(
      ({ declaration: { method, path } }) => method === 'GET' && !/pdf|stream|events/.test(path),
    )
    // Exports that read no query cost the same with each, and a second or more each time.
    const requests = reads.flatMap(({ declaration }) =>
      (declaration.query || !declaration.path.endsWith('.csv') ? attackQueries : attackQueries.slice(0, 1)).map(
        (query) => ({ declaration, query }),
      ),
    )
    const answers = await pLimit(4).map(requests, async ({ declaration: { path, id }, query }) => ({
      id,
      query: query.slice(0, 30),
      status: (await send('GET', `${pathOf(path)}?${query}`)).status,
    }))
    expect(answers.filter(({ status }) => !isLimit(status))).toEqual([])
  })
})

it('a preview of a page with a title that attacks', async () => {
  await expectWithinLimits(async () => {
    for (const path of ['/reports/1', '/previews/reports/1.png', '/websites/1', '/previews/websites/1.png'])
      expect(isLimit((await send('GET', path)).status), path).toBe(true)
  })
})

it.each(Object.entries(attackLogos))('a logo with %s', async (_, svg) => {
  await expectWithinLimits(async () => {
    const image = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
    const { status } = await send('PUT', '/api/v1/brand/logo', form({ image }))
    expect([200, 422]).toContain(status)
  })
})

it('a website without an end', async () => {
  await expectWithinLimits(async () => {
    await cancelOnceFound(await createJob({ crawl: `${crawled.origin}/0`, max_pages: '2000' }), 2_000)
  }, mostOfAnalyser)
})

it('a restart that takes up the work of a sitemap again', async () => {
  const job = await createJob({ sitemap: `${sitemaps.origin}/long-packed` })
  await service.kill()
  service = await startWatchedService(environment)
  await expectWithinLimits(() => cancelOnceFound(job, 5_000), mostOfAnalyser)
})
