import { hkdfSync } from 'node:crypto'
import * as z from 'zod'
import { Id } from '#contract/values.ts'
import { type Key, open, seal } from '#service/identity/encryption.ts'

/** Milliseconds that a person has for signing in at the provider. */
export const attemptMs = 600_000

/** For whom a way in is: a person by its identity or a new one, an invitation's, or the person of a session. */
const Purpose = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sign_in') }),
  z.object({ kind: z.literal('invitation'), token: z.string() }),
  z.object({ kind: z.literal('link'), session: Id, person: Id }),
])
export type Purpose = z.infer<typeof Purpose>

const Attempt = z.object({
  provider: Id,
  /** The version of the provider's settings. */
  version: z.string(),
  purpose: Purpose,
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  callback: z.string(),
  /** The path to open afterwards. */
  next: z.string(),
  started: z.number(),
})
export type Attempt = z.infer<typeof Attempt>

export type Attempts<T> = {
  /** Returns a text for a cookie or a URL. */
  seal(attempt: T): string
  /** Returns undefined for a text that isn't ours, or is too old. */
  open(sealed: string | undefined, now?: number): T | undefined
}

/**
 * Keeps attempts in the browsers that make them, encrypted, so that nothing of those that never end is stored.
 *
 * @param context the kind of attempts, which keeps one kind from passing for another
 */
export function createAttempts<T extends { started: number }>(
  secret: string,
  context: string,
  schema: z.ZodType<T>,
): Attempts<T> {
  const key: Key = { id: '', bytes: Buffer.from(hkdfSync('sha256', secret, '', context, 32)) }
  return {
    seal: (attempt) => seal(key, JSON.stringify(attempt), context).toString('base64url'),
    open(sealed, now = Date.now()) {
      const text = sealed === undefined ? null : open(key, Buffer.from(sealed, 'base64url'), context)
      const attempt = text === null ? undefined : schema.parse(JSON.parse(text))
      return attempt && now - attempt.started < attemptMs ? attempt : undefined
    },
  }
}

export const createSignInAttempts = (secret: string): Attempts<Attempt> =>
  createAttempts(secret, 'sign-in attempt', Attempt)
