import type { ServerResponse } from 'node:http'
import { expect } from 'vitest'
import type { JobUrl } from '#contract/jobs/job.ts'
import { servePages } from '#testing/servers/loopback.ts'
import type { TestService } from './service.ts'

export const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>A page</title>${head}</head><body><h1>Hello</h1>${body}</body></html>`
export const link = (href: string, rel = '') => `<a href="${href}" rel="${rel}">${href}</a>`

export const missing = (_: unknown, response: ServerResponse) => response.writeHead(404).end()

export type Pages = Parameters<typeof servePages>[0]

/** Serves a website. Returns a function that crawls it and returns the job and its URLs without their origin. */
export async function serveCrawled({ call, allowHosts, runJobs }: TestService, pages: Pages) {
  const { host, url } = await servePages({
    '/sitemap.xml': (_, response) =>
      response.end(
        `<urlset>${['/', '/orphan', '/private/orphan'].map((path) => `<url><loc>${url}${path}</loc></url>`).join('')}</urlset>`,
      ),
    ...pages,
  })
  allowHosts.add(host)
  // Pages that wait for their next try come after new ones.
  runJobs({ retriesMs: [0] })
  return async (form: Record<string, string> = {}) => {
    const { status, body } = await call('POST /api/v1/jobs', { form: { crawl: `${url}/`, ...form } })
    expect(status).toBe(202)
    const path = `/api/v1/jobs/${body.data.id}`
    await expect.poll(async () => (await call(`GET ${path}`)).body.data.state).toBe('done')
    const rows = (await call(`GET ${path}/urls?per_page=100`)).body.data as JobUrl[]
    const job = (await call(`GET ${path}`)).body.data
    return { job, urls: rows.map((row) => ({ ...row, url: row.url.slice(url.length) })) }
  }
}

/** Serves a website, crawls it, and returns the job and its URLs without their origin. */
export const crawl = async (service: TestService, pages: Pages, form: Record<string, string> = {}) =>
  (await serveCrawled(service, pages))(form)

export const robots = 'User-agent: *\nDisallow: /private/\n'

/** A website with links that a crawl doesn't follow, and an orphan page. */
export const website = {
  '/robots.txt': robots,
  '/': page(
    link('/a') +
      link('/b#part') +
      link('/b') +
      link('/private/x') +
      link('/unfollowed', 'external nofollow') +
      link('/file.pdf') +
      link('https://other.example/') +
      link('mailto:a@example.com'),
  ),
  '/a': page(link('/') + link('/a/deep')),
  '/a/deep': page(link('/a/deeper')),
  '/a/deeper': page(''),
  '/b': page(link('/from-nofollow'), '<meta name="robots" content="nofollow">') + link('/hidden'),
  '/orphan': page(link('/copy?sort=a') + link('/print')),
  '/copy?sort=a': page(link('/of-copy'), '<link rel="canonical" href="/copy">'),
  '/copy': page(''),
  '/print': page(link('/of-print'), '<link rel="canonical" href="/original">'),
  '/of-print': page(''),
  '/original': page(''),
}

const chain = Array.from({ length: 6 }, (_, depth) => [depth === 0 ? '/' : `/${depth}`, page(link(`/${depth + 1}`))])
/** A website of a chain of pages, the last of which is five clicks deep, and its sitemap. */
export const deepWebsite: Pages = {
  '/robots.txt': robots,
  ...Object.fromEntries(chain),
  '/5': page(link('/')),
  '/orphan': page(''),
}

/** Returns a website's structure as in the dashboard, with paths instead of URLs. */
export async function structureOf({ call }: TestService) {
  const id = (await call('GET /api/v1/websites')).body.data[0].id as number
  const listed = async (structure: string) => {
    const { body } = await call(`GET /api/v1/reports?website_id=${id}&structure=${structure}&sort_by=url&sort=asc`)
    const paths = (body.data as JobUrl[]).map(({ url }) => new URL(url).pathname)
    expect(body.meta.total).toBe(paths.length)
    return paths
  }
  const { structure } = (await call(`GET /api/v1/websites/${id}/issues`)).body
  return { structure, orphan: await listed('orphan'), deep: await listed('deep') }
}
