import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type HostileServer, startHostileServer, startRawServer } from '#testing/servers/hostile-server.ts'
import { fetchFrom, fetchPageAt, refusalOf } from '#testing/servers/page-fetcher.ts'

let server: HostileServer
beforeAll(async () => {
  server = await startHostileServer()
})
afterEach(() => server.quiet())
afterAll(() => server.close())

const limits = { requestMs: 60 }

describe('a slow page', () => {
  it.each(['/silent', '/stalled', '/dripping'])('is refused when the request times out: %s', async (path) => {
    expect(await refusalOf(fetchFrom(server, path, { limits }))).toBe('timeout')
  })

  it('is refused when its headers arrive too slowly', async () => {
    const slow = await startRawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('X-A: b\r\n'), 5)
      socket.on('close', () => clearInterval(timer))
    })
    expect(await refusalOf(fetchFrom(slow, '/', { limits }))).toBe('timeout')
    await slow.quiet()
    await slow.close()
  })

  it('is refused when the total time is up', async () => {
    const outcome = fetchFrom(server, '/silent', { limits: { totalMs: 60 } })
    expect(await refusalOf(outcome)).toBe('time_up')
  })

  it.runIf(process.platform === 'linux')('is unreachable when no connection is accepted', async () => {
    const { host, release } = await startDeafServer()
    const outcome = fetchPageAt(new URL(`http://${host}/`), { allowHosts: new Set([host]), limits: { connectMs: 60 } })
    expect(await refusalOf(outcome)).toBe('unreachable')
    await release()
  })
})

describe('an abort by the caller', () => {
  it.each(['/silent', '/stalled', '/endless', '/dripping'])('ends reading %s', async (path) => {
    const controller = new AbortController()
    const outcome = fetchFrom(server, path, { signal: controller.signal })
    setImmediate(() => controller.abort(new Error('aborted')))
    await expect(outcome).rejects.toThrow('aborted')
  })

  it('prevents every request', async () => {
    const before = server.connections()
    const outcome = fetchFrom(server, '/page', { signal: AbortSignal.abort(new Error('aborted')) })
    await expect(outcome).rejects.toThrow('aborted')
    expect(server.connections()).toBe(before)
  })

  it('ends waiting for another request to the same host', async () => {
    const first = new AbortController()
    const second = new AbortController()
    const reading = fetchFrom(server, '/silent', { signal: first.signal })
    const waiting = fetchFrom(server, '/page', { signal: second.signal })
    second.abort(new Error('aborted waiting'))
    await expect(waiting).rejects.toThrow('aborted waiting')
    first.abort(new Error('aborted reading'))
    await expect(reading).rejects.toThrow('aborted reading')
    expect((await fetchFrom(server, '/page')).status).toBe(200)
  })
})

/** Listens on a port and accepts no connection. Its short backlog is full, so further connections hang. */
async function startDeafServer() {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads')
     const server = require('node:net').createServer()
     server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port)
       setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
     })`,
    { eval: true },
  )
  const port = await new Promise<number>((resolve) => {
    worker.once('message', resolve)
  })
  const fillers: Socket[] = []
  for (let count = 0; count < 6; count += 1) {
    const filler = connect(port, '127.0.0.1')
    filler.on('error', () => {})
    fillers.push(filler)
  }
  await new Promise<void>((resolve) => {
    fillers[0]?.once('connect', resolve)
  })
  return {
    host: `127.0.0.1:${port}`,
    release: async () => {
      for (const filler of fillers) filler.destroy()
      await worker.terminate()
    },
  }
}
