import path from 'node:path'
import type { Kysely } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { pageIssues, pageLinks } from '#analyser/page-state.ts'
import { servePages } from '#testing/servers/loopback.ts'
import { testService } from '#testing/service/service.ts'
import { createDataFolder, describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newCheckResult, newEvaluation, newFacts, newReport } from '#testing/store/reports.ts'
import { openStore } from '../database.ts'
import { contextOf } from '../engine.ts'
import { createReport } from '../reports/reports.ts'
import type { Schema } from '../schema.ts'
import { backUp } from '../sqlite/backup.ts'
import { restore } from '../sqlite/restore.ts'
import { findFaults } from '../verify/verify.ts'
import { linkTarget } from './link-targets.ts'
import { findBrokenLinks } from './page-links.ts'

const origin = 'https://shop.example'
const [good, gone] = [`${origin}/good`, `${origin}/gone`]
const many = Array.from({ length: 1_000 }, (_, at) => `${origin}/${at}`)

/** Gives one URL the number of another, as if a collision had given it that. */
async function meet(db: Kysely<Schema>, first: string, second: string) {
  await db
    .insertInto('target_collisions')
    .values({ url_key: first, target: linkTarget(db, second) })
    .execute()
  await contextOf(db).targets.loadCollisions(db)
  expect(linkTarget(db, first)).toBe(linkTarget(db, second))
}

/** Returns a report with links, of which some are broken. */
function reportOf(url: string, links: string[] = [], { broken = [] as string[], status = 200 } = {}) {
  const items = links.map((to) => ({ url: to, internal: true, text: '', rel: null, noscript: false, at: 1 }))
  const none = { items: [], total: 0 }
  const facts = newFacts(url)
  facts.links = { items, total: items.length, followable: items.length, broken: none }
  facts.response.status = status
  const evidence = broken.map((to) => ({ url: to }))
  const results =
    broken.length > 0 ? { 'broken-internal': newCheckResult({ outcome: 'fail', passed: false, evidence }) } : {}
  const { state } = newReport()
  const found = { ...state, status, issues: pageIssues(results), links: pageLinks(facts, results) }
  return newReport({ url, domain: 'shop.example', facts, evaluation: newEvaluation({ results }), state: found })
}

const inlinksOf = async (db: Kysely<Schema>) => {
  const pages = await db.selectFrom('pages').select(['url', 'inlinks']).orderBy('url').execute()
  return Object.fromEntries(pages.map(({ url, inlinks }) => [url.slice(origin.length), inlinks]))
}

async function brokenOf(db: Kysely<Schema>) {
  const { id } = await db.selectFrom('websites').select('id').executeTakeFirstOrThrow()
  return (await findBrokenLinks(db, id)).map(({ url, status, pages }) => ({ url, status, pages }))
}

const faultsOfLinks = async (db: Kysely<Schema>) =>
  (await findFaults(db)).filter((fault) => /link|target|issues/.test(fault))

describeEachEngine('the numbers of URLs', onBoth, (engine) => {
  it('have 53 bits, and are the same until the database is gone', async () => {
    const database = await engine.createDatabase()
    onTestFinished(() => database.remove())
    const store = await openStore(database)
    const numbers = many.map((url) => linkTarget(store.db, url))
    expect(numbers.every(Number.isSafeInteger)).toBe(true)
    expect(Math.max(...numbers)).toBeGreaterThan(2 ** 52)
    await store.close()
    const again = await openStore(database)
    expect(many.map((url) => linkTarget(again.db, url))).toEqual(numbers)
    await again.close()
    const { db } = await engine.openStore()
    await db.deleteFrom('meta').where('name', '=', 'target-key').execute()
    await contextOf(db).targets.load(db)
    expect(many.map((url) => linkTarget(db, url)).some((number) => numbers.includes(number))).toBe(false)
  })
})

