import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRobotsReader } from '#analyser/facts/robots-txt.ts'
import type { Probe } from '#analyser/probe.ts'
import { readPage } from '#analyser/run.ts'
import { sitemapIndex } from '#testing/servers/hostile-files.ts'
import { type CountingServer, startCountingServer } from '#testing/servers/page-fetcher.ts'
import { type CrawlShare, createCrawlRequests } from './crawl-requests.ts'
import { createPageFetcher } from './page-fetcher.ts'
import { createMemory, createSharedResults } from './shared-results.ts'
import { allowanceOfJob, readSitemapUrls } from './sitemaps/urls.ts'

let server: CountingServer
afterEach(() => server.close())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'], now: 10_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

type Answers = Record<string, string | Buffer | ((response: ServerResponse, request: IncomingMessage) => void)>

/** Serves files by their paths. Others are missing. Files can be changed later. */
async function serve(files: (origin: string) => Answers) {
  let answers: Answers = {}
  server = await startCountingServer((path, response, request) => {
    const answer = answers[path]
    if (typeof answer === 'function') answer(response, request)
    else if (answer === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('missing')
    else
      response
        .setHeader('content-type', /^\s*<(?:!doctype|html)/i.test(String(answer)) ? 'text/html' : 'text/plain')
        .end(answer)
  })
  answers = files(server.origin)
  return answers
}

const crawlsOf = (limits?: Parameters<typeof createCrawlRequests>[2]) =>
  createCrawlRequests({ allowHosts: new Set([server.host]) }, createRobotsReader, limits)

/** Fetches a page and its probes, in a crawl or alone. */
async function visit(path: string, crawl?: CrawlShare) {
  const fetcher = createPageFetcher({
    allowHosts: new Set([server.host]),
    readRobots: createRobotsReader(),
    ...(crawl && { crawl }),
  })
  try {
    const page = await fetcher.page(new URL(path, server.origin))
    const requests = readPage(page).probeRequests.filter(({ purpose }) => purpose !== 'link')
    return { page, probes: await fetcher.probe(page, requests) }
  } finally {
    fetcher.close()
  }
}

/** What a report is made of. A part of a header or a body can be a view of more. */
const plain = (probes: Probe[]) =>
  probes.map(({ headers, body, ...probe }) => ({
    ...probe,
    headers: headers.filter(([name]) => name !== 'date'),
    body: body && Buffer.from(body).toString('latin1'),
  }))

const times = (path: string) => server.paths.filter((one) => one === path).length
const twice = () => [...new Set(server.paths.filter((path) => times(path) > 1))]

const page = (head: string, body = '') =>
  `<!doctype html><html lang="en"><head><title>A page</title>${head}</head><body>${body}</body></html>`

/** A website in two languages, with a sitemap index, a compressed sitemap and URLs in several spellings. */
const website = (origin: string): Answers => {
  const link = (code: string, path: string) =>
    `<xhtml:link rel="alternate" hreflang="${code}" href="${origin}${path}"/>`
  const entry = (path: string, inside = '') =>
    `<url><loc>${origin}${path}</loc><lastmod>2026-06-02</lastmod>${inside}</url>`
  const urlset = (...entries: string[]) =>
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries.join('')}</urlset>`
  const both = link('de', '/de') + link('en', '/en')
  const hreflang = `<link rel="alternate" hreflang="de" href="/de"><link rel="alternate" hreflang="en" href="/en">`
  const shared =
    '<link rel="stylesheet" href="/s.css"><script src="/s.js"></script><link rel="icon" href="/i.svg"><meta property="og:image" content="/o.png">'
  return {
    '/robots.txt': `User-agent: *\nDisallow: /no\nSitemap: ${origin}/index.xml\nSitemap: ${origin}/more.txt\nSitemap: ${origin}/moved.xml`,
    '/index.xml': sitemapIndex(`${origin}/a.xml`, `${origin}/b.xml.gz`, `${origin}/missing.xml`),
    '/a.xml': urlset(entry('/de', both), entry('/%65n', both), entry('/a?x=1'), entry('/long', link('de', '/de'))),
    '/b.xml.gz': gzipSync(urlset(entry('/en', both), '<url><loc>nonsense</loc></url>')),
    '/more.txt': `${origin}/de\n${origin}/only`,
    '/moved.xml': (response) => response.writeHead(301, { location: '/a.xml' }).end(),
    '/s.css': 'a { color: red }',
    '/s.js': 'let a = 1',
    '/i.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '/': (response) => response.writeHead(302, { location: '/de' }).end(),
    '/de': page(hreflang + shared, '<img src="/missing.png"><a href="/en">English</a>'),
    '/en': page(hreflang + shared, 'Text'),
    '/a?x=1': page('<link rel="canonical" href="/en">' + shared),
    '/long': page('<link rel="canonical" href="/large">' + shared),
    '/large': page('', `<!--${'x'.repeat(2_200_000)}-->`),
    '/gone': page(
      '<link rel="canonical" href="/nowhere"><link rel="alternate" hreflang="de" href="/file.pdf">' + shared,
    ),
    '/file.pdf': (response) => response.setHeader('content-type', 'application/pdf').end('%PDF-1.7'),
    '/nowhere': (response) => response.writeHead(404, { 'content-type': 'text/html' }).end(page('', 'Not found')),
    '/to-file': page('<link rel="canonical" href="/no">' + shared),
    '/wall': page('<link rel="canonical" href="/refused">' + shared),
    '/refused': (response) => response.writeHead(403, { 'content-type': 'text/html' }).end('no'),
  }
}
const paths = ['/', '/de', '/en', '/%65n', '/a?x=1', '/long', '/large', '/gone', '/to-file', '/wall']

describe('the pages of a crawl', () => {
  it.each([paths, paths.toReversed()])(
    'have the same probes as alone, and ask nothing twice: from %s',
    async (...order) => {
      await serve((origin) => ({ ...website(origin), '/%65n': page('') }))
      const share = crawlsOf().of(1)
      const visited = []
      for (const path of order) visited.push({ path, ...(await visit(path, share)) })
      // A refusal can be over soon, so it is not kept for long.
      expect(twice()).toEqual([])
      for (const { path, probes, page: fetched } of visited) {
        const alone = await visit(path)
        expect(plain(probes), path).toEqual(plain(alone.probes))
        const { timings: _, headers: __, ...same } = alone.page
        expect(fetched, path).toMatchObject(same)
      }
    },
  )

  it('share what they ask at the same time', async () => {
    await serve(website)
    const share = crawlsOf().of(1)
    await Promise.all(paths.filter((path) => path !== '/%65n').map((path) => visit(path, share)))
    expect(twice()).toEqual([])
  })

  it('are made of the response that a probe has got, with the times of a first visit', async () => {
    await serve(website)
    const share = crawlsOf().of(1)
    await visit('/de', share)
    expect(times('/en')).toBe(1)
    const { page: english } = await visit('/en', share)
    expect(times('/en')).toBe(1)
    expect(Buffer.from(english.body).toString()).toContain('Text')
    expect(english.timings.total).toBeGreaterThanOrEqual(0)
  })

  it('keep nothing for a single report, or for another crawl', async () => {
    await serve(website)
    const crawls = crawlsOf()
    await visit('/de', crawls.of(1))
    await visit('/de', crawls.of(2))
    await visit('/de')
    expect([times('/robots.txt'), times('/s.css'), times('/index.xml'), times('/de')]).toEqual([3, 3, 3, 3])
  })

  it('ask again once the crawl has ended, or was not used for ten minutes', async () => {
    await serve(website)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const crawls = crawlsOf()
    const first = crawls.of(1)
    expect(crawls.of(1)).toBe(first)
    crawls.forget(1)
    const second = crawls.of(1)
    expect(second).not.toBe(first)
    vi.advanceTimersByTime(9 * 60_000)
    expect(crawls.of(1)).toBe(second)
    vi.advanceTimersByTime(9 * 60_000)
    expect(crawls.of(1)).toBe(second)
    vi.advanceTimersByTime(10 * 60_000)
    expect(crawls.of(1)).not.toBe(second)
  })

  it('notice a robots.txt that changes after ten minutes', async () => {
    const answers = await serve(website)
    const share = crawlsOf().of(1)
    const textOf = async () => (await visit('/de', share)).page.robots.text
    const before = await textOf()
    answers['/robots.txt'] = 'User-agent: *\nDisallow: /'
    vi.advanceTimersByTime(9 * 60_000)
    expect(await textOf()).toBe(before)
    vi.advanceTimersByTime(61_000)
    expect(await textOf()).toContain('Disallow: /')
    expect(times('/robots.txt')).toBe(2)
  })

  it('ask a host that was away again after half a minute', async () => {
    const answers = await serve(website)
    const share = crawlsOf().of(1)
    const working = answers['/s.css']
    const styleOf = async (path: string) => (await visit(path, share)).probes.find(({ url }) => url.endsWith('/s.css'))
    for (const [away, expected] of [
      [(response: ServerResponse) => void response.destroy(), { outcome: 'failed', reasonCode: 'connection_closed' }],
      [(response: ServerResponse) => void response.writeHead(500).end(), { outcome: 'answered', status: 500 }],
    ] as const) {
      answers['/s.css'] = away
      const before = times('/s.css')
      expect(await styleOf('/de')).toMatchObject(expected)
      const asked = times('/s.css')
      expect(asked).toBeGreaterThan(before)
      expect(await styleOf('/en')).toMatchObject(expected)
      expect(times('/s.css')).toBe(asked)
      vi.advanceTimersByTime(30_001)
    }
    answers['/s.css'] = working as string
    expect(await styleOf('/en')).toMatchObject({ outcome: 'answered', status: 200 })
  })

  it('are read again at once after a temporary error', async () => {
    const answers = await serve(website)
    const share = crawlsOf().of(1)
    const working = answers['/en'] as string
    answers['/en'] = (response) => void response.writeHead(503).end()
    await visit('/de', share)
    answers['/en'] = working
    expect((await visit('/en', share)).page.status).toBe(200)
  })

  it('do without robots.txt of a failing host for half a minute, and then with it', async () => {
    const answers = await serve(website)
    const share = crawlsOf().of(1)
    const text = answers['/robots.txt'] as string
    answers['/robots.txt'] = (response) => void response.writeHead(500).end()
    expect((await visit('/de', share)).page.robots.outcome).toBe('unavailable')
    answers['/robots.txt'] = text
    expect((await visit('/en', share)).page.robots.outcome).toBe('unavailable')
    vi.advanceTimersByTime(30_001)
    expect((await visit('/en', share)).page.robots.outcome).toBe('found')
    // It is tried twice at first.
    expect(times('/robots.txt')).toBe(3)
  })

  it('forget the oldest when memory is full', async () => {
    await serve(website)
    const share = crawlsOf({ maxBytes: 20_000 }).of(1)
    await visit('/de', share)
    await visit('/large', share)
    await visit('/de', share)
    expect(times('/de')).toBe(2)
  })
})

it.each<[name: string, headers: [string, string][], status: number, times: number]>([
  ['a file', [['cache-control', 'max-age=60']], 200, 1],
  ['a file that a server wants to be asked for', [['cache-control', 'no-store']], 200, 2],
  ['a file that sets a cookie', [['set-cookie', 'a=1']], 200, 2],
  ['a file that differs by cookies', [['vary', 'Accept-Encoding, Cookie']], 200, 2],
  ['a missing file', [], 404, 2],
])('the rendered pages of a crawl share %s as often as its server allows', async (_, headers, status, times) => {
  await serve(() => ({}))
  const share = crawlsOf().of(1)
  let asked = 0
  const run = async () => {
    asked += 1
    return { status, headers, body: new Uint8Array(1), isCut: false }
  }
  for (const _page of [1, 2]) await share.shareFile('a.css', new AbortController().signal, run)
  expect(asked).toBe(times)
})

it('rendered pages share 1,000 files of 5 MB within 32 MB, and those used last are kept', { tags: 'all' }, async () => {
  await serve(() => ({}))
  const crawls = crawlsOf()
  const { signal } = new AbortController()
  const fileBytes = 5_000_000
  const asked: string[] = []
  const shareFile = (name: string, crawl: number) =>
    crawls.of(crawl).shareFile(name, signal, async () => {
      asked.push(name)
      return { status: 200, headers: [], body: new Uint8Array(fileBytes), isCut: false }
    })
  const names = Array.from({ length: 1_000 }, (_, at) => `${at}.js`)
  for (const name of names) {
    await shareFile(name, 1)
    await shareFile('often.js', 2)
  }
  expect(asked.filter((name) => name === 'often.js')).toHaveLength(1)
  asked.length = 0
  // The newest first, because each that is asked for again takes the place of the oldest.
  for (const name of names.toReversed()) if (asked.length === 0) await shareFile(name, 1)
  // The newer ones, and the one that is used often.
  const kept = names.length - names.indexOf(asked[0] ?? '')
  expect(kept * fileBytes).toBeLessThan(32 * 1024 * 1024)
  expect(kept).toBe(6)
})

describe('the sitemaps of a crawl', () => {
  async function urlsOf(share?: CrawlShare) {
    const urls: string[] = []
    const take = async (found: string[]) => {
      urls.push(...found)
      return true
    }
    const problems = []
    for (const path of ['/index.xml', '/more.txt', '/moved.xml']) {
      const options = {
        allowHosts: new Set([server.host]),
        allowance: allowanceOfJob(),
        ...(share && { crawl: share }),
      }
      problems.push(await readSitemapUrls(new URL(path, server.origin), take, options))
    }
    return { urls, problems }
  }

  it('give their URLs at its end without another request', async () => {
    await serve(website)
    const alone = await urlsOf()
    expect(alone.urls.length).toBeGreaterThan(5)
    server.paths.length = 0
    const share = crawlsOf().of(1)
    await visit('/de', share)
    expect(await urlsOf(share)).toEqual(alone)
    expect(twice()).toEqual([])
  })

  it('are read at its end beyond what pages read of them', async () => {
    const children = Array.from({ length: 7 }, (_, at) => `/child-${at}.xml`)
    await serve((origin) => ({
      ...website(origin),
      '/index.xml': sitemapIndex(...children.map((path) => origin + path)),
      ...Object.fromEntries(children.map((path) => [path, `${origin}${path}/page`])),
    }))
    const share = crawlsOf().of(1)
    await visit('/de', share)
    expect(children.filter((path) => times(path) === 1)).toHaveLength(5)
    const { urls } = await urlsOf(share)
    expect(children.map((path) => times(path))).toEqual(children.map(() => 1))
    expect(urls).toEqual(expect.arrayContaining(children.map((path) => `${server.origin}${path}/page`)))
  })
})

describe('what is shared', () => {
  const { signal } = new AbortController()
  const result =
    (value: string, bytes = 100) =>
    async () => ({ value, bytes, keptMs: 1_000 })

  it('is bounded in bytes and entries over all that share, and what was used last stays', async () => {
    await serve(() => ({}))
    const memory = createMemory({ maxBytes: 3_000, maxEntries: 3 })
    const [one, other] = [createSharedResults<string>(memory), createSharedResults<string>(memory)]
    await one.share('a', signal, result('a'))
    await other.share('b', signal, result('b'))
    await one.share('c', signal, result('c'))
    expect(one.find('a')).toBe('a')
    await other.share('d', signal, result('d'))
    expect([one.find('a'), other.find('b'), one.find('c'), other.find('d')]).toEqual(['a', undefined, 'c', 'd'])
    await one.share('large', signal, result('large', 2_000))
    expect([one.find('a'), one.find('c'), other.find('d'), one.find('large')]).toEqual([
      undefined,
      undefined,
      undefined,
      'large',
    ])
    one.clear()
    expect(memory.bytes()).toBe(0)
  })

  it('is found by those that wait when the first one is aborted', async () => {
    await serve(() => ({}))
    const shared = createSharedResults<string>(createMemory({ maxBytes: 10_000, maxEntries: 10 }))
    const stopped = Promise.withResolvers<never>()
    const run = vi.fn(result('again'))
    const first = shared.share('a', signal, () => stopped.promise)
    const others = [shared.share('a', signal, run), shared.share('a', signal, run)]
    stopped.reject(new Error('aborted'))
    await expect(first).rejects.toThrow('aborted')
    expect(await Promise.all(others)).toEqual(['again', 'again'])
    expect(run).toHaveBeenCalledTimes(1)
  })
})
