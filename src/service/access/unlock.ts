import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TryPassword } from './password-tries.ts'

/** Something that a password opens: a website, or a share link with a password of its own. */
export type Lock = { purpose: 'website' | 'link'; id: number; password_hash: string }

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
export const createUnlocker = (secret: string, tryPassword: TryPassword): Unlocker => ({
  isOpen: (lock, cookie) => opensLock(secret, lock, cookie, Date.now()),
  async attempt(lock, password, network) {
    const tried = await tryPassword(password, lock.password_hash, [{ lock: `${lock.purpose} ${lock.id}`, network }])
    if (tried === 'wrong') return { outcome: 'wrong' }
    return tried === 'right'
      ? { outcome: 'open', cookie: signUnlock(secret, lock, Date.now()) }
      : { outcome: 'wait', ...tried }
  },
})

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
