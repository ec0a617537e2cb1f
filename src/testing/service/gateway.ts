import type { IncomingMessage, RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { visitorRateLimit } from '#service/config.ts'
import { createGatewayApp, type GatewayAppDeps } from '#service/gateway.ts'
import { type GatewayLimits, readUpstream } from '#service/gateway/upstream.ts'
import { startHostileServer } from '#testing/servers/hostile-server.ts'

export type TestGateway = {
  origin: string
  port: number
  lines: Record<string, unknown>[]
  api: (path: string, init?: RequestInit) => Promise<Response>
}

type Options = Partial<Pick<GatewayAppDeps, 'lookup' | 'webRoot'>> & {
  limits?: Partial<GatewayLimits>
  allow?: string[]
  publicUrl?: string | null
}

/**
 * Starts the real gateway to a server on loopback, which is allowed unless `allow` is given. It is closed when the
 * running test ends.
 */
export async function gatewayTo(
  address: string,
  { limits = {}, allow = [new URL(address).host], publicUrl = null, ...more }: Options = {},
): Promise<TestGateway> {
  const upstream = readUpstream(address, new Set(allow))
  if (typeof upstream === 'string') throw new Error(upstream)
  const lines: Record<string, unknown>[] = []
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const webRoot = join(import.meta.dirname, 'no-such-folder')
  const app = await createGatewayApp({
    config: { publicUrl, trustProxy: null, visitorRateLimit },
    upstream,
    log: pino({ level: 'debug' }, sink),
    webRoot,
    limits,
    ...more,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  onTestFinished(async () => {
    app.server.closeAllConnections()
    await app.close()
  })
  const origin = `http://127.0.0.1:${port}`
  return { origin, port, lines, api: (path, init) => fetch(origin + path, { redirect: 'manual', ...init }) }
}

type Seen = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'> & { body: string }

/** An upstream server that records its requests and responds with `listener`. Closed when the running test ends. */
export async function upstream(
  listener: RequestListener = (_, response) =>
    response.setHeader('Content-Type', 'application/json').end('{"data":[]}'),
) {
  const seen: Seen[] = []
  const server = await startHostileServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method, url, headers, rawHeaders } = request
    seen.push({ method, url, headers, rawHeaders, body })
    listener(request, response)
  })
  onTestFinished(() => server.close())
  return { origin: server.origin, seen }
}
