import { createServer, type RequestListener } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type SecureContextOptions } from 'node:tls'
import { type Certificate, makeCertificate } from './certificate.ts'
import { hostilePages } from './hostile-pages.ts'

export type HostileServer = {
  /** `127.0.0.1:port`, in the form of an allow-list entry. */
  host: string
  port: number
  origin: string
  /** Resolves once no connection is open. With a leaked connection, the test times out. */
  quiet: () => Promise<void>
  connections: () => number
  /** Returns the highest number of open connections so far. */
  mostOpen: () => number
  close: () => Promise<void>
}

type Options = { certificate?: Certificate; http2?: boolean; tls?: SecureContextOptions }

/** Starts a web server on loopback that misbehaves by path (see `hostile-pages.ts`), or runs the given listener. */
export function startHostileServer(listener: RequestListener = hostilePages, options: Options = {}) {
  const { certificate, http2 = false, tls } = options
  if (!certificate) return listen(createServer(listener), 'http')
  const pair = { key: certificate.key, cert: certificate.cert, ...tls }
  const server: Server = http2 ? createSecureServer(pair) : createHttpsServer(pair)
  // The compatibility API of http2 accepts the same listeners.
  return listen(server.on('request', listener), 'https')
}

/** Starts a server that passes its raw sockets to the caller; with a certificate, after a TLS handshake for HTTP/2. */
export function startRawServer(
  onSocket: (socket: Socket) => void,
  protocol: 'http' | 'https' = 'http',
  http2Certificate?: Certificate,
) {
  if (!http2Certificate) return listen(createTcpServer(onSocket), protocol)
  const { key, cert } = http2Certificate
  return listen(createTlsServer({ key, cert, ALPNProtocols: ['h2'] }, onSocket), protocol)
}

/** Starts a server that sends the same bytes to every request and closes. */
export function startFixedServer(bytes: string | Buffer) {
  return startRawServer((socket) => {
    socket.once('data', () => socket.end(bytes))
  })
}

