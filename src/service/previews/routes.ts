import type { FastifyReply, FastifyRequest } from 'fastify'
import { ifNoneMatch } from '#contract/openapi/parameters.ts'
import type { RequestLimits } from '#service/http/limits.ts'
import { notFound } from '#service/http/problem.ts'
import { isNotModified, originOf } from '#service/http/request.ts'
import { limited, routeUsing } from '#service/http/route.ts'
import type { Store } from '#service/store/database.ts'
import { badgeSvg, badgeTag } from './badge.ts'
import { findPreview, type FoundPreview, type PreviewKind, previewPlaceOf } from './find-preview.ts'
import type { PreviewImages } from './images.ts'

type Deps = { db: Store['db']; images: PreviewImages }

const route = routeUsing<Deps>()

const folders: Record<PreviewKind, string> = { reports: 'reports', websites: 'websites', s: 'links' }

const notModified = { description: 'Not modified.', headers: ['ETag'] } as const

const picture = (kind: PreviewKind, id: string, of: string) =>
  route(
    {
      method: 'GET',
      path: `/previews/${folders[kind]}/{file}`,
      access: 'without a key',
      id,
      summary: `Get the preview image of ${of}`,
      tag: 'Without a key',
      headers: [ifNoneMatch],
      responses: {
        200: { description: 'An image of 1200 × 630 pixels.', type: 'image/png', headers: ['ETag'] },
        304: notModified,
      },
      errors: [...limited, 404],
    },
    async ({ params: { file }, request, reply }, { db, images }) => {
      const [, name] = /^([\w-]{1,90}(?:\.\d{1,16})?)\.png$/.exec(file) ?? []
      const preview = name === undefined ? undefined : await findPreview(db, { kind, id: name })
      if (!preview) throw notFound()
      const tag = `"${images.nameOf(preview.card)}"`
      const isKnown = isNotModified(request.headers['if-none-match'], tag)
      const bytes = isKnown ? undefined : Buffer.from(await images.draw(preview.card))
      setHeaders(reply, tag, kind)
      if (!preview.findable) reply.header('X-Robots-Tag', 'noindex')
      return bytes ? reply.type('image/png').send(bytes) : reply.code(304).send()
    },
  )

/** The pictures and badges that other pages show. */
export const previewRoutes = [
  picture('reports', 'previewReport', 'a public report'),
  picture('websites', 'previewWebsite', 'a public website'),
  picture('s', 'previewLink', 'a share link'),
  route(
    {
      method: 'GET',
      path: '/badges/websites/{file}',
      access: 'without a key',
      id: 'websiteBadge',
      summary: 'Get the badge of a public website',
      tag: 'Without a key',
      headers: [ifNoneMatch],
      responses: {
        200: { description: 'An SVG that shows the average score.', type: 'image/svg+xml', headers: ['ETag'] },
        304: notModified,
      },
      errors: [...limited, 404],
    },
    async ({ params: { file }, request, reply }, { db }) => {
      const [, id] = /^(\d{1,16})\.svg$/.exec(file) ?? []
      const preview = id === undefined ? undefined : await findPreview(db, { kind: 'websites', id })
      if (!preview) throw notFound()
      const badge = badgeSvg(preview.card)
      setHeaders(reply, badgeTag(badge), 'websites')
      const isKnown = isNotModified(request.headers['if-none-match'], badgeTag(badge))
      return isKnown ? reply.code(304).send() : reply.type('image/svg+xml').send(badge)
    },
  ),
]

/** Pages of other origins, such as web chats, can embed the picture. A link's picture must not outlive the link. */
const setHeaders = (reply: FastifyReply, tag: string, kind: PreviewKind) =>
  reply.headers({
    ETag: tag,
    'Cache-Control': kind === 's' ? 'private, no-cache' : 'public, max-age=300',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
  })

/** A preview with the URLs of its page and picture. */
export type PagePreview = Omit<FoundPreview, 'card'> & { url: string; image: string }

/** Returns the preview of a page of the dashboard; undefined if it has none, or the network requests too many. */
export async function findPagePreview(
  request: FastifyRequest,
  path: string,
  { db, images, limits, publicUrl }: Deps & { limits: RequestLimits; publicUrl: string | null },
): Promise<PagePreview | undefined> {
  const place = previewPlaceOf(path)
  const preview = place && (await limits.allowsPreview(request)) ? await findPreview(db, place) : undefined
  if (!place || !preview) return undefined
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
