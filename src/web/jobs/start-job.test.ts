import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/data/query-client.ts'
import { signInWith } from '#web/data/session.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('reads the jobs again after a command whose response was lost', async () => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  signInWith('key', false)
  const { commandJob } = await import('./start-job.ts')
  const { queryKey } = (await import('./queries.ts')).jobQueries.recent()
  queryClient.setQueryData(queryKey, [])
  await expect(commandJob(1, 'retry')).rejects.toMatchObject({ kind: 'network' })
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
