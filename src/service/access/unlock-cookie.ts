import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a password opens: a website, or a link that has a password of its own. */
export type Lock = { purpose: 'website' | 'link'; id: number; passwordHash: string }

export const unlockDays = 30

export const cookieStart = { website: 'seo_unlock_', link: 'seo_link_' } as const
const shape = /^v1\.(\d{1,12})\.([\w-]{43})$/

export const cookieName = ({ purpose, id }: Pick<Lock, 'purpose' | 'id'>) => `${cookieStart[purpose]}${id}`

/**
 * The value that remembers that this password was known. It names the stored hash, whose salt is new each time a password
 * is set, so it ends with the password, with the privacy, or after its days.
 */
export function signUnlock(secret: string, lock: Lock, now: number): string {
  const expires = Math.floor(now / 1000) + unlockDays * 86_400
  return `v1.${expires}.${signature(secret, lock, expires).toString('base64url')}`
}

/** Whether a Cookie header holds a value that opens the lock now. */
export function opensLock(secret: string, lock: Lock, cookieHeader: string | undefined, now: number): boolean {
  const [, expires, given] = shape.exec(cookieIn(cookieHeader, cookieName(lock)) ?? '') ?? []
  if (!expires || !given || Number(expires) * 1000 <= now) return false
  const found = Buffer.from(given, 'base64url')
  const wanted = signature(secret, lock, Number(expires))
  return found.length === wanted.length && timingSafeEqual(found, wanted)
}

/** Of several of one name the first counts, as browsers send the most specific first. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

const signature = (secret: string, { purpose, id, passwordHash }: Lock, expires: number) =>
  createHmac('sha256', secret).update(`${purpose}\n${id}\n${expires}\n${passwordHash}`).digest()
