import pLimit from 'p-limit'
import { createGuesses } from './guesses.ts'
import { verifyPassword } from './passwords.ts'
import { type Lock, opensLock, signUnlock } from './unlock-cookie.ts'

/** Passwords are looked at two at a time: each takes a thread and 19 MiB for some 20 ms. */
const atOnce = 2
const mostWaiting = 32
/** Of those at one lock, so that a flood at one leaves room for the others. */
const mostAtOneLock = 12

export type Attempt =
  | { outcome: 'open'; cookie: string }
  | { outcome: 'wrong' }
  | { outcome: 'wait'; seconds: number; because: 'guesses' | 'busy' }

export type Unlocker = {
  /** Whether the Cookie header of a request opens the lock; a matter of microseconds. */
  isOpen(lock: Lock, cookieHeader: string | undefined): boolean
  /** Tries a password from a network address, within the limits of guessing. */
  attempt(lock: Lock, password: string, address: string): Promise<Attempt>
}

/** One for all locks of a process. The secret stays the same over restarts, and whoever has it can make cookies. */
export function createUnlocker(secret: string, now: () => number = Date.now): Unlocker {
  const guesses = createGuesses(now)
  const turn = pLimit(atOnce)
  const inWork = new Map<string, number>()

  async function isRight(name: string, lock: Lock, password: string) {
    inWork.set(name, (inWork.get(name) ?? 0) + 1)
    try {
      return await turn(() => verifyPassword(password, lock.passwordHash))
    } finally {
      const left = (inWork.get(name) ?? 1) - 1
      if (left > 0) inWork.set(name, left)
      else inWork.delete(name)
    }
  }

  return {
    isOpen: (lock, cookieHeader) => opensLock(secret, lock, cookieHeader, now()),
    async attempt(lock, password, address) {
      const name = `${lock.purpose} ${lock.id}`
      const seconds = guesses.begin(name, address)
      if (seconds > 0) return { outcome: 'wait', seconds, because: 'guesses' }
      if (turn.pendingCount >= mostWaiting || (inWork.get(name) ?? 0) >= mostAtOneLock) {
        guesses.withdraw(name, address)
        return { outcome: 'wait', seconds: 1, because: 'busy' }
      }
      if (!(await isRight(name, lock, password))) return { outcome: 'wrong' }
      guesses.forget(name, address)
      return { outcome: 'open', cookie: signUnlock(secret, lock, now()) }
    },
  }
}
