import type { Kysely } from 'kysely'
import type * as z from 'zod'
import { ViewOrderForm, NewViewForm, viewChangeForm } from '#contract/forms/view-forms.ts'
import { maxViews, View, viewListParams, type ViewOwner } from '#contract/lists/views.ts'
import { described } from '#contract/openapi/parameters.ts'
import { deletionOf, itemOf, namedBody, wholeListOf } from '#contract/openapi/schemas.ts'
import { personIdOf, type Reader, scopeOf } from '#service/access/policy.ts'
import { canReach } from '#service/store/access/visible.ts'
import { findClient } from '#service/store/clients.ts'
import type { Store } from '#service/store/database.ts'
import type { Schema } from '#service/store/schema.ts'
import {
  changeView,
  createView,
  deleteView,
  findView,
  isUsedByOthers,
  listViews,
  orderViews,
  type ViewRecord,
} from '#service/store/views.ts'
import { auditedView, type AuditRecorder } from '../audit-recorder.ts'
import { readBody, refuseFields } from '../body.ts'
import { recordWrite } from '../idempotency.ts'
import { byField, type InvalidField, notFound, Problem } from '../problem.ts'
import { senderOf } from '../request.ts'
import { keyed, keyedForm, keyedWrite, routeUsing } from '../route.ts'

type Deps = { db: Store['db']; audit: AuditRecorder }

const route = routeUsing<Deps>()

const ViewList = wholeListOf('ViewList', View)
const ViewItem = itemOf('ViewItem', View, 200)

/** Saved views: those of the team, which all keys share, and those of each person. */
export const viewRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/views',
      access: 'list views',
      id: 'listViews',
      summary: 'List saved views',
      query: described(viewListParams, {
        client: 'Only views of this client.',
        owner: 'team, or me: only the sender’s own.',
      }),
      responses: { 200: { description: 'The views, in their order.', schema: ViewList } },
      errors: [...keyed, 422],
    },
    async ({ query, reader }, { db }) => ({
      data: (await listViews(db, personIdOf(reader), query, scopeOf(reader))).map(presentView),
      status: 200,
    }),
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/views',
      access: 'change views',
      id: 'createView',
      adds: true,
      summary: 'Create a view',
      form: namedBody('NewView', NewViewForm),
      example: { list: 'reports', name: 'Bad pages', query: 'result=bad' },
      responses: {
        201: { description: 'The new view.', schema: itemOf('NewViewItem', View, 201), headers: ['Location'] },
      },
      errors: [...keyedForm, 409],
      async repeat({ id }, { db }, { request: { reader } }) {
        const view = await findView(db, Number(id), personIdOf(reader))
        return view && { data: presentView(view), status: 201 }
      },
    },
    async ({ form: { owner, ...form }, reader, request, reply }, { db, audit }) => {
      const given = owner === undefined ? null : personOf(owner, reader)
      const view = await db.transaction().execute(async (tx) => {
        await mustBeClient(tx, form, NewViewForm, reader)
        const created = await createView(tx, { ...form, person_id: given })
        if (!created) return created
        await recordWrite(tx, request, { status: 201, location: locationOf(created), id: created.id })
        if (await canReach(tx, scopeOf(reader), 'views', created.id)) return created
        // What a member shares covers no more than they see. Unless they asked for that, it is their own.
        if (owner === 'team') throw refuseFields(NewViewForm, [{ field: 'owner', code: 'not_allowed' }])
        return changeView(tx, created.id, { person_id: personOf('me', reader) })
      })
      if (!view) throw new Problem('limit_reached', `The limit of ${maxViews} views is reached. Delete one first.`)
      await audit.record(request, { action: 'view_created', object: auditedView(view) })
      reply.header('Location', locationOf(view))
      return { data: presentView(view), status: 201 }
    },
  ),

  route(
    {
      method: 'PUT',
      path: '/api/v1/views/order',
      access: 'change views',
      id: 'orderViews',
      summary: 'Reorder views',
      form: namedBody(
        'ViewOrder',
        ViewOrderForm,
        'IDs of all views in the new order, repeated or separated by commas.',
      ),
      repeatable: { lists: ['ids'] },
      example: { ids: '2,1' },
      responses: { 200: { description: 'All views, in their order.', schema: ViewList } },
      errors: [...keyedForm, 409],
    },
    async ({ form, reader, request }, { db, audit }) => {
      const result = await orderViews(db, form.ids, personIdOf(reader), scopeOf(reader))
      if (!('views' in result)) throw orderConflict(result)
      await audit.record(request, { action: 'views_ordered' })
      return { data: result.views.map(presentView), status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/views/{id}',
      access: 'list views',
      id: 'showView',
      summary: 'Get a view',
      responses: { 200: { description: 'The view.', schema: ViewItem } },
      errors: [...keyed, 404],
    },
    async ({ params: { id }, reader }, { db }) => {
      const view = await findView(db, id, personIdOf(reader))
      if (!view) throw notFound()
      return { data: presentView(view), status: 200 }
    },
  ),

  route(
    {
      method: 'PUT',
      path: '/api/v1/views/{id}',
      access: 'change views',
      id: 'changeView',
      summary: 'Change a view',
      formOfHandler: namedBody('ViewChange', viewChangeForm('reports'), 'At least one field.'),
      example: { name: 'Other pages' },
      responses: { 200: { description: 'The changed view.', schema: ViewItem } },
      errors: [...keyedForm, 404, 409],
    },
    async ({ params: { id }, reader, request }, { db, audit }) => {
      const view = await findView(db, id, personIdOf(reader))
      if (!view) throw notFound()
      const changeForm = viewChangeForm(view.list)
      const { owner, ...change } = readBody(request, changeForm)
      await mustBeClient(db, change, changeForm, reader)
      const person_id = owner && personOf(owner, reader)
      if (person_id && (await isUsedByOthers(db, id, senderOf(request).author_id)))
        throw new Problem('conflict', 'This view has a schedule or alerts of someone else. Remove them first.')
      const changed = await db.transaction().execute(async (tx) => {
        const view = await changeView(tx, id, { ...change, ...(person_id !== undefined && { person_id }) })
        if (view && !(await canReach(tx, scopeOf(reader), 'views', id)))
          throw refuseFields(changeForm, [{ field: 'owner', code: 'not_allowed' }])
        return view
      })
      if (!changed) throw notFound()
      await audit.record(request, {
        action: 'view_changed',
        object: auditedView(changed),
        detail: differenceOf(view, changed),
      })
      return { data: presentView(changed), status: 200 }
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/v1/views/{id}',
      access: 'change views',
      id: 'deleteView',
      summary: 'Delete a view',
      responses: { 200: { description: 'Deleted.', schema: deletionOf('ViewDeletion', 'view') } },
      errors: [...keyedWrite, 404],
    },
    async ({ params: { id }, reader, request }, { db, audit }) => {
      const view = await findView(db, id, personIdOf(reader))
      if (!view || !(await deleteView(db, id))) throw notFound()
      await audit.record(request, { action: 'view_deleted', object: auditedView(view) })
      return { id, object: 'view', deleted: true, status: 200 }
    },
  ),
]

