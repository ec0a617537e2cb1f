import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Watch } from './watch.ts'

/**
 * Passes a body on as it comes, no faster than it is taken. An answer that breaks off breaks the caller's connection, so
 * that nobody takes a part of it for the whole.
 */
export function relay(answer: IncomingMessage, response: ServerResponse, watch: Watch): Promise<void> {
  return new Promise((resolve) => {
    const cut = () => {
      // A reset, for a caller of HTTP/1.0 takes an orderly end for the end of the answer.
      if (!answer.complete || watch.signal.aborted) response.socket?.resetAndDestroy()
    }
    answer.on('data', watch.seen)
    answer.once('error', cut)
    answer.once('close', cut)
    response.on('drain', watch.seen)
    response.once('close', resolve)
    answer.pipe(response)
  })
}
