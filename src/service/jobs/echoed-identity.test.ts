import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Kysely } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createRenderer } from '#service/renderer/renderer.ts'
import { unpack } from '#service/store/reports/report-payloads.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { recordRequests } from '#testing/servers/recording.ts'
import { renderingChromium as chromium } from '#testing/service/rendering.ts'
import { sqliteService, testService, type TestService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

const header = 'Tok&en <"12> x'
const cookie = 'cookie/Val+77=='
const password = 'pä ss"w<rd1'
const credentials = Buffer.from(`staff:${password}`).toString('base64')

const codes = (text: string, encode: (code: number) => string) =>
  [...text].map((character) => encode(character.codePointAt(0) ?? 0)).join('')
const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', ä: '&auml;' }
const encode = {
  named: (text: string) => text.replace(/[&<>"ä]/g, (character) => named[character] ?? ''),
  decimal: (text: string) => codes(text, (code) => `&#${code};`),
  hex: (text: string) => codes(text, (code) => `&#x${code.toString(16)};`),
  json: (text: string) => JSON.stringify(text).slice(1, -1).replaceAll('<', '\\u003c'),
  escaped: (text: string) => codes(text, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
  percent: encodeURIComponent,
  percentLower: (text: string) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  base64: (text: string) => Buffer.from(text).toString('base64'),
  base64url: (text: string) => Buffer.from(text).toString('base64url'),
}
const encodings = Object.values(encode)
const forms = (value: string) => [value, ...encodings.map((encoding) => encoding(value))]

/** Returns all that a database keeps, packed values as well. */
async function dump(db: Kysely<any>): Promise<string> {
  const tables = await db.introspection.getTables()
  const rows = []
  for (const { name } of tables)
    for (const row of await db.selectFrom(name).selectAll().execute())
      rows.push(...Object.entries(row).map(([column, value]) => `${name}.${column}: ${readable(value)}`))
  return rows.join('\n')
}

function readable(value: unknown): string {
  if (!(value instanceof Uint8Array)) return typeof value === 'string' ? value : JSON.stringify(value)
  try {
    return texts(unpack(value)).join('\n')
  } catch {
    return Buffer.from(value).toString('latin1')
  }
}

const texts = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, item]) => [name, ...texts(item)])
    : [String(value)]

/** Returns the encodings of values that a text has, with what is around them. */
const found = (text: string, values: readonly string[]) =>
  values.flatMap(forms).flatMap((form) => {
    const at = text.toLowerCase().indexOf(form.toLowerCase())
    return at < 0 ? [] : [text.slice(Math.max(0, at - 60), at + form.length + 20)]
  })

/** A page that shows a value in everything that is read of it, with another encoding in each. */
const echoing = (value: string, link = '/linked') => {
  const { named: html, decimal, hex, json, escaped, percent, percentLower, base64, base64url } = encode
  const all = encodings.map((encoding) => html(encoding(value)))
  return `<!doctype html><html lang="en"><head><title>Hello ${html(value)}</title>
    <meta name="description" content="For ${decimal(value)} and ${hex(value)}">
    <meta name="robots" content="${html(value)}"><meta name="generator" content="${html(value)} 1.0">
    <meta property="og:title" content="${html(value)}"><meta property="og:description" content="${percent(value)}">
    <meta name="twitter:title" content="${percentLower(value)}">
    <script type="application/ld+json">{"@type":"Product","name":"${json(value)}","description":"${escaped(value)}","sku":"${base64(value)}"}</script>
    <script>var token = "${escaped(value)}"; document.write('${base64url(value)}')</script></head>
    <body><h1>${html(value)}</h1><h2>${all.join(' ')}</h2><p>${html(value)}</p>
    <img src="/missing.png" data-value="${html(value)}" title="${decimal(value)}">
    <img src="/missing.png" alt="${base64(value)}"><form action="http://other.example/"><input name="${html(value)}" value="${hex(value)}"></form>
    <a href="${link}" title="${percent(value)}">${html(value)}</a> <a href="javascript:go('${percent(value)}')">${hex(value)}</a>
    <a href="/gone" data-value="${base64url(value)}">${'long '.repeat(50)}${html(value)}</a>
    <p id="${html(value)}">${all.join('</p><p>')}</p></body></html>`
}

type Site = Awaited<ReturnType<typeof recordRequests>>
const page =
  (html: (request: IncomingMessage) => string, more: (request: IncomingMessage) => object = () => ({})) =>
  (request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...more(request) }).end(html(request))

