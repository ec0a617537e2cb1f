// @module-tag all
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startNameServer } from '#testing/servers/name-server.ts'
import { scriptAttacks } from '#testing/servers/script-attacks.ts'
import { renderingChromium as chromium } from '#testing/service/rendering.ts'
import { maxBytes, maxRequests } from './page-fetches.ts'
import { NotRendered, type RenderedPage } from './rendered-page.ts'
import { createRenderer, type Renderer } from './renderer.ts'

const times = { all: 8_000, waiting: 4_000, later: 500, stretching: 1_000, idle: 300, picture: 1_000 }

describe.skipIf(!chromium)('a hostile page', () => {
  let renderer: Renderer
  let pages: Server
  let service: Server
  let names: Awaited<ReturnType<typeof startNameServer>>
  const datagrams = createSocket('udp4')
  const reached: string[] = []
  /** Requests to the server of the pages. */
  let requests = 0
  const portOf = (server: Server) => (server.address() as AddressInfo).port
  const listen = async (server: Server) => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }

  beforeAll(async () => {
    service = createServer((request, response) => {
      reached.push(`${request.method} ${request.url}`)
      response.setHeader('access-control-allow-origin', '*').end('{}')
    })
    service.on('connect', (request) => void reached.push(`CONNECT ${request.url}`))
    service.on('connection', () => void reached.push('a connection'))
    datagrams.on('message', () => void reached.push('a datagram'))
    datagrams.bind(0, '127.0.0.1')
    await Promise.all([listen(service), once(datagrams, 'listening')])
    const forbidden = { host: `127.0.0.1:${portOf(service)}`, udp: datagrams.address().port }
    pages = createServer((request, response) => {
      requests += 1
      const { pathname, search } = new URL(request.url ?? '', 'http://a')
      if (pathname === '/to') return void response.writeHead(302, { location: search.slice(1) }).end()
      const attack = scriptAttacks[decodeURIComponent(pathname.slice(1))]
      const body =
        attack?.html(forbidden) ??
        '<!doctype html><title>Sound</title><body><script>document.body.append("a sound page")</script>'
      const headers = { ...attack?.headers?.(forbidden), 'content-type': 'text/html' }
      response
        .writeHead(pathname === '/robots.txt' ? 404 : 200, headers)
        .end(pathname === '/large' ? Buffer.alloc(5_000_000) : body)
    })
    await listen(pages)
    names = await startNameServer({
      'private.example.com': { a: ['127.0.0.1'] },
      'rebinding.example.com': { a: ['93.184.215.14', '127.0.0.1'] },
    })
    // The administrator lists the service too, as for analysing its own pages.
    const servicePort = portOf(service)
    const allowHosts = new Set([portOf(pages), servicePort].map((port) => `127.0.0.1:${port}`))
    const nameServers = [names.address]
    renderer = createRenderer({ chromium, withoutSandbox: false, allowHosts, servicePort, nameServers, times })
    expect(await renderer.problem()).toBeNull()
  })

  afterAll(async () => {
    await renderer.close()
    for (const server of [pages, service]) {
      server.closeAllConnections()
      server.close()
    }
    names.close()
    datagrams.close()
  })

  const render = (path: string): Promise<RenderedPage | NotRendered> =>
    renderer
      .render({ url: `http://127.0.0.1:${portOf(pages)}/${encodeURIComponent(path)}`, screenshot: true })
      .catch((error: unknown) => {
        if (error instanceof NotRendered) return error
        throw error
      })

  it.for(Object.entries(scriptAttacks))('with %s has its outcome, and reaches nothing', async ([name, attack]) => {
    reached.length = 0
    requests = 0
    const start = performance.now()
    // It ends by the limits of the renderer: the test's own is longer.
    const result = await render(name)
    const outcome = result instanceof NotRendered ? result.code : 'rendered'
    if (process.env.SHOW_ATTACKS) {
      const {
        html = '',
        refusedRedirect = null,
        redirectedTo = null,
        finalUrl = '',
        requests = 0,
        failedRequests = null,
        isIdle = null,
        ms = 0,
        consoleErrors = null,
      } = result instanceof NotRendered ? {} : result
      console.log(
        JSON.stringify({
          name,
          outcome,
          took: Math.round(performance.now() - start),
          ms,
          isIdle,
          requests,
          failed: failedRequests?.total,
          errors: consoleErrors?.total,
          refusedRedirect,
          redirectedTo,
          finalUrl,
          detail: result instanceof NotRendered ? result.detail.slice(0, 300) : html.slice(0, 60).replaceAll('\n', ' '),
        }),
      )
    }
    expect(attack.outcomes).toContain(outcome)
    expect(reached).toEqual([])
    // One of them is for robots.txt.
    expect(requests).toBeLessThanOrEqual(maxRequests + 1)
    if (!(result instanceof NotRendered)) expect(result.bytes).toBeLessThan(maxBytes + 1_000_000)
    if (!(result instanceof NotRendered)) expect(result.html).not.toMatch(/granted|reached|candidate|root:/)
    const next = await render('sound')
    expect(next).toMatchObject({ html: expect.stringContaining('a sound page') })
  })
})
