import { ViewOrderForm, NewViewForm, viewChangeForm } from '#contract/forms/view-forms.ts'
import { maxViews, View } from '#contract/lists/views.ts'
import { deletionOf, itemOf, namedBody, wholeListOf } from '#contract/openapi/schemas.ts'
import type { Store } from '#service/store/database.ts'
import {
  changeView,
  createView,
  deleteView,
  findView,
  listViews,
  orderViews,
  type ViewRecord,
} from '#service/store/views.ts'
import { auditedView, type AuditRecorder } from '../audit-recorder.ts'
import { readBody } from '../body.ts'
import { recordWrite } from '../idempotency.ts'
import { byField, type InvalidField, notFound, Problem } from '../problem.ts'
import { keyed, keyedForm, keyedWrite, routeUsing } from '../route.ts'

type Deps = { db: Store['db']; audit: AuditRecorder }

const route = routeUsing<Deps>()

const ViewList = wholeListOf('ViewList', View)
const ViewItem = itemOf('ViewItem', View, 200)

/** Saved views. All keys share them. */
export const viewRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/views',
      access: 'list views',
      id: 'listViews',
      summary: 'List saved views',
      responses: { 200: { description: 'All views, in their order.', schema: ViewList } },
      errors: keyed,
    },
    async (_, { db }) => ({ data: await listViews(db), status: 200 }),
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
      async repeat({ id }, { db }) {
        const view = await findView(db, Number(id))
        return view && { data: view, status: 201 }
      },
    },
    async ({ form, request, reply }, { db, audit }) => {
      const view = await db.transaction().execute(async (tx) => {
        const created = await createView(tx, form)
        if (created) await recordWrite(tx, request, { status: 201, location: locationOf(created), id: created.id })
        return created
      })
      if (!view) throw new Problem('limit_reached', `The limit of ${maxViews} views is reached. Delete one first.`)
      await audit.record(request, { action: 'view_created', object: auditedView(view) })
      reply.header('Location', locationOf(view))
      return { data: view, status: 201 }
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
    async ({ form, request }, { db, audit }) => {
      const result = await orderViews(db, form.ids)
      if (!('views' in result)) throw orderConflict(result)
      await audit.record(request, { action: 'views_ordered' })
      return { data: result.views, status: 200 }
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
    async ({ params: { id } }, { db }) => {
      const view = await findView(db, id)
      if (!view) throw notFound()
      return { data: view, status: 200 }
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
      errors: [...keyedForm, 404],
    },
    async ({ params: { id }, request }, { db, audit }) => {
      const view = await findView(db, id)
      if (!view) throw notFound()
      const change = readBody(request, viewChangeForm(view.list))
      const changed = await changeView(db, view.id, change)
      if (!changed) throw notFound()
      await audit.record(request, {
        action: 'view_changed',
        object: auditedView(changed),
        detail: differenceOf(view, changed),
      })
      return { data: changed, status: 200 }
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
    async ({ params: { id }, request }, { db, audit }) => {
      const view = await findView(db, id)
      if (!view || !(await deleteView(db, id))) throw notFound()
      await audit.record(request, { action: 'view_deleted', object: auditedView(view) })
      return { id, object: 'view', deleted: true, status: 200 }
    },
  ),
]

const locationOf = ({ id }: ViewRecord) => `/api/v1/views/${id}`

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
    ...(before.query === after.query ? [] : [`query ${after.query || 'as the list begins'}`]),
  ]
  return changes.join('; ') || 'nothing new'
}
