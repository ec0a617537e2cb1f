import { readImage } from '#analyser/facts/image-file.ts'
import { BrandForm, LogoForm } from '#contract/forms/brand-form.ts'
import type { FieldProblem } from '#contract/forms/form.ts'
import { itemOf, namedBody } from '#contract/openapi/schemas.ts'
import { Brand, logoTypes, maxLogoBytes, maxLogoPixels } from '#contract/sharing/client-document.ts'
import { changeBrand, changeLogo, type Logo } from '#service/store/brand.ts'
import type { Store } from '#service/store/database.ts'
import type { AuditRecorder } from '../audit-recorder.ts'
import { refuseFields } from '../body.ts'
import { writeWithKey } from '../identify.ts'
import { notFound } from '../problem.ts'
import { brandOf, type DrawLogo } from '../responses/client-documents.ts'
import { keyed, keyedForm, keyedWrite, routeUsing } from '../route.ts'

type Deps = { db: Store['db']; audit: AuditRecorder; drawLogo: DrawLogo }

const route = routeUsing<Deps>()

const BrandItem = itemOf('BrandItem', Brand, 200)
const changed = { 200: { description: 'The changed brand.', schema: BrandItem } } as const

/** The largest logo as base64 in a form; `+` and `/` take three bytes each. */
const maxLogoBody = 528 * 1024

const brandBody = async (deps: Deps) => ({ data: await brandOf(deps), status: 200 as const })

/** The brand of client reports. There are no teams, so it is one for all keys. */
export const brandRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/brand',
      access: 'read the brand',
      id: 'showBrand',
      summary: 'Get the brand of client reports',
      responses: { 200: { description: 'The brand. Empty until it is set.', schema: BrandItem } },
      errors: keyed,
    },
    async (_, deps) => brandBody(deps),
  ),

  route(
    {
      method: 'PUT',
      path: '/api/v1/brand',
      access: 'change the brand',
      id: 'changeBrand',
      adds: true,
      summary: 'Set the brand of client reports',
      form: namedBody('BrandForm', BrandForm, 'Missing fields are cleared. The logo is kept.'),
      repeatable: { lists: ['sections'] },
      example: { name: 'Example Ltd' },
      responses: changed,
      errors: keyedForm,
    },
    async ({ form, request }, deps) => {
      await writeWithKey(deps.db, request, (tx) => changeBrand(tx, form))
      await deps.audit.record(request, { action: 'brand_changed', detail: form.name })
      return brandBody(deps)
    },
  ),

  // The brand contains the logo too. This is the file itself.
  route(
    {
      method: 'GET',
      path: '/api/v1/brand/logo',
      access: 'read the brand',
      id: 'showLogo',
      summary: 'Get the logo as a file',
      responses: { 200: { description: 'A PNG or JPEG.', type: ['image/png', 'image/jpeg'] } },
      errors: [...keyed, 404],
    },
    async ({ reply }, deps) => {
      const { logo } = await brandOf(deps)
      if (!logo) throw notFound()
      reply.headers({
        'Cache-Control': 'private, no-cache',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'X-Content-Type-Options': 'nosniff',
      })
      const [head, base64 = ''] = logo.split(',', 2)
      return reply
        .type(head === 'data:image/jpeg;base64' ? 'image/jpeg' : 'image/png')
        .send(Buffer.from(base64, 'base64'))
    },
  ),

  route(
    {
      method: 'PUT',
      path: '/api/v1/brand/logo',
      access: 'change the brand',
      id: 'changeLogo',
      adds: true,
      summary: 'Set the logo',
      description: `The body can be up to 528 KiB, the logo up to ${maxLogoBytes / 1024} KiB. An SVG is stored as a PNG.`,
      form: namedBody('LogoForm', LogoForm, 'A PNG, JPEG or SVG as a data URL in base64.'),
      maxBodyBytes: maxLogoBody,
      example: { image: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=' },
      responses: changed,
      errors: keyedForm,
    },
    async ({ form: { image }, request }, deps) => {
      const logo = await readLogo(image, deps.drawLogo)
      if ('code' in logo) throw refuseFields(LogoForm, [logo])
      await writeWithKey(deps.db, request, (tx) => changeLogo(tx, logo))
      await deps.audit.record(request, { action: 'brand_changed', detail: 'logo' })
      return brandBody(deps)
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/v1/brand/logo',
      access: 'change the brand',
      id: 'deleteLogo',
      summary: 'Remove the logo',
      responses: { 200: { description: 'The brand without a logo.', schema: BrandItem } },
      errors: keyedWrite,
    },
    async ({ request }, deps) => {
      await changeLogo(deps.db, null)
      await deps.audit.record(request, { action: 'brand_changed', detail: 'logo removed' })
      return brandBody(deps)
    },
  ),
]

/** Reads a logo from a data URL. An SVG is stored as a picture, so that nothing has to draw it again. */
async function readLogo(dataUrl: string, drawLogo: DrawLogo): Promise<Logo | FieldProblem> {
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
