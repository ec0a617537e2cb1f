import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { byCommand, insertDeed } from '#service/store/audit.ts'
import { insertToken, takeToken } from '#service/store/sign-in-tokens.ts'
import type { Schema } from '#service/store/schema.ts'
import { hashSecret, issueKey } from './keys.ts'

export const signInMinutes = 10

/** Makes a one-time token, notes that, and returns the link that carries it, in the fragment: no server ever logs it. */
export async function createSignInLink(db: Kysely<Schema>, origin: string, now = Date.now()): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await insertToken(db, { hash: hashSecret(token), expiresAt: new Date(now + signInMinutes * 60_000).toISOString() })
  await insertDeed(db, byCommand, { action: 'sign-in-link.created' }, new Date(now).toISOString())
  return `${origin}/sign-in#token=${token}`
}

/** A new full key for a token that was not used before and has not run out; undefined otherwise. */
export async function redeemSignInToken(db: Kysely<Schema>, token: string, now = new Date()) {
  if (!(await takeToken(db, hashSecret(token), now.toISOString()))) return undefined
  return issueKey(db, `Sign-in link, ${now.toISOString().slice(0, 10)}`, 'full', now)
}
