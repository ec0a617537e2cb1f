import { useSyncExternalStore } from 'react'
import { server } from '#web/data/server.ts'

const name = `seo-reports:unpinned-views:${server}`
const listeners = new Set<() => void>()
let unpinned = read()

function read(): ReadonlySet<number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.filter((id): id is number => Number.isSafeInteger(id)) : [])
  } catch {
    return new Set()
  }
}

function become(next: ReadonlySet<number>) {
  unpinned = next
  for (const listener of listeners) listener()
}

/** A view stands in the rail unless somebody has taken it out there; that is each browser's own choice. */
export function pinView(id: number, pinned: boolean) {
  const next = new Set(read())
  if (pinned) next.delete(id)
  else next.add(id)
  become(next)
  try {
    localStorage.setItem(name, JSON.stringify([...next]))
  } catch {
    // Without storage the choice lasts as long as the tab.
  }
}

function subscribe(listener: () => void) {
  const onStorage = ({ key }: StorageEvent) => key === name && become(read())
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}

/** The ids of the views that this browser keeps out of the rail. */
export const useUnpinned = () => useSyncExternalStore(subscribe, () => unpinned)
