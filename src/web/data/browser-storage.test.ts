import { afterEach, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { storedEntries } from './browser-storage.ts'

afterEach(() => void vi.unstubAllGlobals())

/** Returns the entries that are read from a text in the browser's storage. */
function entriesOf(text: string | null) {
  vi.stubGlobal('localStorage', { getItem: () => text })
  return storedEntries('browser', 'seo-reports:some', z.object({ id: z.number() })).get()
}

it('a stored list is read without its invalid entries', () => {
  expect(entriesOf('[{"id":1},{"id":"2"},null,{"id":3,"more":true}]')).toEqual([{ id: 1 }, { id: 3 }])
})

it.each([null, '', '{"id":1}', '[{"id":1}', 'null'])('a stored list is empty if it is read from %s', (text) =>
  expect(entriesOf(text)).toEqual([]),
)
