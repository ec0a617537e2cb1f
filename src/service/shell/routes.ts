import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import helmet from '@fastify/helmet'
import serveFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AllowedMethods } from '#service/http/allowed-methods.ts'
import { notFound, Problem } from '#service/http/problem.ts'
import { isApi, pathOf, isNotModified } from '#service/http/request.ts'
import type { PagePreview } from '#service/previews/routes.ts'
import { createShellReader, type InlineHashes, renderShell } from './page.ts'

/** Folder of the built dashboard. */
export const webRoot = join(import.meta.dirname, '..', '..', '..', 'dist', 'web')

export const isDashboardBuilt = () => existsSync(join(webRoot, 'index.html'))

export const notBuilt = 'The dashboard hasn\'t been built. Run "npm run build".'

type FindPreview = (request: FastifyRequest, path: string) => Promise<PagePreview | undefined>
type WebDeps = { webRoot: string; methods: AllowedMethods; isHttps: boolean; findPreview: FindPreview }

/** Longest wait for a preview, in milliseconds. After it, the page is sent without one. */
const maxPreviewMs = 400

const self = ["'self'"]
const policyOf = ({ script, style }: InlineHashes = { script: [], style: [] }) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: [...self, ...script],
    styleSrc: [...self, ...style],
    // Screenshots are fetched with the key, and shown from memory.
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: self,
    connectSrc: self,
    manifestSrc: self,
    formAction: self,
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
})

/** Serves the files of the dashboard, and its start page for every other path. */
export async function webRoutes(app: FastifyInstance, { webRoot, methods, isHttps, findPreview }: WebDeps) {
  await app.register(helmet, {
    contentSecurityPolicy: policyOf(),
    hsts: isHttps,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  })
  await app.register(serveFiles, {
    root: webRoot,
    serve: false,
    preCompressed: true,
    index: false,
    suppressWarning: true,
  })

  const readShell = createShellReader(webRoot)

  app.get('/assets/*', { compress: false }, (request, reply) => {
    const name = pathOf(request).slice('/assets/'.length)
    if (!/^[\w.-]+$/.test(name) || /\.(br|gz)$/.test(name)) throw notFound()
    return reply.sendFile(name, join(webRoot, 'assets'), { maxAge: '365d', immutable: true })
  })

  app.get('/*', async (request, reply) => {
    const path = pathOf(request)
    if (isApi(path) || methods.at(path)) throw methods.refuse(request.method, path)
    const shell = await readShell()
    if (!shell) throw new Problem('not_built', notBuilt)
    if (shell.files.has(path.slice(1))) return reply.sendFile(path.slice(1), { maxAge: '1h' })
    if (!acceptsHtml(request)) throw notFound()
    await reply.helmet({ contentSecurityPolicy: policyOf(shell.inlineHashes) })
    return sendPage(renderShell(shell, path, await previewInTime(findPreview(request, path))), request, reply)
  })
}

async function previewInTime(preview: ReturnType<FindPreview>) {
  const ended = new AbortController()
  const late = pause(maxPreviewMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined)
  return Promise.race([preview.catch(() => undefined), late]).finally(() => ended.abort())
}

function sendPage({ html, tag }: { html: string; tag: string }, request: FastifyRequest, reply: FastifyReply) {
  reply.header('Cache-Control', 'no-cache').header('ETag', tag)
  if (isNotModified(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return reply.type('text/html; charset=utf-8').send(html)
}

const acceptsHtml = ({ headers: { accept } }: FastifyRequest) => !accept || /text\/(html|\*)|\*\/\*/.test(accept)
