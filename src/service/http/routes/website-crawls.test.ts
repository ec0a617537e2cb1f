import { expect, it } from 'vitest'
import { crawlLists } from '#contract/websites/crawls.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { type TestService, testService } from '#testing/service/service.ts'
import { addCrawl, newFigures } from '#testing/store/crawls.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

const origin = 'https://shop.example'
const at = '/api/v1/websites/1/crawls' as const

async function startService(openStore: () => Promise<TestService['store']>) {
  const service = await testService(await openStore())
  await createReport(service.store.db, newReport({ url: `${origin}/`, domain: 'shop.example' }))
  return service
}

describeEachEngine('the crawls of a website', ({ openStore }) => {
  it('lists them, newest first, with the complete one before each', async () => {
    const service = await startService(openStore)
    await addCrawl(service.store.db, 3, { urls: {} })
    await addCrawl(service.store.db, 5, { urls: {}, crawl: { state: 'cancelled' } })
    await addCrawl(service.store.db, 8, { urls: {}, crawl: { state: 'running', finished_at: null } })
    const { body } = await service.call(`GET ${at}?per_page=10`)
    expect(body.data).toMatchObject([
      { id: 8, state: 'running', previous_id: 3, figures: null },
      { id: 5, state: 'cancelled', previous_id: 3 },
      { id: 3, state: 'done', previous_id: null },
    ])
    expect(body.meta.total).toBe(3)
    expect((await service.call(`GET ${at}/5`)).body.data).toEqual(body.data[1])
  })

  it('has the figures of older crawls, which knew nothing of scripts', async () => {
    const service = await startService(openStore)
    const figures = JSON.parse(newFigures({ urls: 61 }))
    delete figures.rendered
    delete figures.links.scripts
    delete figures.lists.by_script
    await addCrawl(service.store.db, 1, { urls: {}, crawl: { figures: JSON.stringify(figures) } })
    const { body } = await service.call(`GET ${at}/1`)
    expect(body.data.figures).toMatchObject({ urls: 61, rendered: 0, links: { scripts: 0 }, lists: { by_script: 0 } })
  })

  it('lists the URLs of a crawl that a list selects', async () => {
    const service = await startService(openStore)
    const [gone, script, archive] = ['/gone', 'https://cdn.example/x', '/archive']
    await addCrawl(service.store.db, 1, {
      urls: {
        '/': {},
        [gone]: { status: 404, indexability: 'blocked', indexing_code: 'status', inlinks: 2, in_sitemap: 0 },
        [script]: { kind: 'external', status: 404, report_id: null, indexability: null, in_sitemap: null, inlinks: 1 },
        [archive]: { depth: 7, in_sitemap: 0 },
        '/old': { status: 301, redirects_to: `${origin}/`, indexability: 'redirect', inlinks: 1 },
        '/loop': { status: null, failure: 'redirect_loop', report_id: null, indexability: null, in_sitemap: 0 },
        '/plan': {
          kind: 'blocked',
          status: null,
          report_id: null,
          indexability: null,
          robots_line: 2,
          robots_rule: '/plan',
        },
        '/alone': { orphan: 'sitemap_only', depth: null },
        '/by-script': { by_script: 1, depth: 2, inlinks: 1 },
        '/by-script.zip': { kind: 'file', by_script: 1, indexability: null, in_sitemap: null },
        '/out': { kind: 'skipped', status: null, report_id: null, indexability: null, in_sitemap: null },
        '/file.pdf': {
          kind: 'file',
          status: null,
          failure: 'crawl_limit',
          report_id: null,
          indexability: null,
          in_sitemap: null,
        },
      },
      links: { [gone]: ['/', archive], [script]: ['/'] },
    })
    const pathsOf = async (list: string) => {
      const { status, body } = await service.call(`GET ${at}/1/urls?list=${list}&per_page=25`)
      expect(status).toBe(200)
      expect(body.meta.total).toBe(body.data.length)
      return body.data.map(({ url }: { url: string }) => url.replace(origin, ''))
    }
    expect(await pathsOf('all')).toHaveLength(12)
    expect(await pathsOf('unread')).toEqual(['/loop'])
    expect(await pathsOf('broken')).toEqual([gone])
    expect(await pathsOf('broken_external')).toEqual([script])
    expect(await pathsOf('redirecting')).toEqual(['/old'])
    expect(await pathsOf('sitemap_only')).toEqual(['/alone'])
    expect(await pathsOf('unreachable')).toEqual([])
    expect(await pathsOf('by_script')).toEqual(['/by-script'])
    expect(await pathsOf('deep')).toEqual([archive])
    expect(await pathsOf('blocked')).toEqual(['/plan'])
    expect(await pathsOf('skipped')).toEqual(['/out'])
    expect(await pathsOf('sitemap_faults')).toEqual(['/old', '/plan'])
    expect(await pathsOf('unlisted')).toEqual([archive])
    expect(await pathsOf('unchecked')).toEqual(['/file.pdf'])
    const broken = await service.call(`GET ${at}/1/urls?list=broken`)
    const { samples } = broken.body.data[0]
    expect(samples).toHaveLength(2)
    expect(samples).toContainEqual({ url: `${origin}/`, report_id: 1, anchor: 'from /' })
    expect(samples).toContainEqual({ url: origin + archive, report_id: 1, anchor: `from ${archive}` })
    const { text, headers } = await service.call(`GET ${at}/1/urls.csv?list=broken`)
    expect(headers['content-disposition']).toContain('shop.example-crawl-1-broken')
    expect(text.split('\r\n').slice(1, -1).toSorted()).toEqual([
      expect.stringMatching(/^https:\/\/shop\.example\/gone,page,404,.*,https:\/\/shop\.example\/,from \/$/),
      expect.stringMatching(
        /^https:\/\/shop\.example\/gone,page,404,.*,https:\/\/shop\.example\/archive,from \/archive$/,
      ),
    ])
    const byScript = await service.call(`GET ${at}/1/urls?list=by_script`)
    expect(byScript.body.data).toMatchObject([{ by_script: true, depth: 2 }])
    const file = await service.call(`GET ${at}/1/urls.csv?list=by_script`)
    const [header, row] = file.text.split('\r\n').map((line) => line.split(','))
    expect(row?.[header?.indexOf('Linked only by scripts') ?? -1]).toBe('yes')
    for (const list of crawlLists) expect((await service.call(`GET ${at}/1/urls.csv?list=${list}`)).status).toBe(200)
  })

  it('groups the links that a crawl didn’t check by their host', async () => {
    const service = await startService(openStore)
    const unchecked = { kind: 'external', status: null, report_id: null, in_sitemap: null } as const
    const partner = { ...unchecked, failure: 'timeout', reason: 'it didn’t respond in time', inlinks: 2 }
    await addCrawl(service.store.db, 1, {
      urls: {
        '/': {},
        '/file.pdf': { ...unchecked, kind: 'file', failure: 'not_sampled', inlinks: 1 },
        'https://partner.example/': partner,
        'https://partner.example/a?to=https://b.example/': partner,
        'http://partner.example:8080/': { ...partner, inlinks: 5 },
        'https://shut.example/a': { ...partner, failure: 'robots' },
        'https://shut.example/b': partner,
        'https://fine.example/': { ...unchecked, status: 200 },
      },
    })
    const { body } = await service.call(`GET ${at}/1/unchecked-hosts`)
    const host = (name: string, urls: number, inlinks: number, failure: string | null) => [name, urls, inlinks, failure]
    const brief = (row: Record<string, unknown>) => [row['host'], row['urls'], row['inlinks'], row['failure']]
    expect(body.data.map(brief)).toEqual([
      host('partner.example', 2, 4, 'timeout'),
      host('shut.example', 2, 4, null),
      host('partner.example:8080', 1, 5, 'timeout'),
      host('shop.example', 1, 1, 'not_sampled'),
    ])
    expect(body.data[0].reason).toBe('it didn’t respond in time')
    const second = await service.call(`GET ${at}/1/unchecked-hosts?per_page=10&page=2`)
    expect([second.body.meta.total, second.body.data]).toEqual([4, []])
    const urls = await service.call(`GET ${at}/1/urls?list=unchecked&host=partner.example`)
    expect(urls.body.meta.total).toBe(2)
    expect(urls.body.data.map(({ url }: { url: string }) => url)).toEqual([
      'https://partner.example/',
      'https://partner.example/a?to=https://b.example/',
    ])
  })

  it('answers 404 for crawls of other websites, and 422 for a comparison of a crawl with itself', async () => {
    const service = await startService(openStore)
    const { call, readKey, store } = service
    await createReport(store.db, newReport({ url: 'https://other.example/', domain: 'other.example' }))
    await addCrawl(service.store.db, 1, { urls: { '/': {} } })
    await addCrawl(service.store.db, 2, { urls: { '/': {} }, crawl: { website_id: 2 } })
    for (const path of [
      `${at}/2`,
      `${at}/2/urls`,
      `${at}/2/urls.csv`,
      `${at}/1/compare/2`,
      `${at}/2/compare/1`,
      `${at}/9`,
      `${at}/x`,
      '/api/v1/websites/9/crawls',
    ] as const)
      expect({ path, status: (await call(`GET ${path}`)).status }).toEqual({ path, status: 404 })
    const same = await call(`GET ${at}/1/compare/1`)
    expect(same.status).toBe(422)
    expect(same.body.errors.other).toEqual(["Crawl 1 can't be compared with itself. Name another crawl."])
    expect((await call(`GET ${at}/1/urls?list=none`)).status).toBe(422)
    expect((await call(`GET ${at}/1`, { key: readKey })).status).toBe(200)
    expect((await call(`GET ${at}/1`, { key: null })).status).toBe(401)
  })
})
