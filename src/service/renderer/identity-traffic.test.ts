// @module-tag all
import type { RequestListener } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { identityFor } from '#service/fetcher/identity.ts'
import { createSigner, createSigningKey } from '#service/fetcher/signature.ts'
import { type RecordingHost, recordRequests, redirectTo } from '#testing/servers/recording.ts'
import { renderingChromium as chromium } from '#testing/service/rendering.ts'
import { createRenderer } from './renderer.ts'

const names = ['authorization', 'cookie', 'x-staging', 'signature']
const identity = {
  userAgentSuffix: 'Staff/1',
  headers: [['X-Staging', 'open']] as [string, string][],
  basic: { user: 'staff', password: 'secret' },
  cookies: [['session', 'abc']] as [string, string][],
  signature: true,
  hosts: [] as string[],
}
const signer = createSigner(createSigningKey(), 'https://reports.example')

const document = (body: string) => `<!doctype html><html lang="en"><title>A page</title><body>${body}`
/** Reads a URL by a script and writes what came of it into the page. */
const read = (id: string, url: string, options = '{}') =>
  `<p id="${id}"></p><script>fetch(${JSON.stringify(url)}, ${options}).then((response) => response.text(), () => 'failed').then((text) => { document.getElementById('${id}').textContent = '${id}: ' + text })</script>`

/** Renders a page of a website with its identity, as the fetcher has fetched it. */
async function render(site: RecordingHost, others: RecordingHost[], body: string, hosts: string[] = []) {
  const allowHosts = new Set([site, ...others].map(({ host }) => host))
  const renderer = createRenderer({ chromium, withoutSandbox: false, allowHosts })
  onTestFinished(() => renderer.close())
  const url = `${site.url}/`
  return renderer.render({
    url,
    document: { status: 200, headers: [['content-type', 'text/html']], body: Buffer.from(document(body)) },
    robots: { url: `${url}robots.txt`, outcome: 'absent', status: 404, text: '', bytes: 0 },
    identity: identityFor(new URL(url), { ...identity, hosts }, signer),
    screenshot: false,
  })
}

/** Returns the parts of the identity that requests of a path had, each with how many had them. */
const sentTo = ({ requests }: RecordingHost, path: string) =>
  requests
    .filter((request) => request.path === path)
    .map(({ headers }) => names.filter((name) => headers[name] !== undefined))

const text: RequestListener = (request, response) => void response.end(`got ${request.url}`)

describe.skipIf(!chromium)('a rendered page', () => {
  it('gets what it requests from its own host with the identity, and what is elsewhere without', async () => {
    const other = await recordRequests('https', {
      '/image.png': text,
      '/landed': (_request, response) => response.setHeader('access-control-allow-origin', '*').end('landed'),
    })
    const site = await recordRequests('https', {
      '/data': text,
      '/moved': redirectTo('/target'),
      '/target': text,
      '/away': redirectTo(`${other.url}/landed`),
      '/style.css': text,
      '/post': text,
    })
    const { html } = await render(
      site,
      [other],
      [
        '<link rel="stylesheet" href="/style.css">',
        `<img src="${other.url}/image.png">`,
        read('data', '/data'),
        read('moved', '/moved'),
        read('away', '/away'),
        read('post', '/post', "{ method: 'POST', body: 'a' }"),
        read('long', '/long', "{ headers: { 'x-long': 'a'.repeat(100001) } }"),
      ].join(''),
    )
    for (const path of ['/data', '/moved', '/target', '/away', '/style.css'])
      expect({ path, sent: sentTo(site, path) }).toEqual({ path, sent: [names] })
    expect(sentTo(site, '/post')).toEqual([[]])
    for (const path of ['/image.png', '/landed'])
      expect({ path, sent: sentTo(other, path) }).toEqual({ path, sent: [[]] })
    for (const { headers } of other.requests) expect(headers['user-agent']).not.toContain('Staff')
    expect(site.received('/data', 'user-agent')[0]).toMatch(/^Mozilla.*Chrome.*Staff\/1$/)
    for (const written of ['data: got /data', 'moved: got /target', 'away: landed', 'post: got /post', 'long: failed'])
      expect(html).toContain(written)
  })

  it('keeps frames of other hosts from the identity, also where they embed its host', { tags: 'all' }, async () => {
    const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    const site = await recordRequests('https', {
      '*': (request, response) => response.writeHead(200, open).end(`got ${request.url}`),
    })
    const asWorker = `{ headers: { 'Service-Worker': 'script' } }`
    const other = await recordRequests('https', {
      '/frame': (_request, response) => {
        response.setHeader('content-type', 'text/html')
        response.end(
          document(
            `<img src="${site.url}/by-image"><iframe src="${site.url}/by-frame"></iframe><script>fetch('${site.url}/by-script', { mode: 'no-cors' }); fetch('${site.url}/as-worker', ${asWorker})</script>`,
          ),
        )
      },
    })
    const own = `<iframe src="/own-frame"></iframe><iframe srcdoc="<img src='/by-srcdoc'>"></iframe>`
    await render(site, [other], `${own}<iframe src="${other.url}/frame"></iframe>`)
    for (const path of ['/own-frame', '/by-srcdoc'])
      expect({ path, sent: sentTo(site, path) }).toEqual({ path, sent: [names] })
    for (const path of ['/by-image', '/by-frame', '/by-script'])
      expect({ path, sent: sentTo(site, path) }).toEqual({ path, sent: [[]] })
    // The first is the preflight.
    expect(sentTo(site, '/as-worker')).toEqual([[], []])
    expect(sentTo(other, '/frame')).toEqual([[]])
  })

  it('reads responses of a further host only if that allows it', { tags: 'all' }, async () => {
    const api = await recordRequests('https', {
      '/closed': text,
      '/open': (request, response) => {
        response.setHeader('access-control-allow-origin', request.headers.origin ?? '')
        response.end('open')
      },
    })
    const site = await recordRequests('https', {})
    const { html } = await render(site, [api], read('closed', `${api.url}/closed`) + read('open', `${api.url}/open`), [
      api.host,
    ])
    expect(sentTo(api, '/closed')).toEqual([names])
    expect(sentTo(api, '/open')).toEqual([names])
    expect(sentTo(api, '/robots.txt')).toEqual([names])
    expect(html).toContain('closed: failed')
    expect(html).toContain('open: open')
  })

  it('keeps no cookie, and gets none of the identity into its scripts', { tags: 'all' }, async () => {
    const site = await recordRequests('https', {
      '/set': (_request, response) => response.setHeader('set-cookie', 'kept=1').end('set'),
      '/after': text,
    })
    const { html } = await render(
      site,
      [],
      `<p id="all"></p><script>fetch('/set').then(() => fetch('/after')).then((response) => { document.getElementById('all').textContent = 'cookies: [' + document.cookie + ']' + [...response.headers] })</script>`,
    )
    expect(site.received('/after', 'cookie')).toEqual(['session=abc'])
    expect(html).toContain('cookies: []')
    expect(html).not.toMatch(/secret|abc|staging/i)
  })
})
