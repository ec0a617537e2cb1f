import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { makeCertificate } from './certificate.ts'
import { frame } from './hostile-server.ts'

export type BreakingHost = {
  /** `127.0.0.1:PORT` of its servers, over TLS and without. */
  hosts: string[]
  origins: string[]
  /** How often each behaviour was chosen. */
  counts: Map<string, number>
  close(): Promise<void>
}

const page = (at: number) =>
  `<!doctype html><html lang="en"><title>Page ${at}</title><h1>Page ${at}</h1><a href="/${at + 1}">Next</a><a href="/${at + 7}">More</a>`

const types = { data: 0, headers: 1, reset: 3, settings: 4, push: 5, ping: 6, goaway: 7, window: 8, continuation: 9 }
const [ack, endStream, endHeaders] = [1, 1, 4]
/** HPACK: the indexed field `:status: 200`, and a literal `content-type` (index 31). */
const head = Buffer.concat([Buffer.from([0x88, 0x0f, 0x10, 9]), Buffer.from('text/html')])
const http1Head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n'
const floodFrames = 5_000

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4)
  return bytes
}

const flood = (type: number, payload: Buffer) =>
  Buffer.concat(Array.from({ length: floodFrames }, () => frame(type, 0, 0, payload)))

/**
 * Serves small pages over TLS (HTTP/1.1 and HTTP/2) and over http, and breaks connections at every moment, as `random`
 * decides: resets, half-closes, GOAWAY, RST_STREAM, floods of SETTINGS and PING, bad ALPN, and frames that are wrong.
 */
