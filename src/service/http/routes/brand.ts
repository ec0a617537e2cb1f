import { BrandForm } from '#contract/forms/brand-form.ts'
import { itemOf, namedBody } from '#contract/openapi/schemas.ts'
import { Brand } from '#contract/sharing/client-document.ts'
import { changeBrand, changeLogo } from '#service/store/brand.ts'
import type { Store } from '#service/store/database.ts'
import type { AuditRecorder } from '../audit-recorder.ts'
import { writeWithKey } from '../identify.ts'
import { logoFile, logoInForm, readLogo, sendLogo } from '../logo.ts'
import { brandOf, type DrawLogo } from '../responses/client-documents.ts'
import { keyed, keyedForm, keyedWrite, routeUsing } from '../route.ts'

type Deps = { db: Store['db']; audit: AuditRecorder; drawLogo: DrawLogo }

const route = routeUsing<Deps>()

const BrandItem = itemOf('BrandItem', Brand, 200)
const changed = { 200: { description: 'The changed brand.', schema: BrandItem } } as const

const brandBody = async (deps: Deps) => ({ data: await brandOf(deps), status: 200 as const })

/** The team's brand of client reports. Clients can have one of their own. */
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
      responses: logoFile,
      errors: [...keyed, 404],
    },
    async ({ reply }, deps) => {
      return sendLogo(reply, (await brandOf(deps)).logo)
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
      ...logoInForm,
      responses: changed,
      errors: keyedForm,
    },
    async ({ form: { image }, request }, deps) => {
      const logo = await readLogo(image, deps.drawLogo)
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
