import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { unnamedKeyName } from '#contract/access/keys.ts'
import { dayMs } from '#contract/format/dates.ts'
import type { KeyInfo, KeyRole } from '#contract/service-info.ts'
import {
  type ApiKeyRecord,
  findKey,
  holdActiveKey,
  holdKeyNames,
  insertKey,
  insertToken,
  isKeyNameTaken,
  type NewApiKey,
  renameKey,
  takeToken,
} from '#service/store/access/api-keys.ts'
import { byCommand, insertAuditEvent, recordRename } from '#service/store/access/audit.ts'
import type { Schema } from '#service/store/schema.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const keyShape = /^seo_([A-Za-z0-9]{8})_([A-Za-z0-9_-]{43})$/

export type ApiKeyParts = { id: string; secret: string }

/** Creates a key and stores its hash. The key itself is returned here only. */
export async function issueKey(
  db: Kysely<Schema>,
  name: string,
  role: KeyRole,
  now = new Date(),
  expiry: Pick<NewApiKey, 'expires_at' | 'renewed_for_days'> = {},
): Promise<{ key: string; info: KeyInfo }> {
  const id = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  const secret = randomBytes(32).toString('base64url')
  await insertKey(db, { id, name, role, secret_hash: hashSecret(secret), created_at: now.toISOString(), ...expiry })
  return { key: `seo_${id}_${secret}`, info: { id, name, role } }
}

/** Changes the name of an active key, and records it. Returns the key, or why it keeps its name. */
export const renameOwnKey = (
  db: Kysely<Schema>,
  id: string,
  name: string,
  now = new Date(),
): Promise<ApiKeyRecord | 'inactive' | 'taken'> =>
  db.transaction().execute(async (tx) => {
    if (!(await holdActiveKey(tx, id, now.toISOString(), true))) return 'inactive'
    await holdKeyNames(tx)
    const before = await findKey(tx, id)
    if (!before) return 'inactive'
    if (name === before.name) return before
    if (await isKeyNameTaken(tx, name, now.toISOString(), id)) return 'taken'
    await renameKey(tx, id, name)
    await recordRename(tx, before, name, now)
    return { ...before, name }
  })

export function readKey(text: string): ApiKeyParts | undefined {
  const [, id, secret] = keyShape.exec(text) ?? []
  return id && secret ? { id, secret } : undefined
}

/** Hashes a secret of 32 random bytes. Such a secret needs no slow hash. */
export const hashSecret = (secret: string) => hash('sha256', secret, 'hex')

export function isSameHash(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export const signInMinutes = 10

/** Creates a one-time sign-in link. The token is in the URL's fragment, so that no server logs it. */
export async function createSignInLink(db: Kysely<Schema>, origin: string, now = Date.now()): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await insertToken(db, { hash: hashSecret(token), expires_at: new Date(now + signInMinutes * 60_000).toISOString() })
  await insertAuditEvent(db, byCommand, { action: 'sign_in_link_created' }, new Date(now).toISOString())
  return `${origin}/sign-in#token=${token}`
}

/** Days without use after which the key of a sign-in link expires. */
export const signInKeyDays = 30

/** Returns the time `days` after `time`, which is in milliseconds since 1970. */
export const daysAfter = (time: number, days: number) => new Date(time + days * dayMs).toISOString()

/** Exchanges a sign-in token for a new key with full access. Returns undefined if it is unknown, used or expired. */
export async function redeemSignInToken(db: Kysely<Schema>, token: string, now = new Date()) {
  if (!(await takeToken(db, hashSecret(token), now.toISOString()))) return undefined
  const name = await freeName(db, unnamedKeyName(now.toISOString().slice(0, 10)), now.toISOString())
  return issueKey(db, name, 'full', now, {
    expires_at: daysAfter(now.getTime(), signInKeyDays),
    renewed_for_days: signInKeyDays,
  })
}

/** Returns a name, with a number if a key has it. */
async function freeName(db: Kysely<Schema>, name: string, at: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name} (${number})`
    if (!(await isKeyNameTaken(db, numbered, at))) return numbered
  }
}