async function listen(server: Server, protocol: string): Promise<HostileServer> {
  const open = new Set<Socket>()
  const waiting = new Set<() => void>()
  let seen = 0
  let most = 0
  server.on('connection', (socket: Socket) => {
    seen += 1
    open.add(socket)
    most = Math.max(most, open.size)
    socket.on('error', () => {})
    socket.on('close', () => {
      open.delete(socket)
      if (open.size > 0) return
      for (const done of waiting) done()
      waiting.clear()
    })
  })
  server.on('sessionError', () => {})
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    port,
    origin: `${protocol}://127.0.0.1:${port}`,
    connections: () => seen,
    mostOpen: () => most,
    quiet: () =>
      new Promise((resolve) => {
        if (open.size === 0) resolve()
        else waiting.add(resolve)
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}

const chunksPerWrite = 10_000

/** Starts a server that sends every body as HTTP/1 chunks of one byte each. Paths that end with `.txt` are text. */
export const startByteChunkServer = (bytes: number) =>
  startRawServer((socket) => {
    socket.once('data', (request) => {
      const type = /^GET \S+\.txt /.test(request.toString('latin1')) ? 'text/plain' : 'text/html'
      const head = `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`
      socket.write(head)
      sendRepeated(socket, Buffer.from('1\r\na\r\n'), bytes, () => socket.end('0\r\n\r\n'))
    })
  })

/** Calls `finish` when `count` copies of `unit` are sent, as fast as the other side reads. */
function sendRepeated(socket: Socket, unit: Buffer, count: number, finish: () => void) {
  const block = Buffer.alloc(unit.length * chunksPerWrite, unit)
  let left = count
  const send = () => {
    while (left > 0 && !socket.destroyed) {
      const now = Math.min(left, chunksPerWrite)
      left -= now
      if (!socket.write(block.subarray(0, now * unit.length))) return void socket.once('drain', send)
    }
    finish()
  }
  send()
}

const frameType = { data: 0, headers: 1, reset: 3, settings: 4, windowUpdate: 8 }
const flags = { ack: 1, endStream: 1, endHeaders: 4 }

/** The same over HTTP/2, in DATA frames of one byte each, as far as the client's flow control allows. */
export function startByteFrameServer(
  bytes: number,
  certificate: Certificate = makeCertificate({ name: 'loopback', hosts: ['127.0.0.1'] }),
) {
  return startRawServer((socket) => new FrameSender(socket, bytes).start(), 'https', certificate)
}

/** A response that is being sent: the bytes left, and those that the client's flow control allows. */
type Stream = { id: number; left: number; window: number }

class FrameSender {
  private readonly socket: Socket
  private readonly bytes: number
  private input = Buffer.alloc(0)
  private readonly streams: Stream[] = []
  private initialWindow = 65_535
  private connectionWindow = 65_535

  constructor(socket: Socket, bytes: number) {
    this.socket = socket
    this.bytes = bytes
  }

  start() {
    this.socket.write(frame(frameType.settings, 0, 0, Buffer.alloc(0)))
    this.input = Buffer.alloc(0)
    let prefaceLeft = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'.length
    this.socket.on('data', (data) => {
      const skipped = Math.min(prefaceLeft, data.length)
      prefaceLeft -= skipped
      this.input = Buffer.concat([this.input, data.subarray(skipped)])
      this.readFrames()
      this.send()
    })
    this.socket.on('drain', () => this.send())
  }

  private readFrames() {
    while (this.input.length >= 9) {
      const length = this.input.readUIntBE(0, 3)
      if (this.input.length < 9 + length) return
      const [type, stream] = [this.input[3], this.input.readUInt32BE(5)]
      const payload = this.input.subarray(9, 9 + length)
      this.receive(type ?? 0, this.input[4] ?? 0, stream, payload)
      this.input = this.input.subarray(9 + length)
    }
  }

  private receive(type: number, flag: number, stream: number, payload: Buffer) {
    if (type === frameType.windowUpdate) {
      const added = payload.readUInt32BE(0)
      const one = this.streams.find(({ id }) => id === stream)
      if (stream === 0) this.connectionWindow += added
      else if (one) one.window += added
    }
    if (type === frameType.settings && (flag & flags.ack) === 0) {
      for (let at = 0; at < payload.length; at += 6)
        if (payload.readUInt16BE(at) === 4) this.initialWindow = payload.readUInt32BE(at + 2)
      this.socket.write(frame(frameType.settings, flags.ack, 0, Buffer.alloc(0)))
    }
    if (type === frameType.headers) {
      // HPACK: the indexed field `:status: 200`, and a literal `content-type` (index 31).
      const value = Buffer.from('text/html')
      const head = Buffer.concat([Buffer.from([0x88, 0x0f, 0x10, value.length]), value])
      this.socket.write(frame(frameType.headers, flags.endHeaders, stream, head))
      this.streams.push({ id: stream, left: this.bytes, window: this.initialWindow })
    }
    if (type === frameType.reset) {
      const at = this.streams.findIndex(({ id }) => id === stream)
      if (at >= 0) this.streams.splice(at, 1)
    }
  }

  private send() {
    for (const stream of this.streams) {
      const bytes = frame(frameType.data, 0, stream.id, Buffer.from('a'))
      while (stream.left > 0 && !this.socket.writableNeedDrain && !this.socket.destroyed) {
        const now = Math.min(stream.left, stream.window, this.connectionWindow, chunksPerWrite)
        if (now === 0) break
        stream.left -= now
        stream.window -= now
        this.connectionWindow -= now
        this.socket.write(Buffer.alloc(now * bytes.length, bytes))
        if (stream.left === 0) this.socket.write(frame(frameType.data, flags.endStream, stream.id, Buffer.alloc(0)))
      }
    }
  }
}

export function frame(type: number, flag: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flag
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}
