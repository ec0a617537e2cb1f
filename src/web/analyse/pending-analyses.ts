import { useSyncExternalStore } from 'react'
import type { ApiErrorKind } from '#web/data/api-error.ts'
import { server } from '#web/data/server.ts'

/** An analysis that was asked for and whose end is not known. */
export type Asked = {
  id: string
  url: string
  /** When, in ms since 1970 by this machine's clock. */
  at: number
  /** The newest report known then; null where none was known of. */
  newest: number | null
  /** Why nothing is known of it: the page was left, or what became of the answer. Null while it runs. */
  why: 'left' | ApiErrorKind | null
  detail: string | null
}

const name = `seo-reports:asked:${server}`
const listeners = new Set<() => void>()
let all: readonly Asked[] = kept().map((asked) => ({ ...asked, why: asked.why ?? 'left' }))
let open: readonly Asked[] = all

let leaving = false
globalThis.addEventListener?.('pagehide', () => (leaving = true))
globalThis.addEventListener?.('pageshow', () => (leaving = false))

/** What ran when the page was left, or was not settled by then. */
function kept(): Asked[] {
  try {
    const read = JSON.parse(sessionStorage.getItem(name) ?? '[]') as Asked[]
    return read.filter(({ url, at }) => typeof url === 'string' && typeof at === 'number')
  } catch {
    return []
  }
}

function change(next: readonly Asked[]) {
  all = next
  open = next.filter(({ why }) => why)
  try {
    if (next.length > 0) sessionStorage.setItem(name, JSON.stringify(next))
    else sessionStorage.removeItem(name)
  } catch {
    // It is known until the page is left.
  }
  for (const listener of listeners) listener()
}

/** Remembers, also over a reload, that an analysis was asked for; gives what ends that. */
export function noteAsked(url: string, newest: number | null): Asked {
  const asked: Asked = {
    id: `${Date.now()} ${all.length} ${url}`,
    url,
    at: Date.now(),
    newest,
    why: null,
    detail: null,
  }
  change([...all, asked])
  return asked
}

export const dropAsked = (id: string) => change(all.filter((asked) => asked.id !== id))
export const dropAllAsked = () => change([])

/** Its answer never came: from now on it is looked for. A page that is being left loses it so too. */
export const loseAsked = (id: string, why: ApiErrorKind, detail: string | null) =>
  change(all.map((asked) => (asked.id === id ? { ...asked, why: leaving ? 'left' : why, detail } : asked)))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The analyses that were asked for and whose end nobody has told yet. */
export const useOpenAsked = () => useSyncExternalStore(subscribe, () => open)
