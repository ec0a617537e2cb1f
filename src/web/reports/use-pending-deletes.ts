import { useSyncExternalStore } from 'react'
import { server } from '#web/data/server.ts'

/** Where the deletions are kept that the last visit could not finish. */
export const leftName = `seo-reports:deleting:${server}`

const listeners = new Set<() => void>()
let leaving: ReadonlySet<number> = new Set(leftToDelete())

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Reports that are about to go, or gone: no list shows them, whatever the server still answers. Ids are never used again. */
export const useLeaving = () => useSyncExternalStore(subscribe, () => leaving)

export function changeLeaving(change: (ids: ReadonlySet<number>) => ReadonlySet<number>) {
  leaving = change(leaving)
  for (const listener of listeners) listener()
}

/** The deletions that the last visit could not finish. */
export function leftToDelete(): number[] {
  try {
    return (JSON.parse(localStorage.getItem(leftName) ?? '[]') as number[]).filter(Number.isSafeInteger)
  } catch {
    return []
  }
}
