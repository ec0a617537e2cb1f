import { expect, it } from 'vitest'
import type { WebsitePage } from '#contract/websites/page-row.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { servePages } from '#testing/servers/loopback.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'

const page = (...links: string[]) =>
  `<!doctype html><html lang="en"><head><title>A page</title></head><body><h1>Hello</h1>${links
    .map((href) => `<a href="${href}">${href}</a>`)
    .join(' ')}</body></html>`

/** More pages than a chain of alike ones can have. */
const last = 20

describeEachEngine('a crawl', ({ openStore }) => {
  it('does not follow a path that repeats without end, and names it with the parameters it saw', async () => {
    const { call, allowHosts, runJobs, store } = await testService(await openStore())
    const { host, url } = await servePages({
      '/': page('/a/', '/?utm_source=x'),
      '/?utm_source=x': page(),
      '/a/': page('b/'),
      '/a/b/': page('a/'),
      '/a/b/a/': page('b/'),
      '/a/b/a/b/': page('a/'),
      '/a/b/a/b/a/': page('b/'),
    })
    allowHosts.add(host)
    runJobs()
    const { id } = (await call('POST /api/v1/jobs', { form: { crawl: `${url}/` } })).body.data
    await expect.poll(async () => (await call(`GET /api/v1/jobs/${id}`)).body.data.state).toBe('done')
    const rows = (await call(`GET /api/v1/jobs/${id}/urls`)).body.data as { url: string }[]
    expect(rows.map((row) => row.url.slice(url.length))).toEqual([
      '/',
      '/a/',
      '/?utm_source=x',
      '/a/b/',
      '/a/b/a/',
      '/a/b/a/b/',
    ])
    const [{ figures }] = (await call('GET /api/v1/websites/1/crawls')).body.data
    expect(figures).toMatchObject({
      traps: [{ kind: 'path', pattern: '/…/a/…/a/…', example: `${url}/a/b/a/b/a/`, urls: 1 }],
      parameters: [{ name: 'utm_source', urls: 1, ignorable: true }],
    })
    const skipped = store.db.selectFrom('crawl_urls').select('failure').where('kind', '=', 'skipped')
    expect(await skipped.execute()).toEqual([{ failure: 'path' }])
  })

  /** Serves a website whose start leads to `/list?at=1`, and that to the next one. Returns what a crawl reads of it. */
  async function crawlChain(textOf: (at: number) => string, form: Record<string, string> = {}) {
    const { call, allowHosts, runJobs, store } = await testService(await openStore())
    const pages: Parameters<typeof servePages>[0] = { '/': page('/list?at=x1'), '/only-listed': page() }
    const { host, url } = await servePages(pages)
    pages['/sitemap.xml'] = (_, response) => response.end(`<urlset><url><loc>${url}/only-listed</loc></url></urlset>`)
    for (let at = 1; at <= last; at += 1)
      pages[`/list?at=x${at}`] = page(at < last ? `/list?at=x${at + 1}` : '/') + textOf(at)
    allowHosts.add(host)
    runJobs()
    const { id } = (await call('POST /api/v1/jobs', { form: { crawl: `${url}/`, ...form } })).body.data
    await expect.poll(async () => (await call(`GET /api/v1/jobs/${id}`)).body.data.state).toBe('done')
    const rows = (await call(`GET /api/v1/jobs/${id}/urls?per_page=100`)).body.data as { url: string }[]
    const [{ figures }] = (await call('GET /api/v1/websites/1/crawls')).body.data
    expect(await findFaults(store.db)).toEqual([])
    const listed = (await call('GET /api/v1/websites/1/pages?per_page=100')).body.data as WebsitePage[]
    const website = (await call('GET /api/v1/websites/1')).body.data
    return { read: rows.map((row) => row.url.slice(url.length)), figures, url, listed, website }
  }

  it('cuts a chain of pages that are alike but for dates and numbers, after the pages of the sitemap', async () => {
    const { read, figures, url, listed, website } = await crawlChain(
      (at) => `<p>Nothing on ${at} March ${2026 + at}</p>`,
    )
    const pages = read.filter((path) => path.startsWith('/list'))
    expect(pages.length).toBeGreaterThanOrEqual(12)
    expect(pages.length).toBeLessThanOrEqual(30)
    expect(pages.indexOf('/list?at=x10')).toBeGreaterThan(0)
    expect(read.indexOf('/only-listed')).toBeLessThan(read.indexOf('/list?at=x10'))
    const example = `${url}/list?at=x${pages.length + 1}`
    expect(figures.traps).toEqual([{ kind: 'chain', pattern: '/list?at={…}', example, urls: 1 }])
    expect(figures.lists).toMatchObject({ sitemap_only: 1, deep: 0, unlisted: 1 })
    // They are listed, and count nowhere.
    const ofTrap = listed.filter((row) => row.url.includes('/list'))
    expect(ofTrap).toHaveLength(pages.length)
    for (const row of ofTrap) expect(row).toMatchObject({ counted: false, indexability: null, reason: 'trap' })
    expect(website).toMatchObject({ pages_count: pages.length + 2, pages_counted: 2 })
    expect(figures.states.indexable).toBe(2)
    const scores = listed.flatMap(({ counted, score }) => (counted && score !== null ? [score] : []))
    expect(figures.average_score).toBe(scores.reduce((sum, score) => sum + score, 0) / 2)
  })

  it('reads a chain to its end whose pages differ in text, after the pages of the sitemap', async () => {
    const words = (at: number) =>
      Array.from('abcdefghij', (letter) => `w${letter}${String.fromCharCode(97 + (at % 26))}${'z'.repeat(at / 26)}`)
    const { read, figures } = await crawlChain((at) => `<ul><li>${words(at).join('<li>')}</ul>`)
    expect(read.filter((path) => path.startsWith('/list'))).toHaveLength(last)
    expect(read.indexOf('/only-listed')).toBeLessThan(read.indexOf('/list?at=x10'))
    expect(figures.traps).toEqual([])
  })

  it('stays within its limit in a chain whose pages differ in text', async () => {
    const { read, figures } = await crawlChain((at) => `<p>${String.fromCharCode(97 + (at % 26)).repeat(5 + at)}</p>`, {
      max_pages: '7',
    })
    expect(read).toHaveLength(7)
    expect(figures.gaps.sitemap_only).toEqual(['max_pages'])
  })
})
