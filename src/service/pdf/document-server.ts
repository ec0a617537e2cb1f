import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ClientDocument } from '#contract/sharing/client-document.ts'
import type { OpenedLink } from '#contract/sharing/opened-link.ts'

type DocumentServer = { url: string; close(): Promise<void> }

/**
 * Serves one client report at an address of this machine that nobody can guess: the page of a share link that exists
 * only here. The dashboard's files come from `serveFile`; everything else is missing. A file that can't be served, such
 * as during a build, is reported to `onMissing`, because the page can't become complete without it.
 */
export async function serveDocument(
  document: ClientDocument,
  serveFile: RequestListener,
  onMissing: (path: string) => void,
): Promise<DocumentServer> {
  const token = randomBytes(24).toString('base64url')
  const { title: label, kind, list, query } = document
  const link = {
    kind: kind === 'list' ? 'view' : kind,
    mode: 'live',
    layout: 'document',
    label,
    expires_at: null,
    frozen_at: null,
    has_password: false,
    can_check: false,
    list,
    query,
  } satisfies OpenedLink
  const bodies = new Map<string, unknown>([
    [`/api/v1/shared/links/${token}`, link],
    [`/api/v1/shared/links/${token}/document`, document],
  ])
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const data = bodies.get(pathname)
    if (data) {
      response.setHeader('Content-Type', 'application/json; charset=utf-8')
      return response.end(JSON.stringify({ data, status: 200 }))
    }
    const isFile = /^\/(?:assets\/[\w.-]+|[\w-]+\.(?:js|svg|css)|api\/v1\/checks)$/.test(pathname)
    if (request.method === 'GET' && (isFile || pathname === `/s/${token}`)) {
      response.once('finish', () => response.statusCode >= 400 && onMissing(pathname))
      return serveFile(request, response)
    }
    response.statusCode = 404
    return response.end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/s/${token}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
