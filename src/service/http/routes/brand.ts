import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Brand } from '#contract/brand.ts'
import type { ItemEnvelope } from '#contract/envelope.ts'
import { BrandForm, LogoForm } from '#contract/forms/brand-form.ts'
import { presentBrand } from '#service/present/resources.ts'
import { changeBrand, changeLogo, findBrand } from '#service/store/brand.ts'
import type { HttpDeps } from '../deps.ts'
import { brandSentences, logoSentences } from '../form-sentences.ts'
import { writeWithKey } from '../identify.ts'
import { readLogo } from '../logo.ts'
import { notFound } from '../problem.ts'
import { readBody, refuseFields } from '../read-form.ts'

/** The largest logo as base64 in a form, where `+` and `/` take three bytes each. */
const maxLogoBody = 528 * 1024

/** Declares the brand of client reports. There are no teams, so it is one for all keys. */
export function brandRoutes(app: FastifyInstance, { store: { db }, identify, audit }: HttpDeps) {
  const brandResponse = async (): Promise<ItemEnvelope<Brand>> => ({
    data: presentBrand(await findBrand(db)),
    status: 200,
  })
  const noteChange = (request: FastifyRequest, detail: string) =>
    audit.record(request, { action: 'brand_changed', detail })

  app.get('/api/v1/brand', identify.to('read the brand'), brandResponse)

  const listOptions = { ...identify.to('change the brand'), config: { lists: ['sections'] } }
  app.put('/api/v1/brand', listOptions, async (request) => {
    const fields = readBody(request, BrandForm, brandSentences)
    await writeWithKey(db, request, (tx) => changeBrand(tx, fields))
    await noteChange(request, fields.name)
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
    bodyLimit: maxLogoBody,
    config: { largestBody: maxLogoBody },
  }
  app.put('/api/v1/brand/logo', logoOptions, async (request) => {
    const logo = readLogo(readBody(request, LogoForm, logoSentences).image)
    if ('code' in logo) throw refuseFields(logoSentences, [logo])
    await writeWithKey(db, request, (tx) => changeLogo(tx, logo))
    await noteChange(request, 'logo')
    return brandResponse()
  })

  app.delete('/api/v1/brand/logo', identify.to('change the brand'), async (request) => {
    await changeLogo(db, null)
    await noteChange(request, 'logo removed')
    return brandResponse()
  })
}
