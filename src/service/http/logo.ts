import type { FastifyReply } from 'fastify'
import { readImage } from '#analyser/facts/image-file.ts'
import { LogoForm } from '#contract/forms/brand-form.ts'
import type { FieldProblem } from '#contract/forms/form.ts'
import { namedBody } from '#contract/openapi/schemas.ts'
import { logoTypes, maxLogoBytes, maxLogoPixels } from '#contract/sharing/client-document.ts'
import type { Logo } from '#service/store/brand.ts'
import { refuseFields } from './body.ts'
import { notFound } from './problem.ts'
import type { DrawLogo } from './responses/client-documents.ts'

/** What the routes that set a logo declare. `+` and `/` take three bytes each in a form. */
export const logoInForm = {
  description: `The body can be up to 528 KiB, the logo up to ${maxLogoBytes / 1024} KiB. An SVG is stored as a PNG.`,
  form: namedBody('LogoForm', LogoForm, 'A PNG, JPEG or SVG as a data URL in base64.'),
  maxBodyBytes: 528 * 1024,
  example: { image: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=' },
} as const

export const logoFile = { 200: { description: 'A PNG or JPEG.', type: ['image/png', 'image/jpeg'] } } as const

/** Sends a logo, a data URL, as a file. Throws a 404 without one. */
export function sendLogo(reply: FastifyReply, logo: string | null): FastifyReply {
  if (!logo) throw notFound()
  reply.headers({
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  })
  const [head, base64 = ''] = logo.split(',', 2)
  return reply.type(head === 'data:image/jpeg;base64' ? 'image/jpeg' : 'image/png').send(Buffer.from(base64, 'base64'))
}

/** Reads the logo of a form. Throws a 422 for what is none. */
export async function readLogo(dataUrl: string, drawLogo: DrawLogo): Promise<Logo> {
  const logo = await logoIn(dataUrl, drawLogo)
  if ('code' in logo) throw refuseFields(LogoForm, [logo])
  return logo
}

/** Reads a logo from a data URL. An SVG is stored as a picture, so that nothing has to draw it again. */
async function logoIn(dataUrl: string, drawLogo: DrawLogo): Promise<Logo | FieldProblem> {
  const [head = '', base64 = ''] = dataUrl.split(',', 2)
  const type = logoTypes.find((logoType) => head === `data:${logoType};base64`)
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > maxLogoBytes) return { field: 'image', code: 'too_long' }
  const image = readImage(bytes)
  if (!type || image?.type !== fileTypes[type]) return { field: 'image', code: 'invalid_image' }
  const tooComplex = { field: 'image', code: 'too_complex' } as const
  if (type !== 'image/svg+xml')
    return (image.width ?? 0) * (image.height ?? 0) > maxPixels ? tooComplex : { bytes, type }
  const png = await drawLogo(bytes)
  return png ? { bytes: png, type: 'image/png' } : tooComplex
}

/** A file of a few KiB can have so many pixels that a browser needs gigabytes for them. */
const maxPixels = maxLogoPixels * 1_000_000
const fileTypes = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/svg+xml': 'svg' } as const
