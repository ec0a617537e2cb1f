import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { gatherFrom, refusalOf } from '#testing/gathering.ts'
import { startHostileServer, startRawServer, type HostileServer } from '#testing/hostile-server.ts'
import { gather } from './gather.ts'
import { sentences } from './sentences.ts'

let server: HostileServer
beforeAll(async () => {
  server = await startHostileServer()
})
afterEach(() => server.quiet())
afterAll(() => server.close())

const limits = { requestMs: 60 }

describe('a page that takes its time', () => {
  it.each(['/silent', '/stalled', '/dripping'])('is refused when the request has had its share: %s', async (path) => {
    expect(await refusalOf(gatherFrom(server, path, { limits }))).toBe(sentences.tookTooLong(60))
  })

  it('is refused when its headers drip', async () => {
    const slow = await startRawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('X-A: b\r\n'), 5)
      socket.on('close', () => clearInterval(timer))
    })
    expect(await refusalOf(gatherFrom(slow, '/', { limits }))).toBe(sentences.tookTooLong(60))
    await slow.quiet()
    await slow.close()
  })

  it('is refused when all its parts have had their share', async () => {
    const outcome = gatherFrom(server, '/silent', { limits: { totalMs: 60 } })
    expect(await refusalOf(outcome)).toBe(sentences.tookTooLongInAll(60))
  })

  it.runIf(process.platform === 'linux')('is unreachable when nothing takes the connection', async () => {
    const { host, release } = await startDeafServer()
    const outcome = gather(new URL(`http://${host}/`), { allowHosts: new Set([host]), limits: { connectMs: 60 } })
    expect(await refusalOf(outcome)).toBe(sentences.unreachable)
    await release()
  })
})

describe('a caller who gives up', () => {
  it.each(['/silent', '/stalled', '/endless', '/dripping'])('is heard while %s is read', async (path) => {
    const controller = new AbortController()
    const outcome = gatherFrom(server, path, { signal: controller.signal })
    setImmediate(() => controller.abort(new Error('gave up')))
    await expect(outcome).rejects.toThrow('gave up')
  })

  it('is heard before anything is asked', async () => {
    const before = server.connections()
    const outcome = gatherFrom(server, '/page', { signal: AbortSignal.abort(new Error('gave up')) })
    await expect(outcome).rejects.toThrow('gave up')
    expect(server.connections()).toBe(before)
  })

  it('is heard while waiting for another request to the same host', async () => {
    const first = new AbortController()
    const second = new AbortController()
    const reading = gatherFrom(server, '/silent', { signal: first.signal })
    const waiting = gatherFrom(server, '/page', { signal: second.signal })
    second.abort(new Error('gave up waiting'))
    await expect(waiting).rejects.toThrow('gave up waiting')
    first.abort(new Error('gave up reading'))
    await expect(reading).rejects.toThrow('gave up reading')
    expect((await gatherFrom(server, '/page')).status).toBe(200)
  })
})

/** A port that listens while nobody accepts: its short queue is filled, and further connections are left hanging. */
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
