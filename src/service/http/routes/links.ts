import type { Kysely } from 'kysely'
import { type NewLinkFields, NewLinkForm } from '#contract/forms/link-form.ts'
import { reportListParams, websiteListParams } from '#contract/lists/list-query.ts'
import { pageFilterLabels } from '#contract/lists/page-filters.ts'
import { readQuery } from '#contract/lists/query-params.ts'
import { reportViewName, websiteViewName, type ViewList } from '#contract/lists/views.ts'
import { described, paging } from '#contract/openapi/parameters.ts'
import { deletionOf, itemOf, listOf, namedBody, wholeListOf } from '#contract/openapi/schemas.ts'
import { Link, NewLink, LinkVisit, isSnapshot, type LinkLayout, linkListParams } from '#contract/sharing/links.ts'
import { hashPassword } from '#service/access/passwords.ts'
import { personIdOf, type Reader, scopeOf } from '#service/access/policy.ts'
import { createLinkToken } from '#service/access/share-links.ts'
import { nameOfCheck } from '#service/present/check-names.ts'
import { presentLink } from '#service/present/rows.ts'
import { bindLink } from '#service/store/access/grants.ts'
import { canReach } from '#service/store/access/visible.ts'
import { findClient } from '#service/store/clients.ts'
import type { Scope } from '#service/store/lists/scope.ts'
import { findReport, findWholeReport } from '#service/store/reports/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import {
  findLink,
  insertLink,
  listLinks,
  listVisits,
  type LinkRecord,
  type NewLink as NewStoredLink,
  revokeLink,
} from '#service/store/share-links/share-links.ts'
import { lockWebsiteOfReport } from '#service/store/websites/website-counters.ts'
import { findWebsite } from '#service/store/websites/websites.ts'
import { auditedLink, type AuditRecorder } from '../audit-recorder.ts'
import { recordWrite } from '../idempotency.ts'
import { writeWithKey } from '../identify.ts'
import { permitsChange } from '../permits.ts'
import { notFound, Problem, unprocessable } from '../problem.ts'
import { senderOf, originOf } from '../request.ts'
import { type DocumentDeps, documentOfReport } from '../responses/client-documents.ts'
import { listBody } from '../responses/lists.ts'
import { comparisonResponse } from '../responses/page-history.ts'
import { reportBody } from '../responses/reports.ts'
import { keyed, keyedForm, keyedWrite, routeUsing } from '../route.ts'

type Deps = DocumentDeps & { audit: AuditRecorder; publicUrl: string | null }

const route = routeUsing<Deps>()

