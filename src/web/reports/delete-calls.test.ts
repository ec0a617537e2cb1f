import { expect, it } from 'vitest'
import { serve } from '#testing/servers/http.ts'
import { createClient } from '#web/data/client.ts'
import { deleteReports } from './delete-calls.ts'

/** Deletes reports 1 to 3 on a server that answers in bulk so and still has some. Returns the outcome of each. */
async function deleting(answer: unknown, remaining: readonly number[]) {
  const { url: baseUrl } = await serve((request, response) => {
    const isLeft = remaining.some((id) => request.url === `/api/v1/reports/${id}`)
    const isBulk = request.method === 'POST'
    response.writeHead(isBulk || isLeft ? 200 : 404, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(isBulk ? answer : isLeft ? {} : { message: 'Not found.' }))
  })
  const outcomes: Record<number, 'deleted' | 'kept' | 'unclear'> = {}
  await deleteReports(createClient({ baseUrl, key: () => 'key' }), [1, 2, 3], {
    bulk: true,
    onOutcome: ({ item, error }) => (outcomes[item] = error ? (error.notDone ? 'kept' : 'unclear') : 'deleted'),
  })
  return outcomes
}

const deleted = { deleted: true }

it('counts deleted and missing reports as deleted', async () => {
  const data = [
    { id: 1, ...deleted },
    { id: 2, ...deleted },
    { id: 3, deleted: false, error: 'not_found' },
  ]
  expect(await deleting({ data, deleted: 2 }, [])).toEqual({ 1: 'deleted', 2: 'deleted', 3: 'deleted' })
})

it.each<[string, unknown]>([
  ['another shape', { success: true }],
  ['nothing about a report', { data: [{ id: 1, ...deleted }] }],
  [
    'no reason for a report that is not deleted',
    {
      data: [
        { id: 1, ...deleted },
        { id: 3, deleted: false },
      ],
    },
  ],
])('looks up the reports after a response with %s', async (_, answer) => {
  expect(await deleting(answer, [3])).toEqual({ 1: 'deleted', 2: 'deleted', 3: 'kept' })
})
