import { createStore, useStore } from '#web/ui/store.ts'
import { keyName, readOnlyName, storedText, storeText } from './browser-storage.ts'
import { server } from './server.ts'

export type Session = {
  key: string | null
  remembered: boolean
  /** True if the server last described this key as read-only; false while it hasn't described it. */
  readOnly: boolean
}

/** The messages between tabs. `fresh` is a key that was just entered, not one sent on request. */
type Message =
  | { type: 'ask' }
  | { type: 'key'; key: string; remembered: boolean; fresh: boolean; readOnly?: boolean }
  | { type: 'sign-out' }

/** The longest wait of a new tab for another tab's key, in ms. */
const maxWaitMs = 150
const ownKeyName = keyName(server)
const ownReadOnlyName = readOnlyName(server)
const channel = typeof window === 'undefined' ? null : new BroadcastChannel(ownKeyName)

/** Module state: one key for all of the page. Other tabs change it through the channel. */
const session = createStore<Session>(storedSession())

function storedSession(): Session {
  const remembered = storedText('browser', ownKeyName)
  const key = storedText('tab', ownKeyName) || remembered || null
  const readOnly = storedText('tab', ownReadOnlyName) ?? storedText('browser', ownReadOnlyName)
  return { key, remembered: Boolean(remembered), readOnly: key !== null && readOnly === publicPart(key) }
}

/** The beginning of a key, which identifies it and grants nothing. */
function publicPart(key: string) {
  return key.slice(0, 12)
}

function keep(item: string, value: string | null | false, remembered: boolean) {
  storeText('tab', item, null)
  storeText('browser', item, null)
  if (value) storeText(remembered ? 'browser' : 'tab', item, value)
}

function change({ key, remembered, readOnly }: Session) {
  keep(ownKeyName, key, remembered)
  keep(ownReadOnlyName, readOnly && key && publicPart(key), remembered)
  session.set({ key, remembered, readOnly })
}

function changeKey(key: string | null, remembered: boolean, readOnly?: boolean) {
  const now = session.get()
  change({ key, remembered, readOnly: readOnly ?? (key === now.key && now.readOnly) })
  keyRequest.settle(key !== null)
}

const send = (message: Message) => channel?.postMessage(message)

channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  const { key, remembered, readOnly } = session.get()
  if (data.type === 'ask' && key) send({ type: 'key', key, remembered, fresh: false, readOnly })
  if (data.type === 'key' && (data.fresh || !key)) changeKey(data.key, data.remembered, data.readOnly)
  if (data.type === 'sign-out') changeKey(null, false)
})

// One request to the other tabs serves all callers.
let asking: Promise<void> | undefined

/** Returns true if there is a key, after asking the other tabs if this one has none. */
export async function findKey(): Promise<boolean> {
  if (session.get().key) return true
  asking ??= new Promise((resolve) => {
    const timer = setTimeout(done, maxWaitMs)
    const stop = session.subscribe(done)
    function done() {
      clearTimeout(timer)
      stop()
      asking = undefined
      resolve()
    }
    send({ type: 'ask' })
  })
  await asking
  return session.get().key !== null
}

/** Uses `key` from now on, in every tab. `remember` keeps it after the browser is closed. */
export function signInWith(key: string, remember: boolean) {
  changeKey(key, remember)
  send({ type: 'key', key, remembered: remember, fresh: true })
}

/** Removes the key from every tab of this browser. */
export function signOut() {
  changeKey(null, false)
  send({ type: 'sign-out' })
}

/** Stores the role of the key that the server reports. */
export const setReadOnly = (readOnly: boolean) => change({ ...session.get(), readOnly })

export const useSession = () => useStore(session)
export const currentKey = () => session.get().key
export const hasKey = () => currentKey() !== null

/** Calls `listener` with the key, and with the one before, whenever it changes or is removed. */
export function watchKey(listener: (key: string | null, before: string | null) => void) {
  let before = session.get().key
  return session.subscribe(() => {
    const { key } = session.get()
    if (key === before) return
    const last = before
    before = key
    listener(key, last)
  })
}

/**
 * Calls `listener` with the key before whenever another person may use the page: the key changed or was removed. A key
 * for which calls waited continues the work of the same person.
 */
export const watchPerson = (listener: (before: string | null) => void) =>
  watchKey((key, before) => {
    if (!key || waiting.get().length === 0) listener(before)
  })

let persons = 0
watchPerson(() => (persons += 1))

/** The number of the person at this browser: it changes with each of {@link watchPerson}. */
export const currentPerson = () => persons

type Waiting = (another: boolean) => void

/** Module state: calls of any page wait for one dialog. */
const waiting = createStore<readonly Waiting[]>([])

/** Calls whose key was rejected wait here while a dialog over the page asks for another one. */
export const keyRequest = {
  /** Resolves to true once there is another key, to false if the person declines or the call is aborted. */
  wait: (signal?: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      signal?.addEventListener('abort', () => resolve(false), { once: true })
      waiting.set([...waiting.get(), resolve])
    }),
  settle(another: boolean) {
    const released = waiting.get()
    if (released.length > 0) waiting.set([])
    for (const resolve of released) resolve(another)
  },
}

/** Returns true if a call waits for a key. */
export const useKeyRequest = () => useStore(waiting, ({ length }) => length > 0)
