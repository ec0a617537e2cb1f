import { useEffect } from 'react'
import * as z from 'zod/mini'
import { integer } from '#contract/lenient.ts'
import { server } from '#web/data/server.ts'
import { readStored } from '#web/data/stored.ts'
import { createStore, useStore } from '#web/ui/store.ts'

const storageKey = `seo-reports:unpinned-views:${server}`

/** Module state: one choice for all of this browser. The IDs of the views that this browser hides from the sidebar. All others are pinned. */
const unpinned = createStore<ReadonlySet<number>>(storedPins())

function storedPins(): ReadonlySet<number> {
  return new Set(readStored(() => localStorage, storageKey, z.array(integer)))
}

/** Pins a view to the sidebar of this browser, or unpins it. */
export function pinView(id: number, pinned: boolean) {
  const next = new Set(storedPins())
  if (pinned) next.delete(id)
  else next.add(id)
  unpinned.set(next)
  try {
    localStorage.setItem(storageKey, JSON.stringify([...next]))
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}

/** Returns the IDs of the unpinned views, and follows changes in other tabs. */
export function useUnpinnedViews() {
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => key === storageKey && unpinned.set(storedPins())
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])
  return useStore(unpinned)
}
