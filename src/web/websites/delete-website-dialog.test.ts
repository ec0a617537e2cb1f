import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/data/query-client.ts'
import { signInWith } from '#web/data/session.ts'
import { websiteQueries } from '#web/resources/websites.tsx'
import { deleteWebsite, typedDomainMatches } from './delete-website-dialog.tsx'

it.each([
  ['example.com', 'example.com'],
  [' Example.COM ', 'example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['bu\u0308cher.example', 'xn--bcher-kva.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
])('accepts %j for %s', (typed, domain) => expect(typedDomainMatches(typed, domain)).toBe(true))

it.each([
  ['', 'example.com'],
  ['example', 'example.com'],
  ['example.com.', 'example.com'],
  ['shop.example.com', 'example.com'],
])('rejects %j for %s', (typed, domain) => expect(typedDomainMatches(typed, domain)).toBe(false))

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
