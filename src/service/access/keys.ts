import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { KeyInfo, KeyRole } from '#contract/service-info.ts'
import { insertKey } from '#service/store/api-keys.ts'
import type { Schema } from '#service/store/schema.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const keyShape = /^seo_([A-Za-z0-9]{8})_([A-Za-z0-9_-]{43})$/

export type ApiKeyParts = { id: string; secret: string }

/** Makes a key, keeps its hash, and returns it whole: the only moment it can be shown. */
export async function issueKey(
  db: Kysely<Schema>,
  name: string,
  role: KeyRole,
  now = new Date(),
  expiresAt: string | null = null,
): Promise<{ key: string; info: KeyInfo }> {
  const id = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  const secret = randomBytes(32).toString('base64url')
  await insertKey(db, { id, name, role, secretHash: hashSecret(secret), createdAt: now.toISOString(), expiresAt })
  return { key: `seo_${id}_${secret}`, info: { id, name, role } }
}

export function readKey(text: string): ApiKeyParts | undefined {
  const [, id, secret] = keyShape.exec(text) ?? []
  return id && secret ? { id, secret } : undefined
}

/** 32 random bytes need no slow hash. */
export const hashSecret = (secret: string) => hash('sha256', secret, 'hex')

export function isSameHash(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
