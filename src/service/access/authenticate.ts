import type { Kysely } from 'kysely'
import { type ApiKeyRecord, findKey, touchKey } from '#service/store/api-keys.ts'
import type { Schema } from '#service/store/schema.ts'
import { hashSecret, isSameHash, readKey } from './keys.ts'
import { nobody, type Reader } from './reader.ts'

/** A revoked key works on for at most this long in a process that has just seen it. */
const rememberedFor = 1_000
const rememberedKeys = 1_000
const touchedEvery = 60_000

export type Authenticator = {
  /** `nobody` without a header, undefined when a key was shown that does not count. */
  identify(header: string | undefined): Reader | undefined | Promise<Reader | undefined>
  /** The next one who shows this key is looked up anew. */
  forget(keyId: string): void
}

export type AuthenticatorOptions = { now?: () => number; onError?: (error: unknown) => void }

/**
 * Turns an Authorization header into a reader. Keys are remembered for a second, so that a busy client does not cost a
 * look-up a request; the time of last use is written at most once a minute, and nobody waits for it.
 */
export function createAuthenticator(
  db: Kysely<Schema>,
  { now = Date.now, onError }: AuthenticatorOptions = {},
): Authenticator {
  const remembered = new Map<string, { record: ApiKeyRecord; until: number }>()
  const touched = new Map<string, number>()

  function accept(record: ApiKeyRecord | undefined, secret: string): Reader | undefined {
    const time = now()
    if (!record || !isSameHash(record.secretHash, hashSecret(secret)) || !isValid(record, time)) return undefined
    touch(record, time)
    return { kind: 'key', key: { id: record.id, name: record.name, role: record.role } }
  }

  function touch({ id, lastUsedAt }: ApiKeyRecord, time: number) {
    if (time - (touched.get(id) ?? Date.parse(lastUsedAt ?? '1970-01-01')) < touchedEvery) return
    touched.set(id, time)
    setImmediate(() => touchKey(db, id, new Date(time).toISOString()).catch((error: unknown) => onError?.(error)))
  }

  async function lookUp(id: string, secret: string) {
    const record = await findKey(db, id)
    if (record) {
      if (remembered.size >= rememberedKeys) remembered.clear()
      remembered.set(id, { record, until: now() + rememberedFor })
    }
    return accept(record, secret)
  }

  return {
    forget: (keyId) => void remembered.delete(keyId),
    identify(header) {
      if (header === undefined) return nobody
      const key = readKey(/^bearer +(\S+) *$/i.exec(header)?.[1] ?? '')
      if (!key) return undefined
      const known = remembered.get(key.id)
      return known && known.until > now() ? accept(known.record, key.secret) : lookUp(key.id, key.secret)
    },
  }
}

export function isValid({ revokedAt, expiresAt }: Pick<ApiKeyRecord, 'revokedAt' | 'expiresAt'>, time: number) {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > time)
}