const valuesOf = ({ headers }: IncomingMessage) =>
  [
    headers['x-staging']?.toString(),
    /session=([^;]*)/.exec(headers.cookie ?? '')?.[1],
    headers.authorization?.replace('Basic ', ''),
    headers.authorization &&
      Buffer.from(headers.authorization.slice(6), 'base64')
        .toString()
        .replace(/^staff:/, ''),
  ].flatMap((value) => value ?? [])

async function serviceFor(service: TestService, pages: Record<string, string | RequestListener>) {
  const site = await recordRequests('https', pages)
  service.allowHosts.add(site.host)
  const { website_id } = await createReport(service.store.db, newReport({ url: `${site.url}/`, domain: site.host }))
  const setIdentity = async (form: Record<string, string>) =>
    expect((await service.call(`PUT /api/v1/websites/${website_id}/identity`, { form })).status).toBe(200)
  const analyse = (path: string) => service.call('POST /api/v1/reports', { form: { url: site.url + path } })
  return { site, website_id, setIdentity, analyse }
}

async function crawl(service: TestService, { url }: Site) {
  const { body } = await service.call('POST /api/v1/jobs', { form: { crawl: `${url}/` } })
  service.runJobs()
  await expect
    .poll(async () => (await service.call(`GET /api/v1/jobs/${body.data.id}`)).body.data.state, { timeout: 40_000 })
    .toBe('done')
}

describeEachEngine('a page that echoes the identity', ({ openStore }) => {
  it('has none of its values kept, in any encoding', async () => {
    const service = await testService(await openStore())
    const echo = page(
      (request) =>
        valuesOf(request)
          .map((value) => echoing(value))
          .join(''),
      (request) => {
        const [value = '', second = '', third = ''] = valuesOf(request)
        return { 'X-Echo': value, Server: second, 'X-Powered-By': encode.base64(value), 'Content-Language': third }
      },
    )
    const { site, setIdentity, analyse } = await serviceFor(service, {
      '/': echo,
      '/linked': echo,
      '/robots.txt': (request, response) =>
        void response
          .writeHead(200, { 'Content-Type': 'text/plain' })
          .end(`User-agent: *\nDisallow: /${valuesOf(request)[1]}\nSitemap: ${site.url}/sitemap.xml\n`),
      '/sitemap.xml': (request, response) =>
        void response
          .writeHead(200, { 'Content-Type': 'application/xml' })
          .end(
            `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>not a URL ${valuesOf(request)[1]}</loc></url></urlset>`,
          ),
    })
    await setIdentity({
      headers: `X-Staging: ${header}`,
      basic_user: 'staff',
      basic_password: password,
      cookies: `session=${cookie}`,
    })
    const { status, body, text } = await analyse('/')
    expect(status).toBe(201)
    expect(body.data.title).toBe('Hello •••')
    const values = [header, cookie, password, credentials]
    expect(found(text, values)).toEqual([])
    await crawl(service, site)
    expect(site.requests.map(({ path }) => path)).toContain('/linked')
    const kept = await dump(service.store.db)
    expect(kept).toContain('Hello •••')
    expect(found(kept, values)).toEqual([])
    const report = await service.call(`GET /api/v1/reports/${body.data.id}`)
    expect(found(report.text, values)).toEqual([])
    expect(report.body.data.facts.preview.title).toBe('Hello •••')
  }, 90_000)

  it('is followed by URLs that have a value', async () => {
    const service = await testService(await openStore())
    const path = '/linked?key=abcdefgh-1234'
    const { site, setIdentity, analyse } = await serviceFor(service, {
      '/': `<!doctype html><title>A page</title><a href="${path}">abcdefgh-1234</a>`,
      [path]: '<!doctype html><title>abcdefgh-1234</title>',
    })
    await setIdentity({ headers: 'X-Staging: abcdefgh-1234' })
    expect((await analyse('/')).status).toBe(201)
    expect(site.received(path, 'x-staging')).toEqual(['abcdefgh-1234'])
    await crawl(service, site)
    expect((await analyse(path)).body.data).toMatchObject({ url: site.url + path, title: '•••' })
    const { body } = await service.call(`GET /api/v1/reports?search=key`)
    expect(body.data.map(({ url }: { url: string }) => url)).toContain(site.url + path)
  }, 90_000)
})

