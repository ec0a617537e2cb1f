import type { Kysely } from 'kysely'
import { BrandForm, LogoForm } from '#contract/forms/brand-form.ts'
import type { FieldProblem } from '#contract/forms/form.ts'
import { itemOf, namedBody } from '#contract/openapi/schemas.ts'
import { Brand, type LogoType, logoTypes, maxLogoBytes } from '#contract/sharing/client-document.ts'
import { presentBrand } from '#service/present/rows.ts'
import { changeBrand, changeLogo, findBrand, type Logo } from '#service/store/brand.ts'
import type { Schema } from '#service/store/schema.ts'
import { refuseFields } from '../body.ts'
import { writeWithKey } from '../identify.ts'
import { notFound } from '../problem.ts'
import { keyed, keyedForm, keyedWrite, route } from '../route.ts'

const extension = 'brand'
const BrandItem = itemOf('BrandItem', Brand, 200)
const changed = { 200: { description: 'The changed brand.', schema: BrandItem } } as const

/** The largest logo as base64 in a form; `+` and `/` take three bytes each. */
const maxLogoBody = 528 * 1024

const brandBody = async (db: Kysely<Schema>) => ({ data: presentBrand(await findBrand(db)), status: 200 as const })

/** The brand of client reports. There are no teams, so it is one for all keys. */
export const brandRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/brand',
      access: 'read the brand',
      id: 'showBrand',
      summary: 'Get the brand of client reports',
      extension,
      responses: { 200: { description: 'The brand. Empty until it is set.', schema: BrandItem } },
      errors: keyed,
    },
    async (_, { db }) => brandBody(db),
  ),

  route(
    {
      method: 'PUT',
      path: '/api/v1/brand',
      access: 'change the brand',
      id: 'changeBrand',
      summary: 'Set the brand of client reports',
      extension,
      form: namedBody('BrandForm', BrandForm, 'Missing fields are cleared. The logo is kept.'),
      repeatable: { lists: ['sections'] },
      example: { name: 'Example Ltd' },
      responses: changed,
      errors: keyedForm,
    },
    async ({ form, request }, { db, audit }) => {
      await writeWithKey(db, request, (tx) => changeBrand(tx, form))
      await audit.record(request, { action: 'brand_changed', detail: form.name })
      return brandBody(db)
    },
  ),

  // The brand contains the logo too. This is the file itself. Opened on its own, an SVG runs no script.
  route(
    {
      method: 'GET',
      path: '/api/v1/brand/logo',
      access: 'read the brand',
      id: 'showLogo',
      summary: 'Get the logo as a file',
      extension,
      responses: { 200: { description: 'A PNG, JPEG or SVG.', type: logoTypes } },
      errors: [...keyed, 404],
    },
    async ({ reply }, { db }) => {
      const { logo } = await findBrand(db)
      if (!logo) throw notFound()
      reply.headers({
        'Cache-Control': 'private, no-cache',
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'X-Content-Type-Options': 'nosniff',
      })
      return reply.type(logo.type).send(logo.bytes)
    },
  ),

  route(
    {
      method: 'PUT',
      path: '/api/v1/brand/logo',
      access: 'change the brand',
      id: 'changeLogo',
      summary: 'Set the logo',
      description: `The body can be up to 528 KiB, the logo up to ${maxLogoBytes / 1024} KiB.`,
      extension,
      form: namedBody('LogoForm', LogoForm, 'A PNG, JPEG or SVG as a data URL in base64.'),
      maxBodyBytes: maxLogoBody,
      example: { image: 'data:image/svg+xml;base64,PHN2Zy8+' },
      responses: changed,
      errors: keyedForm,
    },
    async ({ form: { image }, request }, { db, audit }) => {
      const logo = readLogo(image)
      if ('code' in logo) throw refuseFields(LogoForm, [logo])
      await writeWithKey(db, request, (tx) => changeLogo(tx, logo))
      await audit.record(request, { action: 'brand_changed', detail: 'logo' })
      return brandBody(db)
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/v1/brand/logo',
      access: 'change the brand',
      id: 'deleteLogo',
      summary: 'Remove the logo',
      extension,
      responses: { 200: { description: 'The brand without a logo.', schema: BrandItem } },
      errors: keyedWrite,
    },
    async ({ request }, { db, audit }) => {
      await changeLogo(db, null)
      await audit.record(request, { action: 'brand_changed', detail: 'logo removed' })
      return brandBody(db)
    },
  ),
]

/**
 * Reads a logo from a data URL. The dashboard shows logos as `<img>` only, where browsers run no scripts of an SVG and
 * load nothing for it, so an SVG is stored as it is. Only entities are refused, because they can expand without limit.
 */
function readLogo(dataUrl: string): Logo | FieldProblem {
  const [head = '', base64 = ''] = dataUrl.split(',', 2)
  const type = logoTypes.find((one) => head === `data:${one};base64`)
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > maxLogoBytes) return { field: 'image', code: 'too_long' }
  return type && isOfType(bytes, type) ? { bytes, type } : { field: 'image', code: 'invalid_image' }
}

function isOfType(bytes: Buffer, type: LogoType): boolean {
  if (type === 'image/png') return bytes.subarray(0, 8).equals(Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]))
  if (type === 'image/jpeg') return bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
  const text = bytes.toString('utf8')
  return (
    /^(?:\uFEFF)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE svg[^[>]*>\s*)*<svg[\s>]/i.test(text) &&
    !/<!ENTITY/i.test(text)
  )
}
