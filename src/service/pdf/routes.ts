import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ClientDocument } from '#contract/sharing/client-document.ts'
import type { HttpDeps } from '#service/http/deps.ts'
import { Problem, notFound, tryAgainLater } from '#service/http/problem.ts'
import { clientClosed, keyIdOf } from '#service/http/request.ts'
import { documentLoaders } from '#service/http/routes/documents.ts'
import { createBoundedQueue, QueueFull } from '#service/jobs/bounded-queue.ts'
import { serveDocument } from './document-server.ts'
import { NotPrinted, printPdf } from './print-pdf.ts'

/** PDF files that wait while one is made. */
export const maxWaiting = 20

const tooManyWait = () => tryAgainLater('busy', 'Too many PDF files are waiting. Try again in 10 seconds.', 10)

/**
 * Declares PDF files of client reports. One is made at a time, because a browser takes much memory.
 * @param chromium the path of the browser; undefined if there is none
 */
export function documentPdfRoutes(app: FastifyInstance, deps: HttpDeps, chromium: string | undefined) {
  const queue = createBoundedQueue(1, maxWaiting)
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
      deps.log.warn({ err: error }, "a PDF file wasn't made")
      throw tryAgainLater('pdf_failed', "The PDF file wasn't made. Try again in 10 seconds.", 10)
    } finally {
      await server.close()
    }
  }

  for (const [path, load] of Object.entries(documentLoaders(deps)))
    app.get(`${path}.pdf`, deps.identify.to('read a report'), async (request: FastifyRequest, reply) => {
      const document = await load(request)
      if (!document) throw notFound()
      const signal = clientClosed(reply)
      const printed = queue.run(() => print(document, signal), { key: keyIdOf(request), host: '', signal })
      const bytes = await printed.catch((error: unknown) => {
        throw error instanceof QueueFull ? tooManyWait() : error
      })
      reply
        .header('Cache-Control', 'private, no-cache')
        .header('Content-Disposition', `attachment; filename="${fileNameOf(document)}"`)
      return reply.type('application/pdf').send(bytes)
    })
}

/** The name of the file: ASCII letters, digits and hyphens. */
function fileNameOf({ report, website, list }: ClientDocument): string {
  const subject = report ? report.url.replace(/^https?:\/\//, '') : (website?.domain ?? list ?? '')
  return `seo-report-${subject
    .replace(/[^a-z\d]+/gi, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')}.pdf`
}
