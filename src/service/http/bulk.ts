import { setImmediate as letOthersIn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { BulkDeleteAnswer, DeleteOutcome } from '#contract/envelope.ts'
import { BulkDeleteForm } from '#contract/forms/id-forms.ts'
import { deleteReport } from '#service/store/reports.ts'
import type { HttpDeps } from './deps.ts'
import { bulkDeleteSentences, readBody } from './forms.ts'

/** A thousand of the longest ids and their commas, each escaped in a form. */
const largestBody = 64 * 1024

/** Each report goes in a transaction of its own, so that nobody waits for all, and goes whether the client stays or leaves. */
export function bulkRoutes(app: FastifyInstance, { store: { db }, queue, identify, audit }: HttpDeps) {
  const options = {
    onRequest: identify.to('delete a report'),
    bodyLimit: largestBody,
    config: { lists: ['ids'], largestBody },
  }

  app.post('/api/v1/bulk/reports/delete', options, async (request): Promise<BulkDeleteAnswer & { status: 200 }> => {
    const { ids } = readBody(request, BulkDeleteForm, bulkDeleteSentences)
    const data: DeleteOutcome[] = []
    const websites = new Set<number>()
    try {
      for (const id of ids) {
        const websiteId = await deleteReport(db, id)
        if (websiteId !== undefined) websites.add(websiteId)
        data.push(websiteId === undefined ? { id, deleted: false, error: 'not found' } : { id, deleted: true })
        await letOthersIn()
      }
    } finally {
      const gone = data.filter(({ deleted }) => deleted).map(({ id }) => id)
      if (gone.length > 0)
        await audit.note(request, {
          action: 'reports.deleted',
          object: { kind: 'reports', id: gone.length },
          detail: gone.join(', '),
        })
      for (const websiteId of websites) await queue.rescoreDuplicates(websiteId)
    }
    return { data, deleted: data.filter(({ deleted }) => deleted).length, status: 200 }
  })
}
