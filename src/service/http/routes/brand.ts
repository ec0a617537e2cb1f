import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BrandForm, LogoForm } from '#contract/forms/brand-form.ts'
import type { FieldProblem } from '#contract/forms/form.ts'
import type { ItemEnvelope } from '#contract/responses/envelope.ts'
import { type Brand, type LogoType, logoTypes, maxLogoBytes } from '#contract/sharing/brand.ts'
import { presentBrand } from '#service/present/rows.ts'
import { changeBrand, changeLogo, findBrand, type Logo } from '#service/store/brand.ts'
import { largerBodies, readBody, refuseFields } from '../body.ts'
import type { HttpDeps } from '../deps.ts'
import { brandSentences, logoSentences } from '../form-sentences.ts'
import { writeWithKey } from '../identify.ts'
import { notFound } from '../problem.ts'

/** Declares the brand of client reports. There are no teams, so it is one for all keys. */
export function brandRoutes(app: FastifyInstance, { store: { db }, identify, audit }: HttpDeps) {
  const brandResponse = async (): Promise<ItemEnvelope<Brand>> => ({
    data: presentBrand(await findBrand(db)),
    status: 200,
  })
  const recordChange = (request: FastifyRequest, detail: string) =>
    audit.record(request, { action: 'brand_changed', detail })

  app.get('/api/v1/brand', identify.to('read the brand'), brandResponse)

  const listOptions = { ...identify.to('change the brand'), config: { lists: ['sections'] } }
  app.put('/api/v1/brand', listOptions, async (request) => {
    const fields = readBody(request, BrandForm, brandSentences)
    await writeWithKey(db, request, (tx) => changeBrand(tx, fields))
    await recordChange(request, fields.name)
    return brandResponse()
  })

  // The brand contains the logo too. This is the file itself. Opened on its own, an SVG runs no script.
  app.get('/api/v1/brand/logo', identify.to('read the brand'), async (_request, reply) => {
    const { logo } = await findBrand(db)
    if (!logo) throw notFound()
    reply.headers({
      'Cache-Control': 'private, no-cache',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    })
    return reply.type(logo.type).send(logo.bytes)
  })

  const logoOptions = {
    ...identify.to('change the brand'),
    bodyLimit: largerBodies['/api/v1/brand/logo'],
  }
  app.put('/api/v1/brand/logo', logoOptions, async (request) => {
    const logo = readLogo(readBody(request, LogoForm, logoSentences).image)
    if ('code' in logo) throw refuseFields(logoSentences, [logo])
    await writeWithKey(db, request, (tx) => changeLogo(tx, logo))
    await recordChange(request, 'logo')
    return brandResponse()
  })

  app.delete('/api/v1/brand/logo', identify.to('change the brand'), async (request) => {
    await changeLogo(db, null)
    await recordChange(request, 'logo removed')
    return brandResponse()
  })
}

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