export async function startBreakingHost(random: () => number): Promise<BreakingHost> {
  const counts = new Map<string, number>()
  /** TCP connections by their port. A TLS socket can't be reset itself. */
  const sockets = new Map<number, Socket>()
  const open = new Set<Socket>()
  let pages = 0

  /** Runs one of the behaviours, or the first one in `share` of all cases. */
  function behave(behaviours: Record<string, () => void>, share: number) {
    const names = Object.keys(behaviours)
    const name = names[random() < share ? 0 : Math.floor(random() * names.length)] ?? ''
    counts.set(name, (counts.get(name) ?? 0) + 1)
    behaviours[name]?.()
  }

  const resetUnder = ({ remotePort = 0 }: Socket) => sockets.get(remotePort)?.resetAndDestroy()

  function speakHttp1(socket: Socket) {
    const reset = () => resetUnder(socket)
    socket.on('data', () => {
      const body = page((pages += 1))
      const good = `${http1Head}Content-Length: ${body.length}\r\n\r\n${body}`
      behave(
        {
          'HTTP/1: response': () => socket.write(good),
          'HTTP/1: reset before the head': reset,
          'HTTP/1: half-close before the head': () => socket.end(),
          'HTTP/1: half-close in the head': () => socket.end(http1Head),
          'HTTP/1: reset in the head': () => socket.write(http1Head, reset),
          'HTTP/1: half-close in the body': () => socket.end(good.slice(0, -9)),
          'HTTP/1: reset in the body': () => socket.write(good.slice(0, -9), reset),
          'HTTP/1: reset after the body': () => socket.write(good, reset),
          'HTTP/1: close after the body': () => socket.end(good),
          'HTTP/1: invalid chunk': () => socket.end(`${http1Head}Transfer-Encoding: chunked\r\n\r\nnone\r\n`),
          'HTTP/1: two responses': () => socket.write(good + good),
          'HTTP/1: another protocol': () => socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n'),
        },
        0.5,
      )
    })
  }

  function speakHttp2(socket: Socket) {
    let input = Buffer.alloc(0)
    let prefaceLeft = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'.length
    const send = (...frames: Buffer[]) => socket.write(Buffer.concat(frames))
    const goaway = (last: number, code = 0) => frame(types.goaway, 0, 0, numbers(last, code))
    const settings = frame(types.settings, 0, 0, Buffer.alloc(0))
    behave(
      {
        'HTTP/2: settings': () => send(settings),
        'HTTP/2: GOAWAY at once': () => send(settings, goaway(0)),
        'HTTP/2: GOAWAY at once, and a half-close': () => socket.end(Buffer.concat([settings, goaway(0, 11)])),
        'HTTP/2: flood of SETTINGS': () => send(flood(types.settings, Buffer.alloc(0))),
        'HTTP/2: flood of PING': () => send(settings, flood(types.ping, Buffer.alloc(8))),
        'HTTP/2: invalid SETTINGS': () => send(frame(types.settings, 0, 0, Buffer.alloc(5))),
        'HTTP/2: reset at once': () => resetUnder(socket),
        'HTTP/2: no settings': () => {},
      },
      0.6,
    )
    const respond = (stream: number) => {
      const body = Buffer.from(page((pages += 1)))
      const headers = frame(types.headers, endHeaders, stream, head)
      const good = Buffer.concat([headers, frame(types.data, endStream, stream, body)])
      const code = Math.floor(random() * 14)
      const reset = frame(types.reset, 0, stream, numbers(code))
      behave(
        {
          'HTTP/2: response': () => send(good),
          'HTTP/2: RST_STREAM': () => send(reset),
          'HTTP/2: RST_STREAM after the head': () => send(headers, reset),
          'HTTP/2: RST_STREAM after the response': () => send(good, reset),
          'HTTP/2: GOAWAY before the response': () => send(goaway(stream, code), good),
          'HTTP/2: GOAWAY instead of a response': () => send(goaway(0, code)),
          'HTTP/2: GOAWAY, and a reset': () => socket.write(goaway(stream), () => resetUnder(socket)),
          'HTTP/2: half-close': () => socket.end(headers),
          'HTTP/2: half-close in a frame': () => socket.end(good.subarray(0, -5)),
          'HTTP/2: reset': () => resetUnder(socket),
          'HTTP/2: reset after the response': () => socket.write(good, () => resetUnder(socket)),
          'HTTP/2: flood of SETTINGS and a response': () => send(flood(types.settings, Buffer.alloc(0)), good),
          'HTTP/2: flood of RST_STREAM': () => send(flood(types.reset, numbers(code))),
          'HTTP/2: window overflow': () => send(frame(types.window, 0, 0, numbers(0x7fffffff)), good),
          'HTTP/2: endless head': () => send(frame(types.headers, 0, stream, head), frame(types.data, 0, stream, body)),
          'HTTP/2: data of no stream': () => send(frame(types.data, endStream, stream + 100, body)),
          'HTTP/2: a push': () => send(frame(types.push, endHeaders, stream, Buffer.concat([numbers(2), head]))),
          'HTTP/2: noise': () => send(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')),
        },
        0.5,
      )
    }
    socket.on('data', (data: Buffer) => {
      const skipped = Math.min(prefaceLeft, data.length)
      prefaceLeft -= skipped
      input = Buffer.concat([input, data.subarray(skipped)])
      while (input.length >= 9) {
        const end = 9 + input.readUIntBE(0, 3)
        if (input.length < end) return
        const [type, flags, stream] = [input[3], input[4] ?? 0, input.readUInt32BE(5)]
        input = input.subarray(end)
        if (type === types.settings && (flags & ack) === 0) send(frame(types.settings, ack, 0, Buffer.alloc(0)))
        if (type === types.headers) respond(stream)
      }
    })
  }

  const { key, cert } = makeCertificate({ name: 'Breaking host', hosts: ['127.0.0.1'] })
  const tls = createTlsServer({
    key,
    cert,
    ALPNCallback: ({ protocols }) => {
      const choices = [...protocols, ...protocols, ...protocols, undefined]
      return choices[Math.floor(random() * choices.length)]
    },
  })
  tls.on('tlsClientError', () => counts.set('TLS: no handshake', (counts.get('TLS: no handshake') ?? 0) + 1))
  tls.on('secureConnection', (socket: TLSSocket) => {
    socket.on('error', () => {})
    const [agreed, other] = socket.alpnProtocol === 'h2' ? [speakHttp2, speakHttp1] : [speakHttp1, speakHttp2]
    behave(
      {
        'ALPN: agreed protocol': () => agreed(socket),
        'ALPN: another protocol': () => other(socket),
        'TLS: reset after the handshake': () => resetUnder(socket),
        'TLS: half-close after the handshake': () => socket.end(),
      },
      0.8,
    )
  })
  const listen = async (speak: (socket: Socket) => void) => {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      const { remotePort = 0 } = socket
      sockets.set(remotePort, socket)
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        // A later connection can have the same port.
        if (sockets.get(remotePort) === socket) sockets.delete(remotePort)
      })
      behave(
        {
          'TCP: connection': () => speak(socket),
          'TCP: reset at once': () => socket.resetAndDestroy(),
          'TCP: half-close at once': () => socket.end(),
          'TCP: reset after the first bytes': () => socket.once('data', () => socket.resetAndDestroy()),
          'TCP: noise': () => socket.end('noise'),
        },
        0.8,
      )
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` }
  }
  const [secure, plain] = [await listen((socket) => tls.emit('connection', socket)), await listen(speakHttp1)]
  return {
    hosts: [secure.host, plain.host],
    origins: [`https://${secure.host}`, `http://${plain.host}`],
    counts,
    async close() {
      const closed = [secure, plain].map(({ server }) => once(server, 'close'))
      for (const { server } of [secure, plain]) server.close()
      for (const socket of open) socket.destroy()
      await Promise.all(closed)
    },
  }
}