/** Share links as holders of a key manage them. */
export const linkRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/links',
      access: 'list links',
      id: 'listLinks',
      summary: 'List share links',
      query: described(linkListParams, {
        website_id: 'Share links to this website, its reports and its lists.',
        person_id: 'Share links that this person made.',
        ...paging,
      }),
      responses: { 200: { description: 'A page of share links, newest first.', schema: listOf('LinkList', Link) } },
      errors: [...keyed, 422],
    },
    async (input, deps) => {
      const links = await listLinks(deps.db, input.query, scopeOf(input.reader))
      return listBody(input, deps, links, links.rows.map(presentLink))
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/links',
      access: 'create links',
      id: 'createLink',
      adds: true,
      summary: 'Create a share link',
      form: namedBody(
        'NewLinkForm',
        NewLinkForm,
        'By its kind: `report_id`, `website_id`, or `list` and `query`. Only a report can be `frozen`, a snapshot.',
      ),
      example: { kind: 'report', report_id: '1' },
      responses: {
        201: {
          description: 'The new link. Its URL is only returned here.',
          schema: itemOf('NewLinkItem', NewLink, 201),
          headers: ['Location'],
        },
      },
      errors: [...keyedForm, 409],
      repeat: 'withheld',
    },
    async ({ form, reader, request, reply }, { db, pool, drawLogo, audit, publicUrl }) => {
      const { kind, mode, layout, label, expires_at = null, password, can_check, clicks } = form
      const scope = scopeOf(reader)
      const content = await contentOf({ db, pool, drawLogo }, form, scope)
      await refuseUneditable(db, reader, content)
      // The list of a view shows no more than its maker can edit now.
      const limits = scopeOf(reader, 'edit')
      const limited = form.kind === 'view' && limits.kind === 'granted' ? limits : null
      const { token, token_hash } = createLinkToken()
      const values = {
        ...content,
        kind,
        mode,
        layout,
        label,
        token_hash,
        password_hash: password === undefined ? null : await hashPassword(password),
        created_by: senderOf(request).author_name,
        created_at: new Date().toISOString(),
        expires_at,
        can_check: can_check ? (1 as const) : (0 as const),
        shows_clicks: clicks ? (1 as const) : (0 as const),
        is_limited: limited ? (1 as const) : (0 as const),
        person_id: personIdOf(reader),
      }
      const link = await writeWithKey(db, request, async (tx) => {
        const { report_id, compare_id } = values
        // The reports may have expired meanwhile. From now on, the link keeps them.
        if (report_id !== null && (await lockWebsiteOfReport(tx, report_id)) === undefined)
          throw missingReport(report_id)
        if (compare_id !== null && !(await findReport(tx, compare_id, scope))) throw missingCompared(compare_id)
        const created = await insertLink(tx, values)
        if (limited) await bindLink(tx, created.id, limited)
        await recordWrite(tx, request, { status: 201, location: locationOf(created), id: created.id })
        return created
      })
      await audit.record(request, { action: 'link_created', object: auditedLink(link) })
      reply.header('Location', locationOf(link)).header('Cache-Control', 'no-store')
      return { data: { ...presentLink(link), url: `${originOf(request, publicUrl)}/s/${token}`, token }, status: 201 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/links/{id}',
      access: 'list links',
      id: 'showLink',
      summary: 'Get a share link',
      responses: { 200: { description: 'The link.', schema: itemOf('LinkItem', Link, 200) } },
      errors: [...keyed, 404],
    },
    async ({ params: { id } }, { db }) => {
      const link = await findLink(db, { id })
      if (!link) throw notFound()
      return { data: presentLink(link), status: 200 }
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/v1/links/{id}',
      access: 'create links',
      id: 'revokeLink',
      summary: 'Revoke a share link',
      responses: {
        200: { description: 'The link is revoked and stays in the list.', schema: deletionOf('LinkDeletion', 'link') },
      },
      errors: [...keyedWrite, 404],
    },
    // A revoked link stays in the list, so revoking it again succeeds too.
    async ({ params: { id }, request }, { db, audit }) => {
      const link = await findLink(db, { id })
      if (!link) throw notFound()
      if (await revokeLink(db, id)) await audit.record(request, { action: 'link_revoked', object: auditedLink(link) })
      return { id, object: 'link', deleted: true, status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/links/{id}/opens',
      access: 'list links',
      id: 'listVisits',
      summary: 'List the visits of a share link',
      responses: { 200: { description: 'Visits, newest first.', schema: wholeListOf('VisitList', LinkVisit) } },
      errors: [...keyed, 404],
    },
    async ({ params: { id } }, { db }) => {
      if (!(await findLink(db, { id }))) throw notFound()
      const visits = await listVisits(db, id)
      return { data: visits.map(({ visited_at, client }) => ({ opened_at: visited_at, client })), status: 200 }
    },
  ),
]

const locationOf = ({ id }: { id: number }) => `/api/v1/links/${id}`

type Content = Pick<LinkRecord, 'report_id' | 'compare_id' | 'website_id' | 'list' | 'query' | 'title'> &
  Pick<NewStoredLink, 'snapshot'>

const none = { report_id: null, compare_id: null, website_id: null, list: null, query: null, snapshot: null }

