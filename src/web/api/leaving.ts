import { useSyncExternalStore } from 'react'
import { server } from './server.ts'

const name = `seo-reports:deleting:${server}`
const listeners = new Set<() => void>()
let leaving: ReadonlySet<number> = new Set(leftToDelete())

/** Reports that are about to go, or gone: no list shows them, whatever the server still answers. Ids are never used again. */
export const useLeaving = () => useSyncExternalStore(subscribe, () => leaving)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function become(next: Iterable<number>) {
  leaving = new Set(next)
  for (const listener of listeners) listener()
}

export const leave = (ids: readonly number[]) => become([...leaving, ...ids])

export function comeBack(ids: readonly number[]) {
  const back = new Set(ids)
  become([...leaving].filter((id) => !back.has(id)))
}

/** The deletions that the last visit could not finish. */
export function leftToDelete(): number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '[]')
    return Array.isArray(kept) ? kept.filter(Number.isSafeInteger) : []
  } catch {
    return []
  }
}

export function keepToDelete(ids: readonly number[]) {
  try {
    if (ids.length > 0) localStorage.setItem(name, JSON.stringify(ids))
    else localStorage.removeItem(name)
  } catch {
    // Where nothing may be kept, the rows are simply there again.
  }
}
