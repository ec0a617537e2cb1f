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

  it('has no files that robots.txt forbids Googlebot, and names them with the rule', { tags: 'all' }, async () => {
    const asked: string[] = []
    const { host, url } = await serve((request, response) => {
      asked.push(request.url ?? '')
      const files: Record<string, string> = {
        '/robots.txt': 'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /api/\n',
        '/': script(`fetch('/api/products').catch(() => document.body.append('no products'))`),
      }
      response.setHeader('content-type', 'text/html').end(files[request.url ?? ''] ?? '')
    })
    const { html, blockedByRobots, failedRequests } = await rendererFor([host]).render({ url, screenshot: false })
    expect(html).toContain('no products')
    expect(blockedByRobots).toEqual({
      items: [{ url: `${url}/api/products`, type: 'fetch', line: 5, rule: 'Disallow: /api/' }],
      total: 1,
    })
    expect(failedRequests.total).toBe(0)
    expect(asked).not.toContain('/api/products')
  })

  it('does not follow redirects to what robots.txt forbids Googlebot', { tags: 'all' }, async () => {
    const { url, render } = await pagesWith({
      '/robots.txt': 'User-agent: *\nDisallow: /private',
      '/': page('<h1>A page</h1><script src="/moved.js"></script><script src="/sound.js"></script>'),
      '/moved.js': (_, response) => response.writeHead(302, { location: '/private/a.js' }).end(),
      '/private/a.js': `document.body.append('forbidden')`,
      '/sound.js': (_, response) => response.writeHead(302, { location: '/other.js' }).end(),
      '/other.js': `document.body.append('permitted')`,
      '/away': script(`location.href = '/private/page'`),
      '/private/page': page('a forbidden page'),
      '/through': script(`location.href = '/first'`),
      '/framing': page('<h1>A page</h1><iframe src="/frame"></iframe>'),
      '/frame': (_, response) => response.writeHead(302, { location: '/private/page' }).end(),
      '/first': (_, response) => response.writeHead(302, { location: '/private/page' }).end(),
    })
    const { html, blockedByRobots, failedRequests } = await render()
    expect(html).toContain('permitted')
    expect(html).not.toContain('forbidden')
    const rule = { line: 2, rule: 'Disallow: /private' }
    expect(blockedByRobots).toEqual({ items: [{ url: `${url}/private/a.js`, type: 'script', ...rule }], total: 1 })
    expect(failedRequests.total).toBe(0)
    const away = await render('/away')
    expect(away).toMatchObject({ redirectedTo: null, refusedRedirect: `${url}/private/page` })
    expect(away.html).not.toContain('a forbidden page')
    const forbidden = { items: [{ url: `${url}/private/page`, type: 'document', ...rule }], total: 1 }
    expect(away.blockedByRobots).toEqual(forbidden)
    expect(await render('/through')).toMatchObject({ redirectedTo: null, refusedRedirect: `${url}/private/page` })
    expect((await render('/framing')).blockedByRobots).toEqual(forbidden)
    // The fetcher decides about the page itself.
    expect((await render('/first')).html).toContain('a forbidden page')
  })

  it(
    'that is judged as production has the files that only rules for the whole website forbid',
    { tags: 'all' },
    async () => {
      const { host, url } = await servePages({
        '/robots.txt': 'User-agent: *\nDisallow: /\nDisallow: /private',
        '/': page('<h1>A page</h1><script src="/a.js"></script><script src="/private/a.js"></script>'),
        '/a.js': `document.body.append('permitted')`,
        '/private/a.js': `document.body.append('forbidden')`,
      })
      const request = { url, screenshot: false }
      const { html, blockedByRobots } = await rendererFor([host]).render({ ...request, judgedAsProduction: host })
      expect(html).toContain('permitted')
      expect(html).not.toContain('forbidden')
      expect(blockedByRobots.items).toMatchObject([{ url: `${url}/private/a.js`, rule: 'Disallow: /private' }])
    },
  )
})
