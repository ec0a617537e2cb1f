import { createHmac, timingSafeEqual } from 'node:crypto'
import pLimit from 'p-limit'
import { createGuessLimits, type GuessLimits } from './guess-limits.ts'
import { verifyPassword } from './passwords.ts'

/** Something that a password opens: a website, or a share link with a password of its own. */
export type Lock = { purpose: 'website' | 'link'; id: number; password_hash: string }

/** Passwords checked at once. Each check takes a thread and 19 MiB for about 20 ms. */
const maxChecks = 2
const maxWaiting = 32
/** Tries in progress or waiting at one lock, so that a flood at one lock leaves room for the others. */
const maxAtOneLock = 12

export type Attempt =
  | { outcome: 'open'; cookie: string }
  | { outcome: 'wrong' }
  | { outcome: 'wait'; seconds: number; because: 'guesses' | 'busy' }

export type Unlocker = {
  /** Checks a cookie's value. Takes microseconds. */
  isOpen(lock: Lock, cookie: string | undefined): boolean
  /** Tries a password from a network address, within the limits of guessing. */
  attempt(lock: Lock, password: string, network: string): Promise<Attempt>
}

/** Creates the unlocker for all locks of a process. Anyone with the secret can sign cookies; it survives restarts. */
export function createUnlocker(secret: string, guesses: GuessLimits = createGuessLimits()): Unlocker {
  const limit = pLimit(maxChecks)
  const tries = new Map<string, number>()
  let allTries = 0

  async function tryPassword(name: string, lock: Lock, password: string, network: string): Promise<Attempt> {
    const seconds = await guesses.begin(name, network)
    if (seconds > 0) return { outcome: 'wait', seconds, because: 'guesses' }
    if (!(await limit(() => verifyPassword(password, lock.password_hash)))) return { outcome: 'wrong' }
    await guesses.succeed(name, network)
    return { outcome: 'open', cookie: signUnlock(secret, lock, Date.now()) }
  }

  return {
    isOpen: (lock, cookie) => opensLock(secret, lock, cookie, Date.now()),
    async attempt(lock, password, network) {
      const name = `${lock.purpose} ${lock.id}`
      const atLock = tries.get(name) ?? 0
      if (allTries >= maxChecks + maxWaiting || atLock >= maxAtOneLock)
        return { outcome: 'wait', seconds: 1, because: 'busy' }
      tries.set(name, atLock + 1)
      allTries += 1
      try {
        return await tryPassword(name, lock, password, network)
      } finally {
        const left = (tries.get(name) ?? 1) - 1
        if (left > 0) tries.set(name, left)
        else tries.delete(name)
        allTries -= 1
      }
    },
  }
}

export const unlockDays = 30

const cookiePrefix = { website: 'seo_unlock_', link: 'seo_link_' } as const
const cookieShape = /^v1\.(\d{1,12})\.([\w-]{43})$/

export const unlockCookieName = ({ purpose, id }: Pick<Lock, 'purpose' | 'id'>) => `${cookiePrefix[purpose]}${id}`

export const hasUnlockCookie = (cookies: Record<string, unknown>, purpose: Lock['purpose']) =>
  Object.keys(cookies).some((name) => name.startsWith(cookiePrefix[purpose]))

/**
 * Signs a cookie that proves that the password was known. The signature covers the stored hash, whose salt is new for
 * each password, so the cookie ends with the password, with the privacy, or after its days.
 */
export function signUnlock(secret: string, lock: Lock, now: number): string {
  const expires = Math.floor(now / 1000) + unlockDays * 86_400
  return `v1.${expires}.${signature(secret, lock, expires).toString('base64url')}`
}

/** Checks the signature and the expiry of a cookie's value. */
export function opensLock(secret: string, lock: Lock, cookie: string | undefined, now: number): boolean {
  const [, expires, given] = cookieShape.exec(cookie ?? '') ?? []
  if (!expires || !given || Number(expires) * 1000 <= now) return false
  const found = Buffer.from(given, 'base64url')
  const wanted = signature(secret, lock, Number(expires))
  return found.length === wanted.length && timingSafeEqual(found, wanted)
}

const signature = (secret: string, { purpose, id, password_hash }: Lock, expires: number) =>
  createHmac('sha256', secret).update(`${purpose}\n${id}\n${expires}\n${password_hash}`).digest()
