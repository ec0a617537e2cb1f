import type { Kysely } from 'kysely'
import { sessionDays } from '#contract/access/people.ts'
import type { PersonInfo } from '#contract/service-info.ts'
import { type ApiKeyRecord, findKeyWithPerson, touchKey } from '#service/store/access/api-keys.ts'
import { findRights } from '#service/store/access/grants.ts'
import { findSession, touchSession } from '#service/store/access/sessions.ts'
import type { Schema } from '#service/store/schema.ts'
import { daysAfter, hashSecret, isSameHash, readKey, readSession } from './keys.ts'
import { type Reader, type SignedIn, visitor } from './policy.ts'

/**
 * Time in milliseconds, from the start of a query, for which the key or session that it returns is cached. One that
 * another process ended works for as long in this one, and for as long as a query takes.
 */
const cacheMs = 1_000
const maxCached = 1_000
/** Shortest time in milliseconds between two writes of a last use. */
const touchIntervalMs = 60_000

/** What a request shows: its Authorization header and the cookie of a session, if that counts for it. */
export type Shown = { header: string | undefined; cookie?: string | undefined }

export type Authenticator = {
  /** Returns a visitor if there is no header and no valid cookie, and undefined if the header isn't valid. */
  identify(shown: Shown): Promise<Reader | undefined>
  /** Like `identify`, without the cache. */
  identifyAgain(shown: Shown): Promise<Reader | undefined>
  /** Empties the cache, so that the next requests read from the store. Call it after the commit of what ended. */
  emptyCache(): void
}

export type AuthenticatorOptions = {
  /** Milliseconds since 1970, for ends and last uses. */
  now?: () => number
  /** Milliseconds of a monotonic clock, for the cache. */
  clock?: () => number
  onError?: (error: unknown) => void
}

/** A stored key or session. */
type Credential = {
  secret_hash: string
  last_used_at: string | null
  reader: SignedIn
  isActive(time: number): boolean
  /** Writes the last use. */
  touch(time: number): Promise<void>
}

/**
 * Turns an Authorization header or a session's cookie into a reader. The header decides, good or bad. What is found is
 * cached for a second, so that a busy client does not cost a query for each request. The time of last use is written
 * in the background.
 */
export function createAuthenticator(
  db: Kysely<Schema>,
  { now = () => Date.now(), clock = () => performance.now(), onError }: AuthenticatorOptions = {},
): Authenticator {
  const cache = new Map<string, { credential: Credential; until: number }>()
  const touched = new Map<string, number>()
  let removals = 0

  function accept(name: string, credential: Credential | undefined, secret: string): Reader | undefined {
    const time = now()
    if (!credential || !isSameHash(credential.secret_hash, hashSecret(secret)) || !credential.isActive(time))
      return undefined
    touch(name, credential, time)
    return credential.reader
  }

  function touch(name: string, credential: Credential, time: number) {
    const before = touched.get(name)
    const age = before === undefined ? time - Date.parse(credential.last_used_at ?? '1970-01-01') : clock() - before
    // A last use in the future is from before the clock was set back.
    if (age >= 0 && age < touchIntervalMs) return
    if (touched.size >= maxCached) touched.clear()
    touched.set(name, clock())
    setImmediate(() => credential.touch(time).catch((error: unknown) => onError?.(error)))
  }

  async function lookUp({ name, secret, find }: Sent) {
    const until = clock() + cacheMs
    const before = removals
    const credential = await find(db)
    // What ended meanwhile may have been read before that, and a later query knows more.
    if (credential && removals === before && until >= (cache.get(name)?.until ?? until)) {
      if (cache.size >= maxCached) cache.clear()
      cache.set(name, { credential, until })
    }
    return accept(name, credential, secret)
  }

  return {
    emptyCache() {
      removals += 1
      cache.clear()
    },
    async identifyAgain(shown) {
      const sent = sentIn(shown)
      return sent && lookUp(sent)
    },
    async identify(shown) {
      const without = shown.header === undefined ? visitor : undefined
      const sent = sentIn(shown)
      if (!sent) return without
      const cached = cache.get(sent.name)
      const isCached = cached && cached.until > clock()
      return (isCached ? accept(sent.name, cached.credential, sent.secret) : await lookUp(sent)) ?? without
    },
  }
}

type Sent = { name: string; secret: string; find(db: Kysely<Schema>): Promise<Credential | undefined> }

function sentIn({ header, cookie = '' }: Shown): Sent | undefined {
  if (header === undefined) {
    const session = readSession(cookie)
    return session && { name: `session ${session.id}`, secret: session.secret, find: (db) => sessionIn(db, session.id) }
  }
  const key = readKey(/^bearer +(\S+) *$/i.exec(header)?.[1] ?? '')
  return key && { name: `key ${key.id}`, secret: key.secret, find: (db) => keyIn(db, key.id) }
}

async function keyIn(db: Kysely<Schema>, id: string): Promise<Credential | undefined> {
  const key = await findKeyWithPerson(db, id)
  if (!key) return undefined
  const { person_id, person_name, team_role, state, name, role, last_used_at, secret_hash } = key
  const person: PersonInfo | null =
    person_id !== null && person_name !== null && team_role !== null
      ? { id: person_id, name: person_name, team_role }
      : null
  return {
    secret_hash,
    last_used_at,
    reader: { kind: 'key', key: { id, name, role }, person, rights: await findRights(db, person, key) },
    isActive: (time) => isActive(key, time) && state !== 'suspended',
    touch: (time) => touchKey(db, key, new Date(time).toISOString(), renewedExpiry(key, time)),
  }
}

async function sessionIn(db: Kysely<Schema>, id: number): Promise<Credential | undefined> {
  const session = await findSession(db, id)
  if (!session) return undefined
  const { person_id, name, team_role, state, expires_at, last_used_at, secret_hash } = session
  const person = { id: person_id, name, team_role }
  return {
    secret_hash,
    last_used_at,
    reader: { kind: 'session', session: id, person, rights: await findRights(db, person) },
    isActive: (time) => state === 'active' && Date.parse(expires_at) > time,
    touch: (time) => touchSession(db, session, new Date(time).toISOString(), daysAfter(time, sessionDays)),
  }
}

/** Returns the new expiry of a key that its use renews; undefined within a day of the last renewal. */
function renewedExpiry({ expires_at, renewed_for_days }: ApiKeyRecord, time: number): string | undefined {
  if (renewed_for_days === null || expires_at === null) return undefined
  return expires_at <= daysAfter(time, renewed_for_days - 1) ? daysAfter(time, renewed_for_days) : undefined
}

/** @param time milliseconds since 1970 */
export function isActive({ revoked_at, expires_at }: Pick<ApiKeyRecord, 'revoked_at' | 'expires_at'>, time: number) {
  return revoked_at === null && (expires_at === null || Date.parse(expires_at) > time)
}
