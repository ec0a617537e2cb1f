import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { ClientDocument } from '#contract/sharing/client-document.ts'
import { Problem, tryAgainLater } from '#service/http/problem.ts'
import type { Print } from '#service/http/routes/documents.ts'
import { BoundedQueue, QueueFull } from '#service/jobs/bounded-queue.ts'
import { serveDocument } from './document-server.ts'
import { NotPrinted, printPdf } from './print-pdf.ts'

/** PDF files that wait while one is made. */
export const maxWaiting = 20

const tooManyWait = () => tryAgainLater('busy', 'Too many PDF files are waiting. Try again in 10 seconds.', 10)

/**
 * Returns a function that makes PDF files of client reports, one at a time, because a browser takes much memory.
 * @param chromium the path of the browser; undefined if there is none
 */
export function createPrinter(app: FastifyInstance, chromium: string | undefined, log: Logger): Print {
  const queue = new BoundedQueue(1, maxWaiting)
  app.addHook('onClose', async () => queue.close())

  async function print(document: ClientDocument, signal: AbortSignal): Promise<Buffer> {
    if (!chromium) throw new Problem('pdf_unavailable', 'This server has no Chromium, so it can’t make PDF files.')
    const missing = new AbortController()
    const server = await serveDocument(
      document,
      (request, response) => app.server.emit('request', request, response),
      (path) => missing.abort(new NotPrinted(`The file ${path} is missing.`)),
    )
    try {
      return await printPdf(chromium, server.url, AbortSignal.any([signal, missing.signal]))
    } catch (error) {
      if (!(error instanceof NotPrinted)) throw error
      log.warn({ err: error }, "a PDF file wasn't made")
      throw tryAgainLater('pdf_failed', "The PDF file wasn't made. Try again in 10 seconds.", 10)
    } finally {
      await server.close()
    }
  }

  return (document, { key, signal }) =>
    queue
      .run(() => print(document, signal), { key, host: '', signal })
      .catch((error: unknown) => {
        throw error instanceof QueueFull ? tooManyWait() : error
      })
}
