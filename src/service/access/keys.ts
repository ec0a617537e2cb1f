import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { dayMs } from '#contract/format/dates.ts'
import type { KeyInfo, KeyRole } from '#contract/service-info.ts'
import {
  findKeyWithPerson,
  holdActiveKey,
  holdKeyNames,
  insertKey,
  insertToken,
  isKeyNameTaken,
  type NamedApiKey,
  type NewApiKey,
  renameKey,
  takeToken,
  type TokenPurpose,
} from '#service/store/access/api-keys.ts'
import { byCommand, insertAuditEvent, recordRename } from '#service/store/access/audit.ts'
import { findPerson, type PersonRecord } from '#service/store/access/people.ts'
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
  more: Pick<NewApiKey, 'expires_at' | 'renewed_for_days' | 'person_id' | 'is_limited'> = {},
): Promise<{ key: string; info: KeyInfo }> {
  const id = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  const secret = newToken()
  await insertKey(db, { id, name, role, secret_hash: hashSecret(secret), created_at: now.toISOString(), ...more })
  return { key: `seo_${id}_${secret}`, info: { id, name, role } }
}

/** Changes the name of an active key, and records it. Returns the key, or why it keeps its name. */
export const renameOwnKey = (
  db: Kysely<Schema>,
  id: string,
  name: string,
  now = new Date(),
): Promise<NamedApiKey | 'inactive' | 'taken'> =>
  db.transaction().execute(async (tx) => {
    if (!(await holdActiveKey(tx, id, now.toISOString(), true))) return 'inactive'
    await holdKeyNames(tx)
    const before = await findKeyWithPerson(tx, id)
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

/** The pages that links with one-time tokens open. */
const pagesOfTokens = { account: '/account', sign_in: '/sign-in', password: '/reset' } as const

/**
 * Creates a link with a one-time token, which creates the first owner's account, signs a person in, or lets them choose
 * a password. The token is in the URL's fragment, so that no server logs it.
 */
export async function createTokenLink(
  db: Kysely<Schema>,
  origin: string,
  purpose: TokenPurpose,
  personId: number | null,
  now = Date.now(),
): Promise<string> {
  const token = newToken()
  const expires_at = new Date(now + signInMinutes * 60_000).toISOString()
  await insertToken(db, { hash: hashSecret(token), purpose, person_id: personId, expires_at })
  return `${origin}${pagesOfTokens[purpose]}#token=${token}`
}

/** Creates the link that lets an owner in: to create their account if nobody has one. */
export async function createSignInLink(
  db: Kysely<Schema>,
  origin: string,
  owner: { id: number } | undefined,
  now = Date.now(),
): Promise<string> {
  const link = await createTokenLink(db, origin, owner ? 'sign_in' : 'account', owner?.id ?? null, now)
  await insertAuditEvent(db, byCommand, { action: 'sign_in_link_created' }, new Date(now).toISOString())
  return link
}

export const newToken = () => randomBytes(32).toString('base64url')

const sessionShape = /^(\d{1,15})\.([\w-]{43})$/

/** Reads the cookie of a session. */
export function readSession(cookie: string): { id: number; secret: string } | undefined {
  const [, id, secret] = sessionShape.exec(cookie) ?? []
  return id && secret ? { id: Number(id), secret } : undefined
}

/** Days without use after which the key of a sign-in link expires. */
export const signInKeyDays = 30

/** Returns the time `days` after `time`, which is in milliseconds since 1970. */
export const daysAfter = (time: number, days: number) => new Date(time + days * dayMs).toISOString()

/** Uses up the token of a person's link. Returns its person, if they can sign in. */
export async function redeemToken(
  db: Kysely<Schema>,
  token: string,
  purpose: TokenPurpose,
  now = new Date(),
): Promise<PersonRecord | undefined> {
  const { person_id = null } = (await takeToken(db, hashSecret(token), purpose, now.toISOString())) ?? {}
  const person = person_id === null ? undefined : await findPerson(db, person_id)
  return person?.state === 'active' ? person : undefined
}

/** Exchanges the token of a sign-in link for a new key of its person. Undefined if it is unknown, used or expired. */
export async function redeemSignInToken(db: Kysely<Schema>, token: string, now = new Date()) {
  const person = await redeemToken(db, token, 'sign_in', now)
  if (!person) return undefined
  const name = await freeName(db, person.name, now.toISOString())
  const issued = await issueKey(db, name, 'full', now, {
    expires_at: daysAfter(now.getTime(), signInKeyDays),
    renewed_for_days: signInKeyDays,
    person_id: person.id,
  })
  return { ...issued, person: { id: person.id, name: person.name, team_role: person.team_role } }
}

/** Returns a name, with a number if a key has it. */
async function freeName(db: Kysely<Schema>, name: string, at: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name} (${number})`
    if (!(await isKeyNameTaken(db, numbered, at))) return numbered
  }
}
