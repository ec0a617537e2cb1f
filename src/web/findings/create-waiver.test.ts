import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/data/query-client.ts'
import { signInWith } from '#web/data/session.ts'
import { createWaiver } from './mutations.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const fields = { check: 'title', scope: 'group', target: '/blog/', reason: 'By design', expires_on: '' }
const stored = { id: 7, website_id: 3, ...fields, expires_on: null }

/** A server whose response to the new waiver is lost, and which then lists these. */
function serveWaivers(waivers: readonly object[]) {
  signInWith('key', false)
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method === 'POST') throw new TypeError('The connection was lost.')
    return Response.json({ data: waivers })
  })
}

it('a waiver whose response is lost counts as created if it is listed', async () => {
  serveWaivers([stored])
  await expect(createWaiver(3, fields)).resolves.toBeUndefined()
})

it.each([
  { check: 'h1' },
  { scope: 'website', target: null },
  { target: '/shop/' },
  { reason: 'For now' },
  { expires_on: '2099-01-01' },
])('a waiver whose response is lost was not created if the only one listed differs: %o', async (other) => {
  serveWaivers([{ ...stored, ...other }])
  await expect(createWaiver(3, fields)).rejects.toMatchObject({ kind: 'network', unsure: false, notDone: true })
})
