import { createStore, useStore } from '#web/ui/store.ts'
import { keyName, personName, readOnlyName, storedText, storeText } from './browser-storage.ts'
import { server } from './server.ts'

/**
 * What requests are sent with: an API key, or the cookie of a session, which no script can read. Of that, only the
 * person's ID is known here. Each sign-in is another object.
 */
export type Credential = string | { readonly person: number }

export type Session = {
  credential: Credential | null
  /** True if a key is kept after the browser is closed. */
  remembered: boolean
  /** True if the server last described this key as read-only; false while it hasn't described it. */
  readOnly: boolean
}

/** The messages between tabs. `fresh` is a key that was just entered, not one sent on request. */
type Message =
  | { type: 'ask' }
  | { type: 'key'; key: string; remembered: boolean; fresh: boolean; readOnly?: boolean }
  | { type: 'person'; person: number }
  | { type: 'sign-out' }

/** The longest wait of a new tab for another tab's key, in ms. */
const maxWaitMs = 150
const ownKeyName = keyName(server)
const ownReadOnlyName = readOnlyName(server)
const ownPersonName = personName(server)
const channel = typeof window === 'undefined' ? null : new BroadcastChannel(ownKeyName)

/** Module state: one credential for all of the page. Other tabs change it through the channel. */
const session = createStore<Session>(storedSession())

function storedSession(): Session {
  const remembered = storedText('browser', ownKeyName)
  const key = storedText('tab', ownKeyName) || remembered || null
  const readOnly = storedText('tab', ownReadOnlyName) ?? storedText('browser', ownReadOnlyName)
  const person = Number(storedText('browser', ownPersonName))
  return {
    credential: key ?? (person ? { person } : null),
    remembered: Boolean(remembered),
    readOnly: key !== null && readOnly === publicPart(key),
  }
}

const keyIn = (credential: Credential | null) => (typeof credential === 'string' ? credential : null)
const personIn = (credential: Credential | null) =>
  typeof credential === 'object' ? (credential?.person ?? null) : null

/** The beginning of a key, which identifies it and grants nothing. */
function publicPart(key: string) {
  return key.slice(0, 12)
}

function keep(item: string, value: string | null | false, remembered: boolean) {
  storeText('tab', item, null)
  storeText('browser', item, null)
  if (value) storeText(remembered ? 'browser' : 'tab', item, value)
}

function change({ credential, remembered, readOnly }: Session) {
  const key = keyIn(credential)
  const person = personIn(credential)
  keep(ownKeyName, key, remembered)
  keep(ownReadOnlyName, readOnly && key && publicPart(key), remembered)
  storeText('browser', ownPersonName, person === null ? null : String(person))
  session.set({ credential, remembered, readOnly })
}

function changeTo(credential: Credential | null, remembered: boolean, readOnly?: boolean) {
  const now = session.get()
  change({ credential, remembered, readOnly: readOnly ?? (credential === now.credential && now.readOnly) })
  keyRequest.settle(credential !== null)
}

const send = (message: Message) => channel?.postMessage(message)

channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  const { credential, remembered, readOnly } = session.get()
  const key = keyIn(credential)
  if (data.type === 'ask' && key) send({ type: 'key', key, remembered, fresh: false, readOnly })
  if (data.type === 'key' && (data.fresh || !credential)) changeTo(data.key, data.remembered, data.readOnly)
  if (data.type === 'person') changeTo({ person: data.person }, false)
  if (data.type === 'sign-out') changeTo(null, false)
})

// One request to the other tabs serves all callers.
let asking: Promise<void> | undefined

/** Returns true if this browser is signed in, after asking the other tabs for a key if this one has none. */
export async function findCredential(): Promise<boolean> {
  if (isSignedIn()) return true
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
  return isSignedIn()
}

/** Uses `key` from now on, in every tab. `remember` keeps it after the browser is closed. */
export function signInWith(key: string, remember: boolean) {
  changeTo(key, remember)
  send({ type: 'key', key, remembered: remember, fresh: true })
}

/** Uses the cookie of a session from now on, in every tab. The server has set it already. */
export function signInAs(person: number) {
  changeTo({ person }, false)
  send({ type: 'person', person })
}

/** Removes the key, or what is known of the session, from every tab of this browser. */
export function signOut() {
  changeTo(null, false)
  send({ type: 'sign-out' })
}

/** Pages that are opened from now on ask to sign in, because the session has ended. This one keeps what it shows. */
export const forgetEndedSession = () => storeText('browser', ownPersonName, null)

/** Stores the role of the key that the server reports. */
export const setReadOnly = (readOnly: boolean) => change({ ...session.get(), readOnly })

export const useSession = () => useStore(session)
export const useIsSignedIn = () => useStore(session, ({ credential }) => credential !== null)
export const currentCredential = () => session.get().credential
export const isSignedIn = () => currentCredential() !== null
/** The key in use, if any. */
export const currentKey = () => keyIn(currentCredential())
/** The ID of the person whose session is in use, if any. */
export const currentPersonId = () => personIn(currentCredential())

type CredentialListener = (now: Credential | null, before: Credential | null) => void

/** Calls `listener` with the credential, and with the one before, whenever it changes or is removed. */
export function watchCredential(listener: CredentialListener) {
  let before = currentCredential()
  return session.subscribe(() => {
    const now = currentCredential()
    if (now === before) return
    const last = before
    before = now
    listener(now, last)
  })
}

/** True for the sessions of different people; false for two of one person, and if that isn't known of a key. */
export const areDifferentPeople = (one: Credential | null, other: Credential | null) =>
  personIn(one) !== null && personIn(other) !== null && personIn(one) !== personIn(other)

/**
 * Calls `listener` with the credential before whenever another person may use the page: it changed or was removed. A
 * key for which calls waited continues the work of the same person, and so does another session of theirs.
 */
export const watchPerson = (listener: (before: Credential | null) => void) =>
  watchCredential((now, before) => {
    const isSame = personIn(now) !== null && personIn(now) === personIn(before)
    if (isSame) return
    if (!now || waiting.get().length === 0 || areDifferentPeople(now, before)) listener(before)
  })

let persons = 0
watchPerson(() => (persons += 1))

/** The number of the person at this browser: it changes with each of {@link watchPerson}. */
export const currentPerson = () => persons

type Waiting = (another: boolean) => void

/** Module state: calls of any page wait for one dialog. */
const waiting = createStore<readonly Waiting[]>([])

/** Calls whose key or session was rejected wait here while a dialog over the page asks to sign in again. */
export const keyRequest = {
  /** Resolves to true once there is another credential, to false if the person declines or the call is aborted. */
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

/** Returns true if a call waits for a key or a session. */
export const useKeyRequest = () => useStore(waiting, ({ length }) => length > 0)
