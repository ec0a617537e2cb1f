import { Client, ClientBrand, ClientIssue, maxClients } from '#contract/access/clients.ts'
import { counted } from '#contract/format/numbers.ts'
import { ClientBrandForm, ClientForm, NewClientForm, WebsiteClientForm } from '#contract/forms/client-forms.ts'
import { WebsiteItem } from '#contract/openapi/reports.ts'
import { deletionOf, itemOf, namedBody, wholeListOf } from '#contract/openapi/schemas.ts'
import { isGuest, type Reader, scopeOf } from '#service/access/policy.ts'
import { presentClient, presentClientIssues } from '#service/present/clients.ts'
import { presentBrand } from '#service/present/rows.ts'
import {
  assignWebsite,
  changeClient,
  changeClientBrand,
  type ClientRecord,
  deleteClient,
  findClient,
  findClientBrand,
  insertClient,
  listClients,
} from '#service/store/clients.ts'
import type { Store } from '#service/store/database.ts'
import { findClientIssues } from '#service/store/lists/client-issues.ts'
import { everyRow } from '#service/store/lists/scope.ts'
import { findWebsite } from '#service/store/websites/websites.ts'
import { auditedClient, auditedWebsite, type AuditRecorder } from '../audit-recorder.ts'
import { refuseFields } from '../body.ts'
import { recordWrite } from '../idempotency.ts'
import { writeWithKey } from '../identify.ts'
import { logoFile, logoInForm, readLogo, sendLogo } from '../logo.ts'
import { notFound, Problem } from '../problem.ts'
import { type DrawLogo, withDrawnLogo } from '../responses/client-documents.ts'
import { websiteWithClient } from '../responses/websites.ts'
import { keyed, keyedForm, keyedWrite, routeUsing } from '../route.ts'

type Deps = { db: Store['db']; audit: AuditRecorder; drawLogo: DrawLogo }

const route = routeUsing<Deps>()

const ClientItem = itemOf('ClientItem', Client, 200)
const ClientBrandItem = itemOf('ClientBrandItem', ClientBrand, 200)
const changedBrand = { 200: { description: 'The changed brand.', schema: ClientBrandItem } } as const

/** Notes are the team’s. */
const shownTo = (reader: Reader, client: ClientRecord): Client => ({
  ...presentClient(client),
  ...(isGuest(reader) && { notes: '' }),
})

const findsClient = async (
  { params: { id }, reader }: { params: { id: number }; reader: Reader },
  { db }: Deps,
): Promise<ClientRecord> => {
  const client = await findClient(db, id, scopeOf(reader))
  if (!client) throw notFound()
  return client
}

async function brandBody({ db, drawLogo }: Deps, id: number) {
  const brand = await findClientBrand(db, id)
  if (!brand) throw notFound()
  return { data: await withDrawnLogo(presentBrand(brand), drawLogo), status: 200 as const }
}

/** Returns the fields of a form that are given, with flags as the database has them. */
const given = ({ archived, clicks, ...texts }: { archived?: boolean | undefined; clicks?: boolean | undefined }) => ({
  ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined)),
  ...(archived !== undefined && { archived: archived ? (1 as const) : (0 as const) }),
  ...(clicks !== undefined && { shows_clicks: clicks ? (1 as const) : (0 as const) }),
})

const taken = (form: typeof ClientForm | typeof NewClientForm) => refuseFields(form, [{ field: 'name', code: 'taken' }])

