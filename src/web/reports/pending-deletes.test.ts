import { afterEach, expect, it, vi } from 'vitest'

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
  const { storedDeletes } = await import('./pending-deletes.ts')
  expect(storedDeletes()).toEqual([3, 5])
})
