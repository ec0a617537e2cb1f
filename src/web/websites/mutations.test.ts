import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/data/query-client.ts'
import { signInWith } from '#web/data/session.ts'
import { websiteQueries } from '#web/resources/websites.tsx'
import { deleteWebsite } from './mutations.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('a deleted website outdates all that counts its pages', async () => {
  signInWith('key', false)
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  const overview = [...websiteQueries.all(), 'overview', '2026-11-01']
  queryClient.setQueryData(overview, {})
  await deleteWebsite(1)
  expect(queryClient.getQueryState(overview)?.isInvalidated).toBe(true)
})
