import type { FastifyInstance } from 'fastify'
import { ViewOrderForm } from '#contract/forms/id-forms.ts'
import { NewViewForm, viewChangeForm } from '#contract/forms/view-forms.ts'
import { maxViews, type View } from '#contract/lists/views.ts'
import type { DeleteResponse, ItemEnvelope } from '#contract/responses/envelope.ts'
import { presentView } from '#service/present/view.ts'
import {
  changeView,
  createView,
  deleteView,
  findView,
  listViews,
  orderViews,
  type ViewRecord,
} from '#service/store/views.ts'
import { auditedView } from '../audit-recorder.ts'
import { readBody } from '../body.ts'
import type { HttpDeps } from '../deps.ts'
import { newViewSentences, viewChangeSentences, viewOrderSentences } from '../form-sentences.ts'
import { byField, type InvalidField, notFound, Problem } from '../problem.ts'
import { idIn } from '../request.ts'

type ViewsResponse = { data: View[]; status: 200 }

/** Declares saved views. All keys share them. */
export function viewRoutes(app: FastifyInstance, { store: { db }, identify, audit }: HttpDeps) {
  app.get('/api/v1/views', identify.to('list views'), async (): Promise<ViewsResponse> => {
    return { data: (await listViews(db)).map(presentView), status: 200 }
  })

  app.post('/api/v1/views', identify.to('change views'), async (request, reply): Promise<ItemEnvelope<View>> => {
    const view = await createView(db, readBody(request, NewViewForm, newViewSentences))
    if (!view) throw new Problem('limit_reached', `The limit of ${maxViews} views is reached. Delete one first.`)
    await audit.record(request, { action: 'view_created', object: auditedView(view) })
    reply.code(201).header('Location', `/api/v1/views/${view.id}`)
    return { data: presentView(view), status: 201 }
  })

  const withIds = { ...identify.to('change views'), config: { lists: ['ids'] } }
  app.put('/api/v1/views/order', withIds, async (request): Promise<ViewsResponse> => {
    const result = await orderViews(db, readBody(request, ViewOrderForm, viewOrderSentences).ids)
    if ('views' in result) {
      await audit.record(request, { action: 'views_ordered' })
      return { data: result.views.map(presentView), status: 200 }
    }
    const { unknown, missing } = result
    const problems: InvalidField[] = []
    if (unknown.length > 0)
      problems.push({
        field: 'ids',
        code: 'not_found',
        sentence: `ids names views that don't exist: ${unknown.join(', ')}.`,
      })
    if (missing.length > 0)
      problems.push({ field: 'ids', code: 'incomplete', sentence: `ids is missing views: ${missing.join(', ')}.` })
    throw new Problem('conflict', 'The views have changed since you loaded them. Reload them and try again.', {
      extra: byField(problems),
    })
  })

  app.get('/api/v1/views/:id', identify.to('list views'), async (request): Promise<ItemEnvelope<View>> => {
    const view = await findView(db, idIn(request))
    if (!view) throw notFound()
    return { data: presentView(view), status: 200 }
  })

  app.put('/api/v1/views/:id', identify.to('change views'), async (request): Promise<ItemEnvelope<View>> => {
    const view = await findView(db, idIn(request))
    if (!view) throw notFound()
    const change = readBody(request, viewChangeForm(view.list), viewChangeSentences)
    const changed = await changeView(db, view.id, change)
    if (!changed) throw notFound()
    await audit.record(request, {
      action: 'view_changed',
      object: auditedView(changed),
      detail: differenceOf(view, changed),
    })
    return { data: presentView(changed), status: 200 }
  })

  app.delete('/api/v1/views/:id', identify.to('change views'), async (request): Promise<DeleteResponse> => {
    const id = idIn(request)
    const view = await findView(db, id)
    if (!view || !(await deleteView(db, id))) throw notFound()
    await audit.record(request, { action: 'view_deleted', object: auditedView(view) })
    return { id, object: 'view', deleted: true, status: 200 }
  })
}

function differenceOf(before: ViewRecord, after: ViewRecord): string {
  const changes = [
    ...(before.name === after.name ? [] : [`was “${before.name}”`]),
    ...(before.query === after.query ? [] : [`query ${after.query || 'as the list begins'}`]),
  ]
  return changes.join('; ') || 'nothing new'
}
