import { useSyncExternalStore } from 'react'
import { attempt } from './attempt.ts'
import { type Client, createClient } from './client.ts'
import { keyGate } from './key-gate.ts'
import { server } from './server.ts'

export type Session = { key: string | null; remembered: boolean }

type Message =
  | { type: 'ask' }
  | { type: 'key'; key: string; remembered: boolean; fresh: boolean; onlyReads?: boolean }
  | { type: 'sign-out' }

/** How long a new tab waits for the key of another. */
const askFor = 150
const name = `seo-reports:key:${server}`
const readsName = `seo-reports:reads:${server}`
const listeners = new Set<() => void>()
const channel = typeof window === 'undefined' ? null : new BroadcastChannel(name)
const kept = (storage: () => Storage, of = name) => attempt(() => storage().getItem(of))

let session: Session = start()
/** What the server last said of this key, kept beside it; of none, and on servers that do not say, nothing is known. */
let mayOnlyRead =
  session.key !== null &&
  (kept(() => sessionStorage, readsName) ?? kept(() => localStorage, readsName)) === publicPart(session.key)
let asking: Promise<void> | undefined

function start(): Session {
  const remembered = kept(() => localStorage)
  return { key: kept(() => sessionStorage) || remembered || null, remembered: Boolean(remembered) }
}

function tellHere() {
  for (const listener of listeners) listener()
}

/** Tells keys apart, and opens nothing. */
function publicPart(key: string) {
  return key.slice(0, 12)
}

function keep(of: string, value: string | null | false) {
  attempt(() => sessionStorage.removeItem(of))
  attempt(() => localStorage.removeItem(of))
  if (value) attempt(() => (session.remembered ? localStorage : sessionStorage).setItem(of, value))
}

function become(next: Session, onlyReads = next.key === session.key && mayOnlyRead) {
  session = next
  const { key } = next
  keep(name, key)
  noteRole(onlyReads)
  if (key) keyGate.settle(true)
}

const tell = (message: Message) => channel?.postMessage(message)

channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.type === 'ask' && session.key)
    tell({ type: 'key', key: session.key, remembered: session.remembered, fresh: false, onlyReads: mayOnlyRead })
  if (data.type === 'key' && (data.fresh || !session.key))
    become({ key: data.key, remembered: data.remembered }, data.onlyReads)
  if (data.type === 'sign-out') become({ key: null, remembered: false })
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether there is a key, after asking the other tabs for theirs when this one has none. */
export async function findKey(): Promise<boolean> {
  if (session.key) return true
  asking ??= new Promise((resolve) => {
    const timer = setTimeout(done, askFor)
    const stop = subscribe(done)
    function done() {
      clearTimeout(timer)
      stop()
      asking = undefined
      resolve()
    }
    tell({ type: 'ask' })
  })
  await asking
  return session.key !== null
}

/** Uses `key` from now on, in every tab. `remember` keeps it after the browser is closed. */
export function signInWith(key: string, remember: boolean) {
  become({ key, remembered: remember })
  tell({ type: 'key', key, remembered: remember, fresh: true })
}

/** Forgets the key, in every tab. */
export function signOut() {
  become({ key: null, remembered: false })
  tell({ type: 'sign-out' })
}

/** A way to read without a key; `always` for a link that goes before the key of whoever opens it. */
export type Shared = { name: string; pathOf: (path: string) => string | null; always?: true }

let shared: Shared | undefined
const sharedNow = () => (shared && (shared.always || !session.key) ? shared : undefined)

/** From now on reads without a key go this way. */
export const readBy = (way: Shared) => void (shared = way)

/** Who reads: query keys begin with it, so that nothing one reader may see is ever shown to another. */
export const reader = () => sharedNow()?.name ?? server

/** Whether what is shown was shared with somebody without a key: it may be read, and nothing else. */
export const isShared = () => sharedNow() !== undefined

/** What the server says of the key, whenever it does. */
export function noteRole(onlyReads: boolean) {
  mayOnlyRead = onlyReads
  keep(readsName, onlyReads && session.key && publicPart(session.key))
  tellHere()
}

/** Whether to show what writes: not to readers without a key, nor where the key is known to be for reading alone. */
export const useMayWrite = () => useSyncExternalStore(subscribe, () => !mayOnlyRead && !isShared())

export const useSession = () => useSyncExternalStore(subscribe, () => session)
export const hasKey = () => session.key !== null

/** Calls `listener` with the key whenever it becomes another, or none. */
export function watchKey(listener: (key: string | null) => void) {
  let before = session.key
  return subscribe(() => {
    if (session.key === before) return
    before = session.key
    listener(before)
  })
}

const client = createClient({
  baseUrl: server,
  key: () => session.key,
  pathOf: (path) => (sharedNow() ? sharedNow()!.pathOf(path) : path),
  askForKey: async (refused, signal) => session.key !== refused || keyGate.wait(signal),
})

/** The client of this session: a refused key opens the key dialog, and the call goes on with the next one. */
export const currentClient = (): Client => client
