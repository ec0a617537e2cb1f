import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HttpDeps } from '#service/http/deps.ts'
import { notFound } from '#service/http/problem.ts'
import { originOf, isNotModified } from '#service/http/request.ts'
import { badgeSvg, badgeTag } from './badge.ts'
import { findPreview, type FoundPreview, type PreviewKind, previewPlaceOf } from './find-preview.ts'
import { createPreviewImages } from './images.ts'

type Deps = Pick<HttpDeps, 'store' | 'limits' | 'publicUrl'>

/** A preview with the URLs of its page and picture. */
export type PagePreview = Omit<FoundPreview, 'card'> & { url: string; image: string }
export type FindPagePreview = (request: FastifyRequest, path: string) => Promise<PagePreview | undefined>

const folders: Record<PreviewKind, string> = { reports: 'reports', websites: 'websites', s: 'links' }

/** Declares the routes of the pictures and badges. Returns a function that finds the preview of a page. */
export function previewRoutes(app: FastifyInstance, { store: { db }, limits, publicUrl }: Deps): FindPagePreview {
  const images = createPreviewImages()
  app.addHook('onClose', images.close)

  for (const [kind, folder] of Object.entries(folders) as [PreviewKind, string][]) {
    app.get(
      `/previews/${folder}/:file`,
      { onRequest: (request) => limits.countKeyless(request) },
      async (request, reply) => {
        const [, id] = /^([\w-]{1,90}(?:\.\d{1,16})?)\.png$/.exec((request.params as { file: string }).file) ?? []
        const preview = id === undefined ? undefined : await findPreview(db, { kind, id })
        if (!preview) throw notFound()
        const tag = `"${images.nameOf(preview.card)}"`
        const isKnown = isNotModified(request.headers['if-none-match'], tag)
        const picture = isKnown ? undefined : Buffer.from(await images.draw(preview.card))
        setHeaders(reply, tag, kind)
        if (!preview.findable) reply.header('X-Robots-Tag', 'noindex')
        return picture ? reply.type('image/png').send(picture) : reply.code(304).send()
      },
    )
  }

  app.get(
    '/badges/websites/:file',
    { onRequest: (request) => limits.countKeyless(request) },
    async (request, reply) => {
      const [, id] = /^(\d{1,16})\.svg$/.exec((request.params as { file: string }).file) ?? []
      const preview = id === undefined ? undefined : await findPreview(db, { kind: 'websites', id })
      if (!preview) throw notFound()
      const badge = badgeSvg(preview.card)
      setHeaders(reply, badgeTag(badge), 'websites')
      const isKnown = isNotModified(request.headers['if-none-match'], badgeTag(badge))
      return isKnown ? reply.code(304).send() : reply.type('image/svg+xml').send(badge)
    },
  )

  return async (request, path) => {
    const place = previewPlaceOf(path)
    const preview = place && (await findPreview(db, place))
    if (!preview) return undefined
    // The client will request the picture next.
    images.warmUp()
    const { card, ...words } = preview
    const origin = originOf(request, publicUrl)
    return {
      ...words,
      url: origin + path,
      image: `${origin}/previews/${folders[place.kind]}/${place.id}.png?v=${images.nameOf(card)}`,
    }
  }
}

/** Pages of other origins, such as web chats, can embed the picture. A link's picture must not outlive the link. */
const setHeaders = (reply: FastifyReply, tag: string, kind: PreviewKind) =>
  reply.headers({
    ETag: tag,
    'Cache-Control': kind === 's' ? 'private, no-cache' : 'public, max-age=300',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
  })
