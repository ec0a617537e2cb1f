import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HostileServer, startHostileServer } from '#testing/servers/hostile-server.ts'
import { postJson } from './post.ts'

describe('a request that sends JSON', () => {
  let server: HostileServer
  const stop = new AbortController()
  const stopped = new Error('The service stops')
  beforeAll(async () => {
    server = await startHostileServer(({ url }, response) => {
      if (url === '/silent') stop.abort(stopped)
      else response.writeHead(503).end()
    })
  })
  afterAll(() => server.close())

  const post = (path: string, signal?: AbortSignal) =>
    postJson(new URL(path, server.origin), '{}', {
      headers: {},
      allowHosts: new Set([server.host]),
      ...(signal && { signal }),
    })

  it('fails with the status if that is not 2xx', async () => {
    await expect(post('/unavailable')).rejects.toThrow('Status 503')
    await server.quiet()
  })

  it('fails with the reason of its signal, and closes its connection', async () => {
    await expect(post('/silent', stop.signal)).rejects.toBe(stopped)
    await server.quiet()
  })
})