/** Returns the content of a new share link, with that of a snapshot. Throws a 422 if the target does not exist. */
async function contentOf(deps: DocumentDeps, target: NewLinkFields, scope: Scope): Promise<Content> {
  const { db } = deps
  if (target.kind === 'view') return contentOfView(db, target.list, target.query, scope)
  if (target.kind === 'website') {
    const website = await visibleWebsite(db, target.website_id, scope)
    if (!website) throw missing('website_id', `website_id: website ${target.website_id} doesn't exist.`)
    return { ...none, website_id: website.id, title: website.domain }
  }
  const { report_id: id, compare_id = null, layout } = target
  const report = await findReport(db, id, scope)
  if (!report) throw missingReport(id)
  if (compare_id !== null) await refuseIncomparable(deps, { id, other: compare_id }, layout, scope)
  const snapshot = isSnapshot(target) ? await snapshotOf(deps, { id, compare_id }, target, scope) : null
  return { ...none, report_id: report.id, compare_id, website_id: report.website_id, title: report.url, snapshot }
}

async function refuseIncomparable(
  deps: DocumentDeps,
  ids: { id: number; other: number },
  layout: LinkLayout,
  scope: Scope,
) {
  if (layout !== 'document')
    throw unprocessable([
      { field: 'compare_id', code: 'not_allowed', sentence: 'Only a link to a document compares reports.' },
    ])
  const comparison = await comparisonResponse(deps, ids, scope).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
  })
  if (!comparison) throw missingCompared(ids.other)
}

async function snapshotOf(
  deps: DocumentDeps,
  ids: { id: number; compare_id: number | null },
  { layout, label }: NewLinkFields,
  scope: Scope,
): Promise<object | null> {
  if (layout === 'document') return (await documentOfReport(deps, ids, scope, label)) ?? null
  const report = await findWholeReport(deps.db, ids.id, scope)
  return report ? reportBody(deps.db, report, { kind: 'report', report_id: ids.id }) : null
}

async function contentOfView(db: Kysely<Schema>, list: ViewList, query: string, scope: Scope): Promise<Content> {
  const search = new URLSearchParams(query)
  if (list === 'websites') {
    const filters = readQuery(websiteListParams, search).query
    return { ...none, list, query, title: websiteViewName(filters, await clientNamed(db, filters, scope)) }
  }
  const filters = readQuery(reportListParams, search).query
  const { website_id, check } = filters
  const website = website_id === null ? undefined : await visibleWebsite(db, website_id, scope)
  if (website_id !== null && !website) throw missing('query', `Website ${website_id} doesn’t exist.`)
  const labels = pageFilterLabels(filters, {
    check: check && nameOfCheck(check),
    client: await clientNamed(db, filters, scope),
  })
  const title = reportViewName(filters, website?.domain ?? null, Object.values(labels))
  return { ...none, list, query, website_id, title }
}

/** Returns the name of the client of a filter; null for one beyond the scope. */
async function clientNamed(db: Kysely<Schema>, { client }: { client: string | null }, scope: Scope) {
  const isVisible = client !== null && (await canReach(db, scope, 'clients', Number(client)))
  return (isVisible && (await findClient(db, Number(client)))?.name) || null
}

const visibleWebsite = async (db: Kysely<Schema>, id: number, scope: Scope) =>
  (await canReach(db, scope, 'websites', id)) ? findWebsite(db, id) : undefined

/** A link needs the right to edit what it shows. */
async function refuseUneditable(db: Kysely<Schema>, reader: Reader, { website_id }: Content) {
  if (website_id !== null) await permitsChange(db, reader, 'websites', website_id)
}

const missing = (field: string, sentence: string) => unprocessable([{ field, code: 'not_found', sentence }])
const missingReport = (id: number) => missing('report_id', `Report ${id} doesn’t exist.`)
const missingCompared = (id: number) => missing('compare_id', `Report ${id} isn’t another report of the same URL.`)
