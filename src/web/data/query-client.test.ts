import { expect, it, onTestFinished, vi } from 'vitest'
import { heldRowsKey, queryClient } from './query-client.ts'

it('keeps the rows that a list holds in place for as long as the list is open', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  queryClient.setQueryData(heldRowsKey('list'), [{ id: 1 }])
  vi.advanceTimersByTime(24 * 60 * 60_000)
  expect(queryClient.getQueryData(heldRowsKey('list'))).toEqual([{ id: 1 }])
})
