import { useEffect } from 'react'
import { integer } from '#contract/responses/lenient.ts'
import { server } from '#web/data/server.ts'
import { storedEntries } from '#web/data/stored-entries.ts'
import { createStore, useStore } from '#web/ui/store.ts'

/** The IDs of the views that this browser hides from the sidebar. All others are pinned. */
const stored = storedEntries('browser', `seo-reports:unpinned-views:${server}`, integer)
const storedPins = () => new Set(stored.get())

/** Module state: one choice for all of this browser. */
const unpinned = createStore<ReadonlySet<number>>(storedPins())

/** Pins a view to the sidebar of this browser, or unpins it. */
export function pinView(id: number, pinned: boolean) {
  const next = storedPins()
  if (pinned) next.delete(id)
  else next.add(id)
  unpinned.set(next)
  stored.set([...next])
}

/** Returns the IDs of the unpinned views, and follows changes in other tabs. */
export function useUnpinnedViews() {
  useEffect(() => stored.watch(() => unpinned.set(storedPins())), [])
  return useStore(unpinned)
}
