import { useEffect } from 'react'
import { server } from '#web/data/server.ts'
import { createStore, useStore } from '#web/ui/store.ts'

const storageKey = `seo-reports:unpinned-views:${server}`

/** Module state: one choice for all of this browser. The IDs of the views that this browser hides from the sidebar. All others are pinned. */
const unpinned = createStore<ReadonlySet<number>>(readStored())

function readStored(): ReadonlySet<number> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return new Set(Array.isArray(stored) ? stored.filter((id): id is number => Number.isSafeInteger(id)) : [])
  } catch {
    return new Set()
  }
}

/** Pins a view to the sidebar of this browser, or unpins it. */
export function pinView(id: number, pinned: boolean) {
  const next = new Set(readStored())
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
    const onStorage = ({ key }: StorageEvent) => key === storageKey && unpinned.set(readStored())
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])
  return useStore(unpinned)
}