it('the numbers of URLs are the same after a backup and a restore, also those of collisions', async () => {
  const [from, to] = [await createDataFolder(), await createDataFolder()]
  onTestFinished(from.remove)
  onTestFinished(to.remove)
  const before = await openStore(from)
  await meet(before.db, good, gone)
  await createReport(before.db, reportOf(good))
  await createReport(before.db, reportOf(gone, [], { status: 404 }))
  const numbers = [good, gone, ...many].map((url) => linkTarget(before.db, url))
  const copy = path.join(from.dataDir, 'copy.db')
  backUp(from.dataDir, copy)
  await before.close()
  restore(to.dataDir, copy)
  const after = await openStore(to)
  onTestFinished(after.close)
  expect([good, gone, ...many].map((url) => linkTarget(after.db, url))).toEqual(numbers)
  expect(new Set(numbers).size).toBe(numbers.length)
})

describeEachEngine('two URLs that meet on one number', onBoth, ({ openStore: open }) => {
  it('are two links of a page, of which one is broken', async () => {
    const { db } = await open()
    await meet(db, good, gone)
    await createReport(db, reportOf(`${origin}/`, [gone, good], { broken: [gone] }))
    await createReport(db, reportOf(good))
    expect(await brokenOf(db)).toEqual([{ url: gone, status: null, pages: 1 }])
    await createReport(db, reportOf(gone, [], { status: 404 }))
    expect(await brokenOf(db)).toEqual([{ url: gone, status: 404, pages: 1 }])
    expect(await inlinksOf(db)).toEqual({ '/': 0, '/gone': 1, '/good': 1 })
    expect(await faultsOfLinks(db)).toEqual([])
  })

  it('are two pages, and a 404 after a good page is no good page', async () => {
    const { db } = await open()
    await meet(db, good, gone)
    await createReport(db, reportOf(good))
    await createReport(db, reportOf(`${origin}/`, [gone]))
    expect(await inlinksOf(db)).toEqual({ '/': 0, '/good': 0 })
    await createReport(db, reportOf(gone, [], { status: 404 }))
    expect(await brokenOf(db)).toEqual([{ url: gone, status: 404, pages: 1 }])
    expect(await inlinksOf(db)).toEqual({ '/': 0, '/gone': 1, '/good': 0 })
    expect(await faultsOfLinks(db)).toEqual([])
  })

  it('are a broken link and a page that comes later', async () => {
    const { db } = await open()
    await meet(db, good, gone)
    await createReport(db, reportOf(`${origin}/`, [gone], { broken: [gone] }))
    await createReport(db, reportOf(good))
    expect(await brokenOf(db)).toEqual([{ url: gone, status: null, pages: 1 }])
    expect(await inlinksOf(db)).toEqual({ '/': 0, '/good': 0 })
    expect(await faultsOfLinks(db)).toEqual([])
  })

  it('are two URLs of a crawl, with the links to each', async () => {
    const { call, store, allowHosts, runJobs } = await testService(await open())
    const html = (links: string[]) =>
      `<!doctype html><html lang="en"><head><title>A page</title></head><body><h1>Lamps</h1>${links.map((to) => `<a href="${to}">A link</a>`).join(' ')}</body></html>`
    const { url, host } = await servePages({
      '/': html(['/good', '/other']),
      '/good': html(['/']),
      '/other': html(['/gone', '/good']),
    })
    allowHosts.add(host)
    await meet(store.db, `${url}/good`, `${url}/gone`)
    runJobs({ retriesMs: [0] })
    const { body } = await call('POST /api/v1/jobs', { form: { crawl: `${url}/` } })
    const job = `/api/v1/jobs/${body.data.id}` as const
    await expect.poll(async () => (await call(`GET ${job}`)).body.data.state, { timeout: 30_000 }).toBe('done')
    const urls = await store.db.selectFrom('crawl_urls').select(['url', 'status', 'inlinks']).orderBy('url').execute()
    expect(urls.map((row) => ({ ...row, url: row.url.slice(url.length) }))).toEqual([
      { url: '/', status: 200, inlinks: 1 },
      { url: '/gone', status: 404, inlinks: 1 },
      { url: '/good', status: 200, inlinks: 2 },
      { url: '/other', status: 200, inlinks: 1 },
    ])
    expect(await brokenOf(store.db)).toMatchObject([{ url: `${url}/gone`, pages: 1 }])
    expect(await findFaults(store.db)).toEqual([])
  })
})
