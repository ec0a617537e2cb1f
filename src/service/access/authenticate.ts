import type { Kysely } from 'kysely'
import { type ApiKeyRecord, findKey, touchKey } from '#service/store/access/api-keys.ts'
import type { Schema } from '#service/store/schema.ts'
import { daysAfter, hashSecret, isSameHash, readKey } from './keys.ts'
import { type Reader, visitor } from './policy.ts'

/**
 * Time in milliseconds, from the start of a query, for which the key that it returns is cached. A key revoked by
 * another process works for as long in this one, and for as long as a query takes.
 */
const cacheMs = 1_000
const maxCachedKeys = 1_000
/** Shortest time in milliseconds between two writes of a key's last use. */
const touchIntervalMs = 60_000

export type Authenticator = {
  /** Returns a visitor if there is no header, and undefined if the key isn't valid. */
  identify(header: string | undefined): Promise<Reader | undefined>
  /** Like `identify`, without the cache. */
  identifyAgain(header: string | undefined): Promise<Reader | undefined>
  /** Removes a key from the cache, so that the next request reads it from the store. Call it after the commit. */
  removeFromCache(keyId: string): void
}

export type AuthenticatorOptions = {
  /** Milliseconds since 1970, for the end of a key and its last use. */
  now?: () => number
  /** Milliseconds of a monotonic clock, for the cache. */
  clock?: () => number
  onError?: (error: unknown) => void
}

/**
 * Turns an Authorization header into a reader. Keys are cached for a second, so that a busy client does not cost a
 * query for each request. The time of last use is written in the background.
 */
export function createAuthenticator(
  db: Kysely<Schema>,
  { now = () => Date.now(), clock = () => performance.now(), onError }: AuthenticatorOptions = {},
): Authenticator {
  const cache = new Map<string, { record: ApiKeyRecord; until: number }>()
  const touched = new Map<string, number>()
  let removals = 0

  function accept(record: ApiKeyRecord | undefined, secret: string): Reader | undefined {
    const time = now()
    if (!record || !isSameHash(record.secret_hash, hashSecret(secret)) || !isActive(record, time)) return undefined
    touch(record, time)
    return { kind: 'key', key: { id: record.id, name: record.name, role: record.role } }
  }

  function touch(record: ApiKeyRecord, time: number) {
    const { id, last_used_at } = record
    const before = touched.get(id)
    const age = before === undefined ? time - Date.parse(last_used_at ?? '1970-01-01') : clock() - before
    // A last use in the future is from before the clock was set back.
    if (age >= 0 && age < touchIntervalMs) return
    touched.set(id, clock())
    const expiresAt = renewedExpiry(record, time)
    setImmediate(() =>
      touchKey(db, id, new Date(time).toISOString(), expiresAt).catch((error: unknown) => onError?.(error)),
    )
  }

  async function lookUp(id: string, secret: string) {
    const until = clock() + cacheMs
    const before = removals
    const record = await findKey(db, id)
    // A key that was removed meanwhile may have been read before it was revoked, and a later query knows more.
    if (record && removals === before && until >= (cache.get(id)?.until ?? until)) {
      if (cache.size >= maxCachedKeys) cache.clear()
      cache.set(id, { record, until })
    }
    return accept(record, secret)
  }

  return {
    removeFromCache(keyId) {
      removals += 1
      cache.delete(keyId)
    },
    async identifyAgain(header) {
      const key = header === undefined ? undefined : keyIn(header)
      return key && lookUp(key.id, key.secret)
    },
    async identify(header) {
      if (header === undefined) return visitor
      const key = keyIn(header)
      if (!key) return undefined
      const cached = cache.get(key.id)
      return cached && cached.until > clock() ? accept(cached.record, key.secret) : lookUp(key.id, key.secret)
    },
  }
}

/** Returns the new expiry of a key that its use renews; undefined within a day of the last renewal. */
function renewedExpiry({ expires_at, renewed_for_days }: ApiKeyRecord, time: number): string | undefined {
  if (renewed_for_days === null || expires_at === null) return undefined
  return expires_at <= daysAfter(time, renewed_for_days - 1) ? daysAfter(time, renewed_for_days) : undefined
}

const keyIn = (header: string) => readKey(/^bearer +(\S+) *$/i.exec(header)?.[1] ?? '')

/** @param time milliseconds since 1970 */
export function isActive({ revoked_at, expires_at }: Pick<ApiKeyRecord, 'revoked_at' | 'expires_at'>, time: number) {
  return revoked_at === null && (expires_at === null || Date.parse(expires_at) > time)
}
