import { expect, it } from 'vitest'
import { type JobKind, jobKinds } from '#contract/jobs/job.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { urlset } from '#testing/servers/hostile-files.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'

/** The requests that add a job of each kind for a website of two pages. */
const requests: Record<JobKind, (url: string) => Parameters<Awaited<ReturnType<typeof testService>>['call']>> = {
  url: (url) => ['POST /api/v1/reports', { form: { url: `${url}/` }, headers: { prefer: 'respond-async' } }],
  urls: (url) => ['POST /api/v1/jobs', { form: { urls: `${url}/\n${url}/two` } }],
  sitemap: (url) => ['POST /api/v1/jobs', { form: { sitemap: `${url}/sitemap.xml` } }],
  crawl: (url) => ['POST /api/v1/jobs', { form: { crawl: `${url}/` } }],
  redirects: (url) => ['POST /api/v1/jobs', { form: { redirects: `${url}/,${url}/two` } }],
}

describeEachEngine('a job', onBoth, ({ openStore }) => {
  it.each(jobKinds)('of the kind %s is worked on to its end', async (kind) => {
    const { call, allowHosts, runJobs, store } = await testService(await openStore())
    const { host, url } = await servePages({
      '/': `${smallPage}<a href="/two">Two</a>`,
      '/two': smallPage,
      '/sitemap.xml': (request, response) => {
        const at = `http://${request.headers.host}`
        response.setHeader('content-type', 'application/xml').end(urlset(`${at}/`, `${at}/two`))
      },
    })
    allowHosts.add(host)
    const { status, body } = await call(...requests[kind](url))
    expect([status, body.data.kind]).toEqual([202, kind])
    runJobs({ retriesMs: [] })
    const job = async () => (await call(`GET /api/v1/jobs/${body.data.id}`)).body.data
    await expect.poll(async () => (await job()).state).toBe('done')
    const urls = kind === 'redirects' ? [] : kind === 'url' ? [`${url}/`] : [`${url}/`, `${url}/two`]
    expect((await call('GET /api/v1/reports?sort_by=url&sort=asc')).body.data.map((report: any) => report.url)).toEqual(
      urls,
    )
    expect(await findFaults(store.db)).toEqual([])
  })
})
