import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { createBreaks } from '../timing.ts'
import type { ResponseHeads } from './response-head.ts'

/** The bytes parsed in one turn: some 800 HTTP/2 frames or 1,300 HTTP/1 chunks of one byte. */
const pieceBytes = 8 * 1024

/** Module state: the breaks of all connections together, because many short pieces block as long as one long piece. */
const breaks = createBreaks()

/**
 * A socket whose data arrives in small pieces, with breaks for other work between them. Node parses all that one read
 * returns at once, so a server that sends a flood of tiny chunks or frames would block every other request.
 */
export class PiecewiseSocket extends Duplex {
  private readonly socket: Socket
  private readonly heads: ResponseHeads | undefined
  private continueReading = () => {}

  /** @param heads of HTTP/1, which has them between the bodies */
  constructor(socket: Socket, heads?: ResponseHeads) {
    super()
    this.socket = socket
    this.heads = heads
    // The user of the connection reports errors. Those after its end mean nothing.
    this.on('error', () => {})
    void this.readPieces()
  }

  private async readPieces(): Promise<void> {
    try {
      for await (const chunk of this.socket as AsyncIterable<Buffer>)
        for (let start = 0; start < chunk.length; start += pieceBytes) {
          if (breaks.isDue()) await breaks.take()
          const received = chunk.subarray(start, start + pieceBytes)
          const piece = this.heads ? this.heads.take(received) : received
          const hasRoom = piece.length === 0 || this.push(piece)
          if (!hasRoom) await new Promise<void>((resolve) => (this.continueReading = resolve))
        }
      const rest = this.heads?.end()
      if (rest && rest.length > 0) this.push(rest)
      this.push(null)
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  override _read() {
    this.continueReading()
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, callback: (error?: Error | null) => void) {
    this.socket.write(chunk, encoding, callback)
  }

  override _final(callback: () => void) {
    this.socket.end(callback)
  }

  // Node's agent also calls these methods of a socket.

  setKeepAlive(enable?: boolean, initialDelay?: number) {
    this.socket.setKeepAlive(enable, initialDelay)
  }

  setTimeout(timeout: number) {
    this.socket.setTimeout(timeout)
  }

  ref() {
    this.socket.ref()
  }

  unref() {
    this.socket.unref()
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void) {
    this.continueReading()
    this.socket.destroy()
    callback(error)
  }
}
