import { afterEach, expect, it, vi } from 'vitest'
import type { PageFinding } from '#contract/reports/findings.ts'
import { queryClient } from '#web/data/query-client.ts'
import { signInWith } from '#web/data/session.ts'
import { setStatus } from './mutations.ts'
import { findingsQuery } from './queries.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const statuses = () =>
  queryClient.getQueryData(findingsQuery(1).queryKey)?.map(({ check, status }) => `${check} ${status}`)

const fixed: PageFinding = {
  check: 'title',
  waived: false,
  status: 'fixed',
  back: false,
  owner: null,
  assignee_id: null,
  assignee_name: null,
  updated_at: null,
  updated_by: null,
  waiver: null,
}

it('a refused status leaves the other findings as they are by then', async () => {
  const refusal = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async (url: string) => (url.includes('h1') ? refusal.promise : Response.json({ data: fixed })))
  signInWith('key', false)
  queryClient.setQueryData(findingsQuery(1).queryKey, [])
  const refused = setStatus(1, 'h1', 'fixed')
  await setStatus(1, 'title', 'fixed')
  expect(statuses()).toEqual(['h1 fixed', 'title fixed'])
  refusal.resolve(Response.json({ message: 'Read-only.' }, { status: 403 }))
  await refused
  expect(statuses()?.toSorted()).toEqual(['h1 open', 'title fixed'])
})
