import { afterEach, expect, it, vi } from 'vitest'
import { serve } from '#testing/servers/loopback.ts'
import { createClient } from '#web/data/client.ts'
import { deleteReports } from './delete-reports.ts'

/**
 * Deletes reports 1 to 3 on a server with this answer to a bulk request. Returns their outcomes, and the single
 * deletions.
 */
async function deleting(answer: unknown, status = 200) {
  const alone: string[] = []
  const { url: baseUrl } = await serve((request, response) => {
    const isBulk = request.method === 'POST'
    if (!isBulk) alone.push(`${request.method} ${request.url}`)
    response.writeHead(isBulk ? status : 404, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(isBulk ? answer : { message: 'Not found.' }))
  })
  const outcomes: Record<number, string> = {}
  await deleteReports(createClient({ baseUrl, key: () => 'key' }), [1, 2, 3], {
    bulk: true,
    onOutcome: ({ item, error }) => (outcomes[item] = error ? error.kind : 'deleted'),
  })
  return { outcomes, alone: alone.toSorted() }
}

const deleted = { deleted: true }

it('counts deleted and missing reports as deleted', async () => {
  const data = [
    { id: 1, ...deleted },
    { id: 2, ...deleted },
    { id: 3, deleted: false, error: 'not_found' },
  ]
  expect(await deleting({ data, deleted: 2, status: 200 })).toEqual({
    outcomes: { 1: 'deleted', 2: 'deleted', 3: 'deleted' },
    alone: [],
  })
})

it('deletes reports alone that the response does not name', async () => {
  const data = [{ id: 1, ...deleted }]
  expect(await deleting({ data, deleted: 1, status: 200 })).toEqual({
    outcomes: { 1: 'deleted', 2: 'deleted', 3: 'deleted' },
    alone: ['DELETE /api/v1/reports/2', 'DELETE /api/v1/reports/3'],
  })
})

it('deletes every report alone after a response of another shape', async () => {
  expect((await deleting({ success: true })).alone).toHaveLength(3)
})

it('deletes none if the server rejects the request', async () => {
  expect(await deleting({ message: 'Full-access key required.' }, 403)).toEqual({
    outcomes: { 1: 'forbidden', 2: 'forbidden', 3: 'forbidden' },
    alone: [],
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Fills both storages of the browser with one text under every name. */
function store(entries: unknown[]) {
  const storage = { getItem: () => JSON.stringify(entries), setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
}

it('unfinished deletions survive an invalid entry', async () => {
  store([3, 'four', 5])
  const { unsentDeletions } = await import('./delete-reports.ts')
  expect(unsentDeletions.get()).toEqual([3, 5])
})