describe('a short value of an identity', () => {
  const setUp = async (pages: Record<string, string | RequestListener>) => {
    const service = await sqliteService()
    const all = await serviceFor(service, pages)
    await all.setIdentity({ headers: 'X-Staging: open\nX-Long: abcdefgh', cookies: 'session=zq71' })
    const titleOf = async (path: string) => (await all.analyse(path)).body.data.title
    return { ...all, titleOf }
  }

  it('is masked if the page shows it only in answer to the identity', async () => {
    const { site, titleOf } = await setUp({
      '/': page(({ headers }) => `<!doctype html><title>Hello ${headers['x-staging'] ?? 'you'}</title>`),
      '/closed': (request, response) =>
        void response
          .writeHead(request.headers.cookie ? 200 : 401, { 'Content-Type': 'text/html' })
          .end(`<!doctype html><title>${request.headers.cookie ? encode.hex('zq71') : 'Sign in'}</title>`),
      '/twice': page(
        ({ headers }) => `<!doctype html><title>Now ${headers['x-staging'] ?? ''}</title><p>We are open on Sunday`,
      ),
    })
    expect(await titleOf('/')).toBe('Hello •••')
    expect(site.received('/', 'x-staging')).toEqual(['open', '-'])
    expect(site.received('/', 'cookie')).toEqual(['session=zq71', '-'])
    expect([await titleOf('/closed'), await titleOf('/twice')]).toEqual(['•••', 'Now •••'])
  })

  it('stays if the page shows it to everyone, also in longer words, for which no request is sent', async () => {
    const { site, titleOf } = await setUp({
      '/': '<!doctype html><title>We are open</title>',
      '/word': '<!doctype html><title>The opening hours</title>',
      '/body': '<!doctype html><title>Hours</title><!-- open --><p>Text',
    })
    expect(await titleOf('/')).toBe('We are open')
    expect([await titleOf('/word'), await titleOf('/body')]).toEqual(['The opening hours', 'Hours'])
    const sent = ['/', '/word', '/body'].map((path) => site.received(path, 'x-staging'))
    expect(sent).toEqual([['open', '-'], ['open'], ['open']])
  })

  it('is masked from eight characters on without a comparison, and a username never is', async () => {
    const { site, setIdentity, titleOf } = await setUp({
      '/': '<!doctype html><title>abcdefgh of administrator</title>',
    })
    await setIdentity({ basic_user: 'administrator', basic_password: 'abcdefgh' })
    expect(await titleOf('/')).toBe('••• of administrator')
    expect(site.received('/', 'x-long')).toEqual(['abcdefgh'])
  })
})

describe.skipIf(!chromium)('a rendered page that echoes the identity', { tags: 'all', timeout: 120_000 }, () => {
  it('has no screenshot, and its other facts are masked', async () => {
    const shell = (text: string) =>
      `<!doctype html><html lang="en"><title>Shop</title><div id="root"></div><script>
        document.title = 'Lamps ' + '${text}'
        document.querySelector('#root').innerHTML = '<h1>Lamps ${text}</h1><p>' + 'They shine for many years. '.repeat(30)
        console.error('Failed for ${text}')
      </script>`
    const allowHosts = new Set<string>()
    const renderer = createRenderer({ chromium, withoutSandbox: false, allowHosts, onProblem: () => {} })
    onTestFinished(() => renderer.close())
    const service = await sqliteService({ renderer })
    const { site, setIdentity, analyse } = await serviceFor(service, {
      '/': page((request) => shell(valuesOf(request)[0] ?? '')),
      '/short': page((request) => shell(valuesOf(request)[1] ?? '')),
      '/plain': shell('for the garden'),
      '/by-script': page(
        () =>
          `<!doctype html><title>Shop</title><div id="root"></div><script>fetch('/me').then((r) => r.text()).then((text) => { document.title = text })</script>`,
      ),
      '/me': page((request) => valuesOf(request)[0] ?? ''),
    })
    allowHosts.add(site.host)
    await setIdentity({ headers: 'X-Staging: marker-value', cookies: 'session=zq71' })
    const shown = async (path: string) => {
      const { data } = (await analyse(path)).body
      return [data.engine, data.title, data.facts.rendered.has_screenshot]
    }
    expect(await shown('/')).toEqual(['rendered', 'Lamps •••', false])
    expect(await shown('/short')).toEqual(['rendered', 'Lamps •••', false])
    expect(await shown('/plain')).toEqual(['rendered', 'Lamps for the garden', true])
    expect(await shown('/by-script')).toEqual(['rendered', '•••', false])
    expect(found(await dump(service.store.db), ['marker-value', 'zq71'])).toEqual([])
  })
})
