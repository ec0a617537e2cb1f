import type { OutgoingHttpHeaders, RequestListener } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { serve, servePages } from '#testing/servers/loopback.ts'
import { page, pagesWith, rendererFor, renderingChromium as chromium, script } from '#testing/service/rendering.ts'

describe.skipIf(!chromium)('a rendered page', () => {
  it('requests nothing in advance, whatever its rules, links and headers say', { tags: 'all' }, async () => {
    const { host: other, url: otherUrl, server: otherServer } = await servePages({})
    const asked: string[] = []
    const rules = (path: string) =>
      `<script type="speculationrules">{"prefetch":[{"urls":["${path}"],"eagerness":"immediate"}],"prerender":[{"urls":["${path}"],"eagerness":"immediate"}]}</script>`
    const links = (path: string) =>
      ['prefetch', 'prerender', 'preconnect', 'dns-prefetch']
        .map((rel) => `<link rel="${rel}" href="${path}">`)
        .join('')
    const pages: Record<string, string> = {
      '/': page(`<h1>A page</h1>${rules('/by-rule')}${links('/by-link')}${links(`${otherUrl}/`)}
        <div><template shadowrootmode="open">${rules('/in-shadow')}</template></div><iframe src="/frame"></iframe>
        <script>
          let number = 0
          const timer = setInterval(() => {
            const rule = document.createElement('script')
            rule.type = 'speculationrules'
            rule.textContent = JSON.stringify({ prefetch: [{ urls: ['/by-script?' + number], eagerness: 'immediate' }] })
            document.body.append(rule)
            document.head.insertAdjacentHTML('beforeend', ${JSON.stringify(links('/added'))})
            if (++number < 20) return
            clearInterval(timer)
            document.title = 'All rules were added'
          }, 20)
        </script>`),
      '/frame': page(rules('/in-frame') + links('/in-frame')),
    }
    const { host, url } = await serve((request, response) => {
      asked.push(request.url ?? '')
      response.setHeader('speculation-rules', '"/rules.json"')
      response.setHeader('link', ['</by-header>; rel=prefetch', `<${otherUrl}/>; rel=preconnect`])
      response.setHeader('content-type', 'text/html').end(pages[request.url ?? ''] ?? '')
    })
    let connections = 0
    otherServer.on('connection', () => (connections += 1))
    const { html, requests, failedRequests } = await rendererFor([host, other]).render({ url, screenshot: false })
    expect(html).toContain('All rules were added')
    expect(asked.toSorted()).toEqual(['/', '/frame', '/robots.txt'])
    expect(connections).toBe(0)
    expect([requests, failedRequests.total]).toEqual([2, 0])
  })

  it('has what it writes to servers, keeps its cookies, and reads only what they allow it', async () => {
    const open = { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'PUT' }
    const received: string[] = []
    const answer =
      (headers: OutgoingHttpHeaders): RequestListener =>
      async (request, response) => {
        const { method, url: path, headers: sent } = request
        const text = `${method} ${path} ${await textOf(request)}${sent.cookie ?? ''}`
        received.push(text)
        response.writeHead(200, headers).end(`got ${text};`)
      }
    const { host: api, url: apiUrl } = await servePages({ '/open': answer(open), '/closed': answer({}) })
    const { host, url } = await servePages({
      '/': script(`
        const show = (text) => document.body.append(text)
        const read = (...request) => fetch(...request).then((one) => one.text()).then(show, () => show('failed ' + request[0] + ';'))
        read('/write', { method: 'POST', body: 'a=1 ' }).then(() => read('/read'))
        read('${apiUrl}/open', { method: 'PUT', body: 'b' })
        read('${apiUrl}/closed', { method: 'PUT', body: 'c' })
        read('${apiUrl}/closed')`),
      '/write': answer({ 'set-cookie': 'seen=1' }),
      '/read': answer({}),
    })
    const { html } = await rendererFor([host, api]).render({ url, screenshot: false })
    for (const text of ['POST /write a=1 ', 'GET /read seen=1', 'PUT /open b']) expect(html).toContain(`got ${text};`)
    expect(html.match(/failed [^;]*\/closed;/g)).toHaveLength(2)
    expect(received).not.toContain('PUT /closed c')
  })

  it('sends each request when it is its turn', { tags: 'all' }, async () => {
    const images = Array.from({ length: 6 }, (_, at) => `/${at}.png`)
    const open = new Set<string>()
    const most: number[] = []
    const answer: RequestListener = ({ url = '' }, response) => {
      open.add(url)
      most.push(open.size)
      setImmediate(() => {
        open.delete(url)
        response.writeHead(404).end()
      })
    }
    const { host, url } = await servePages({
      '/': page(`<h1>A page</h1>${images.map((path) => `<img src="${path}">`).join('')}`),
      ...Object.fromEntries(images.map((path) => [path, answer])),
    })
    const hostPaces = new Map([[host, { perSecond: 1_000, maxConcurrent: 1 }]])
    const { failedRequests } = await rendererFor([host], { hostPaces }).render({ url, screenshot: false }, 'a key')
    expect(failedRequests.total).toBe(images.length)
    expect(most).toEqual(images.map(() => 1))
  })

  it('requests nothing with a very long URL, and has none itself', { tags: 'all' }, async () => {
    const { render } = await pagesWith({
      '/': script(`
        fetch('/data?' + 'a'.repeat(100000)).catch(() => document.body.append('no data'))
        fetch('/data').then((one) => one.text()).then((text) => document.body.append(text))`),
      '/data': 'short data',
      '/away': script(`location.href = '/data?' + 'a'.repeat(100000)`),
      '/named': script(`history.replaceState(null, '', '?' + 'a'.repeat(100000))`),
    })
    const { html, failedRequests } = await render()
    expect(html).toContain('no data')
    expect(html).toContain('short data')
    expect(failedRequests).toMatchObject({ items: [{ type: 'fetch', reason: 'limit' }], total: 1 })
    expect((await render('/away')).html).toContain('<h1>A page</h1>')
    await expect(render('/named')).rejects.toMatchObject({ code: 'too_heavy', detail: 'URL' })
  })

  it('has failed requests with their reasons', { tags: 'all' }, async () => {
    const { url, render } = await pagesWith({
      '/': page(
        '<img src="/missing.png"><script src="http://10.0.0.1/a.js"></script><img src="http://shop.invalid/a.png">' +
          '<link rel="stylesheet" href="/missing.css"><script type="module" src="/missing.js"></script>' +
          '<script>fetch("/missing.json").then((response) => response.body.cancel())</script>',
      ),
    })
    const { failedRequests } = await render()
    expect(failedRequests.items.toSorted((a, b) => a.url.localeCompare(b.url))).toMatchObject([
      { url: 'http://10.0.0.1/a.js', type: 'script', reason: 'unreachable' },
      ...['css', 'js', 'json', 'png'].map((type) => ({ url: `${url}/missing.${type}`, reason: 'HTTP 404' })),
      { url: 'http://shop.invalid/a.png', reason: 'unreachable' },
    ])
  })

  it('has responses with any status, and with headers as they were sent', { tags: 'all' }, async () => {
    const statuses = [299, 420, 499, 520, 600, 999]
    const { render } = await pagesWith({
      '/': script(`
        const show = (text) => document.body.append(text + ';')
        for (const status of ${JSON.stringify(statuses)})
          fetch('/' + status).then((one) => one.text().then((text) => show(one.status + ' ' + text)), () => show('failed'))
        fetch('/moved').then((one) => one.text()).then(show)`),
      ...Object.fromEntries(
        statuses.map((status): [string, RequestListener] => [
          `/${status}`,
          (_, response) => response.writeHead(status).end('got'),
        ]),
      ),
      // The bytes of UTF-8.
      '/moved': (_, response) => response.writeHead(302, { location: '/\u00c3\u00a4' }).end(),
      '/%C3%A4': 'a page with another letter',
    })
    const { html, isIdle } = await render()
    for (const status of statuses) expect(html).toContain(`${status} got;`)
    expect(html).toContain('a page with another letter;')
    expect(isIdle).toBe(true)
  })
})
