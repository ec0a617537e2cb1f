import type * as z from 'zod'
import { createStore } from '#web/ui/store.ts'
import { server } from './server.ts'
import { watchKey } from './session.ts'
import { storedEntries } from './stored-entries.ts'

/** A store that is kept in this browser and shared by its tabs. Removed with the key, because it has typed URLs. */
export function storedList<Item>(name: string, schema: z.ZodType<Item>) {
  const stored = storedEntries('browser', `seo-reports:${name}:${server}`, schema)
  const store = createStore<readonly Item[]>(stored.get())
  let isStored = true
  const set = (next: readonly Item[]) => {
    store.set(next)
    isStored = stored.set([...next])
  }
  stored.watch(() => store.set(stored.get()))
  watchKey((key) => key || set([]))
  return {
    ...store,
    set,
    /** Reads what other tabs have stored. Their `storage` events arrive later. Keeps what couldn't be stored. */
    refresh: () => isStored && store.set(stored.get()),
  }
}