/** Clients, which are groups of websites, and the client of a website. */
export const clientRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/clients',
      access: 'read clients',
      id: 'listClients',
      summary: 'List clients',
      responses: {
        200: { description: 'All clients by name, also archived ones.', schema: wholeListOf('ClientList', Client) },
      },
      errors: keyed,
    },
    async ({ reader }, { db }) => ({
      data: (await listClients(db, scopeOf(reader))).map((client) => shownTo(reader, client)),
      status: 200,
    }),
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/clients',
      access: 'manage clients',
      id: 'createClient',
      adds: true,
      summary: 'Add a client',
      form: namedBody('NewClient', NewClientForm),
      example: { name: 'Example Ltd' },
      responses: {
        201: { description: 'The new client.', schema: itemOf('NewClientItem', Client, 201), headers: ['Location'] },
      },
      errors: [...keyedForm, 409],
      async repeat({ id }, { db }) {
        const client = await findClient(db, Number(id))
        return client && { data: presentClient(client), status: 201 }
      },
    },
    async ({ form, request, reply }, { db, audit }) => {
      const { name, contact, notes } = form
      const id = await writeWithKey(db, request, async (tx) => {
        const created = await insertClient(tx, { ...given(form), name, contact, notes })
        if (typeof created === 'number')
          await recordWrite(tx, request, { status: 201, location: locationOf(created), id: created })
        return created
      })
      if (id === 'taken') throw taken(NewClientForm)
      if (id === 'too many')
        throw new Problem('limit_reached', `The limit of ${maxClients} clients is reached. Delete one first.`)
      const client = await findClient(db, id)
      if (!client) throw notFound()
      await audit.record(request, { action: 'client_created', object: auditedClient(client) })
      reply.header('Location', locationOf(id))
      return { data: presentClient(client), status: 201 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/clients/{id}',
      access: 'read clients',
      id: 'showClient',
      summary: 'Get a client',
      find: findsClient,
      responses: { 200: { description: 'The client.', schema: ClientItem } },
      errors: [...keyed, 404],
    },
    async ({ found, reader }) => ({ data: shownTo(reader, found), status: 200 }),
  ),

  route(
    {
      method: 'PUT',
      path: '/api/v1/clients/{id}',
      access: 'manage clients',
      id: 'changeClient',
      summary: 'Change a client',
      description: 'Absent fields stay.',
      find: findsClient,
      form: namedBody('ClientChange', ClientForm),
      example: { name: 'Example Ltd' },
      responses: { 200: { description: 'The changed client.', schema: ClientItem } },
      errors: [...keyedForm, 404],
    },
    async ({ found: { id }, form, request }, { db, audit }) => {
      const change = given(form)
      if (!(await writeWithKey(db, request, (tx) => changeClient(tx, id, change)))) throw taken(ClientForm)
      const client = await findClient(db, id)
      if (!client) throw notFound()
      await audit.record(request, {
        action: 'client_changed',
        object: auditedClient(client),
        detail: Object.keys(change).join(', '),
      })
      return { data: presentClient(client), status: 200 }
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/v1/clients/{id}',
      access: 'manage clients',
      id: 'deleteClient',
      summary: 'Delete a client',
      description: 'Its websites are kept, and belong to no client.',
      find: findsClient,
      responses: { 200: { description: 'Deleted.', schema: deletionOf('ClientDeletion', 'client') } },
      errors: [...keyedWrite, 404],
    },
    async ({ found: client, request }, { db, audit }) => {
      const { id, websites_count } = client
      if (!(await deleteClient(db, id))) throw notFound()
      await audit.record(request, {
        action: 'client_deleted',
        object: auditedClient(client),
        detail: counted(websites_count, 'website'),
      })
      return { id, object: 'client', deleted: true, status: 200 }
    },
  ),

  route(
    {
      method: 'PUT',
      path: '/api/v1/websites/{id}/client',
      access: 'manage clients',
      id: 'assignWebsite',
      summary: 'Set the client of a website',
      async find({ params: { id } }, { db }) {
        const website = await findWebsite(db, id)
        if (!website) throw notFound()
        return website
      },
      form: namedBody('WebsiteClient', WebsiteClientForm, 'Without `client_id`, the website belongs to no client.'),
      example: { client_id: '1' },
      responses: { 200: { description: 'The website.', schema: WebsiteItem } },
      errors: [...keyedForm, 404],
    },
    async ({ found: { id }, form: { client_id = null }, request }, { db, audit }) => {
      const code = await writeWithKey(db, request, (tx) => assignWebsite(tx, id, client_id))
      if (code !== null) throw refuseFields(WebsiteClientForm, [{ field: 'client_id', code }])
      const website = await findWebsite(db, id)
      if (!website) throw notFound()
      const client = client_id === null ? undefined : await findClient(db, client_id)
      await audit.record(request, {
        action: 'website_assigned',
        object: auditedWebsite(website),
        detail: client?.name ?? 'no client',
      })
      return { data: await websiteWithClient(db, website, everyRow), status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/clients/{id}/issues',
      access: 'read clients',
      id: 'listClientIssues',
      summary: 'List the issues on the websites of a client',
      find: findsClient,
      responses: {
        200: {
          description: 'The issues, in the order in which to fix them.',
          schema: wholeListOf('ClientIssueList', ClientIssue),
        },
      },
      errors: [...keyed, 404],
    },
    async ({ found: { id }, reader }, { db }) => ({
      data: presentClientIssues(await findClientIssues(db, id, scopeOf(reader))),
      status: 200,
    }),
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/clients/{id}/brand',
      access: 'read clients',
      id: 'showClientBrand',
      summary: 'Get the brand of a client',
      find: findsClient,
      responses: { 200: { description: 'What the client has of its own.', schema: ClientBrandItem } },
      errors: [...keyed, 404],
    },
    async ({ found: { id } }, deps) => brandBody(deps, id),
  ),

  route(
    {
      method: 'PUT',
      path: '/api/v1/clients/{id}/brand',
      access: 'manage clients',
      id: 'changeClientBrand',
      adds: true,
      summary: 'Set the brand of a client',
      find: findsClient,
      form: namedBody('ClientBrandForm', ClientBrandForm, 'Missing fields are those of the team. The logo is kept.'),
      example: { name: 'Example Ltd' },
      responses: changedBrand,
      errors: [...keyedForm, 404],
    },
    async ({ found: client, form: { name, color }, request }, deps) => {
      const change = { brand_name: name || null, brand_color: color ?? null }
      await writeWithKey(deps.db, request, (tx) => changeClientBrand(tx, client.id, change))
      await deps.audit.record(request, { action: 'client_brand_changed', object: auditedClient(client), detail: name })
      return brandBody(deps, client.id)
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/clients/{id}/brand/logo',
      access: 'read clients',
      id: 'showClientLogo',
      summary: 'Get the logo of a client as a file',
      find: findsClient,
      responses: logoFile,
      errors: [...keyed, 404],
    },
    async ({ found: { id }, reply }, deps) => sendLogo(reply, (await brandBody(deps, id)).data.logo),
  ),

  route(
    {
      method: 'PUT',
      path: '/api/v1/clients/{id}/brand/logo',
      access: 'manage clients',
      id: 'changeClientLogo',
      adds: true,
      summary: 'Set the logo of a client',
      find: findsClient,
      ...logoInForm,
      responses: changedBrand,
      errors: [...keyedForm, 404],
    },
    async ({ found: client, form: { image }, request }, deps) => {
      const logo = await readLogo(image, deps.drawLogo)
      await writeWithKey(deps.db, request, (tx) => changeClientBrand(tx, client.id, { logo }))
      await deps.audit.record(request, {
        action: 'client_brand_changed',
        object: auditedClient(client),
        detail: 'logo',
      })
      return brandBody(deps, client.id)
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/v1/clients/{id}/brand/logo',
      access: 'manage clients',
      id: 'deleteClientLogo',
      summary: 'Remove the logo of a client',
      find: findsClient,
      responses: changedBrand,
      errors: [...keyedWrite, 404],
    },
    async ({ found: client, request }, deps) => {
      await changeClientBrand(deps.db, client.id, { logo: null })
      await deps.audit.record(request, {
        action: 'client_brand_changed',
        object: auditedClient(client),
        detail: 'logo removed',
      })
      return brandBody(deps, client.id)
    },
  ),
]

const locationOf = (id: number) => `/api/v1/clients/${id}`
