import { expect, it } from 'vitest'
import { findFaults } from '#service/store/verify/verify.ts'
import { servePages } from '#testing/servers/loopback.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'

const text = (of: string) => `${of} is a page with a text of its own, which says more about ${of} than any other page.`
type Parts = { title: string; description?: string; body?: string; head?: string; links?: string[] }
const page = ({ title, description = '', body = text(title), head = '', links = [] }: Parts) =>
  `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="${description}">${head}
  </head><body><nav>${links.map((href) => `<a href="${href}">To ${href}</a>`).join('')}</nav>
  <main><h1>${title}</h1><p>${body}</p></main></body></html>`

const plumber = (city: string) =>
  `A plumber in ${city}: ${Array.from({ length: 60 }, (_, at) => `pipe${at}`).join(' ')}.`

const paths = ['/a', '/A', '/b', '/c', '/d', '/us', '/gb', '/hidden', '/berlin', '/hamburg']
const versions = ['us', 'gb'].map((code) => `<link rel="alternate" hreflang="en-${code}" href="/${code}">`).join('')

describeEachEngine('the pages of a crawl', ({ openStore }) => {
  async function crawled() {
    const service = await testService(await openStore())
    const pages: Record<string, string> = {
      '/': page({ title: 'Home', links: paths }),
      // Two addresses of one page, and neither names the other.
      '/a': page({ title: 'Lamps', body: text('Lamps') }),
      '/A': page({ title: 'Lamps', body: text('Lamps') }),
      '/b': page({ title: 'Docs', description: 'Tables of all sizes.', body: text('Big tables') }),
      '/c': page({ title: 'Docs', description: 'Tables of all sizes.', body: text('Small tables') }),
      '/d': page({ title: 'Chairs' }),
      // For two countries, which hreflang says.
      '/us': page({ title: 'Sofas US', body: text('Sofas'), head: versions }),
      '/gb': page({ title: 'Sofas GB', body: text('Sofas'), head: versions }),
      // Nearly the same, but for the name of a city.
      '/berlin': page({ title: 'Berlin', body: plumber('Berlin') }),
      '/hamburg': page({ title: 'Hamburg', body: plumber('Hamburg') }),
      '/hidden': page({ title: 'Docs', body: text('Lamps'), head: '<meta name="robots" content="noindex">' }),
    }
    const { host, url } = await servePages(pages)
    service.allowHosts.add(host)
    service.runJobs({ retriesMs: [] })
    const { call } = service
    const crawl = async () => {
      const { id } = (await call('POST /api/v1/jobs', { form: { crawl: `${url}/`, render: 'never' } })).body.data
      await expect.poll(async () => (await call(`GET /api/v1/jobs/${id}`)).body.data.state).toBe('done')
    }
    await crawl()
    type Issue = { check: string; pages: number; points: number }
    const checks = ['title-unique', 'description-unique', 'duplicate-body']
    const issues = async () => {
      const { data } = (await call('GET /api/v1/websites/1/issues')).body as { data: Issue[] }
      return Object.fromEntries(
        checks.flatMap((check) => {
          const issue = data.find((one) => one.check === check)
          return issue ? [[check, [issue.pages, issue.points]]] : []
        }),
      )
    }
    const pageOf = async (path: string) => {
      const { data } = (await call('GET /api/v1/websites/1/pages?per_page=25')).body as {
        data: { url: string; score: number; report_id: number }[]
      }
      const found = data.find((one) => one.url === url + path)
      if (!found) throw new Error(`There is no page ${path}.`)
      const { score } = (await call(`GET /api/v1/reports/${found.report_id}`)).body.data as { score: number }
      return { ...found, ofReport: score }
    }
    return { ...service, url, pages, crawl, issues, pageOf }
  }

  it('have issues of each other, which cost the page points and not its report', async () => {
    const { call, store, issues, pageOf, url } = await crawled()
    expect(await issues()).toEqual({
      'title-unique': [4, 6],
      'description-unique': [2, 2],
      'duplicate-body': [4, 16],
    })
    const costs = async (path: string) => {
      const { score, ofReport } = await pageOf(path)
      return ofReport - score
    }
    // Those with an equal text have an equal title for the same reason.
    expect(await Promise.all(['/a', '/A', '/b', '/d', '/us', '/hidden', '/berlin'].map(costs))).toEqual([
      4, 4, 4, 0, 0, 0, 4,
    ])
    const { data } = (await call('GET /api/v1/websites/1/issues')).body
    const titles = data.find(({ check }: { check: string }) => check === 'title-unique')
    expect(titles.causes.map(({ label, pages }: { label: string; pages: number }) => [label, pages])).toEqual(
      expect.arrayContaining([
        ['“Docs”', 2],
        ['“Lamps”', 2],
      ]),
    )
    const { report_id } = await pageOf('/a')
    const { results } = (await call(`GET /api/v1/reports/${report_id}`)).body.data
    expect(results['duplicate-body']).toMatchObject({ outcome: 'warn', points_lost: 0, page_points: 4 })
    expect(results['duplicate-body'].evidence).toMatchObject([{ url: `${url}/A` }])
    expect(await findFaults(store.db)).toEqual([])
  })

  it('keep them while a page is read again, until its text is another one', async () => {
    const { call, store, issues, pages, url } = await crawled()
    const read = async (path: string) => (await call('POST /api/v1/reports', { form: { url: url + path } })).body.data
    const { score, results } = await read('/a')
    expect(results['duplicate-body']).toMatchObject({ outcome: 'warn', page_points: 4 })
    expect(await issues()).toMatchObject({ 'duplicate-body': [4, 16] })
    pages['/a'] = page({ title: 'Lamps', body: text('Lanterns') })
    const now = await read('/a')
    expect(now.score).toBe(score)
    expect(now.results['duplicate-body']?.outcome).not.toBe('warn')
    // Another page's issue is that of the last crawl.
    expect(await issues()).toMatchObject({ 'duplicate-body': [3, 12], 'title-unique': [4, 9] })
    expect(await findFaults(store.db)).toEqual([])
  })

  it('lose them with the next crawl that finds the texts apart', async () => {
    const { store, issues, pages, crawl, pageOf } = await crawled()
    pages['/A'] = page({ title: 'Ceiling lamps' })
    pages['/c'] = page({ title: 'Small tables', description: 'Small tables.' })
    pages['/hamburg'] = page({ title: 'Hamburg' })
    await crawl()
    expect(await issues()).toEqual({})
    const { score, ofReport } = await pageOf('/a')
    expect(score).toBe(ofReport)
    expect(await findFaults(store.db)).toEqual([])
  })

  it('have them in what-ifs, waivers and files like any other issue', async () => {
    const { call, issues, url } = await crawled()
    const whatIf = async () =>
      (await call('GET /api/v1/websites/1/what-if?fixed=title-unique,duplicate-body')).body.data
    const { average, average_fixed, pages_changed } = await whatIf()
    expect(pages_changed).toBe(6)
    expect(average_fixed).toBeGreaterThan(average)
    const { text: csv } = await call('GET /api/v1/websites/1/issues.csv')
    expect(csv).toContain(`${url}/a,duplicate-body,1 other page has the same content,warn,medium,4,${url}/A`)
    const form = { website_id: '1', check: 'duplicate-body', scope: 'website', reason: 'Both are printed on bags.' }
    expect((await call('POST /api/v1/waivers', { form })).status).toBe(201)
    expect(await issues()).not.toHaveProperty('duplicate-body')
    expect((await whatIf()).average).toBeGreaterThan(average)
  })
})