const presentView = ({ person_id, ...view }: ViewRecord): View => ({
  ...view,
  owner: person_id === null ? 'team' : 'me',
})

/** Returns whose a view is to be. Throws a 422 for a service key, which is no person's. */
function personOf(owner: ViewOwner, reader: Reader): number | null {
  if (owner === 'team') return null
  const id = personIdOf(reader)
  if (id === null) throw refuseFields(NewViewForm, [{ field: 'owner', code: 'not_allowed' }])
  return id
}

const locationOf = ({ id }: ViewRecord) => `/api/v1/views/${id}`

/** Throws a 422 for a client that doesn't exist, or that the reader can't see. */
async function mustBeClient(
  db: Kysely<Schema>,
  { client_id }: { client_id?: number | null | undefined },
  form: z.ZodType,
  reader: Reader,
): Promise<void> {
  const isVisible = client_id && (await canReach(db, scopeOf(reader), 'clients', client_id))
  if (client_id && !(isVisible && (await findClient(db, client_id))))
    throw refuseFields(form, [{ field: 'client_id', code: 'not_found' }])
}

function orderConflict({ unknown, missing }: { unknown: number[]; missing: number[] }) {
  const problems: InvalidField[] = []
  if (unknown.length > 0)
    problems.push({
      field: 'ids',
      code: 'not_found',
      sentence: `These views no longer exist: ${unknown.join(', ')}. Reload the list, then try again.`,
    })
  if (missing.length > 0)
    problems.push({
      field: 'ids',
      code: 'incomplete',
      sentence: `These views are missing: ${missing.join(', ')}. Reload the list, then try again.`,
    })
  return new Problem('conflict', 'The views have changed since you loaded them. Reload them and try again.', {
    extra: byField(problems),
  })
}

function differenceOf(before: ViewRecord, after: ViewRecord): string {
  const changes = [
    ...(before.name === after.name ? [] : [`was “${before.name}”`]),
    ...(before.person_id === after.person_id ? [] : [after.person_id === null ? 'for the team' : 'for one person']),
    ...(before.query === after.query ? [] : [`query ${after.query || 'as the list begins'}`]),
  ]
  return changes.join('; ') || 'nothing new'
}
