import pLimit from 'p-limit'
import type { GuessLimits } from './guess-limits.ts'
import { verifyPassword } from './passwords.ts'

/** Passwords checked at once. Each check takes a thread and 19 MiB for about 20 ms. */
const maxChecks = 2
/** Several seconds of checks. A hundred colleagues can sign in at once from one network. */
const maxWaiting = 200
/** Tries in progress or waiting at one lock, so that a flood at one lock leaves room for the others. */
const maxAtOneLock = 110

/** Where tries are counted: at a lock, such as a website or an account, from a network. */
export type TriedAt = { lock: string; network: string }

export type Try = 'right' | 'wrong' | { seconds: number; because: 'guesses' | 'busy' }

/**
 * Tries a password, within the limits of guessing. It counts at each of `places` as a failure until it is right, and
 * the first one is the lock whose tries wait for each other.
 */
export type TryPassword = (
  password: string,
  hash: string | Promise<string>,
  places: readonly [TriedAt, ...TriedAt[]],
) => Promise<Try>

/** Creates what tries the passwords of a process: of websites, of share links and of people. */
export function createPasswordTries(guesses: GuessLimits): TryPassword {
  const limit = pLimit(maxChecks)
  const tries = new Map<string, number>()
  let allTries = 0

  // Those that wait count nowhere yet, so that a right password isn't refused for others that are tried at once.
  const tryNow: TryPassword = async (password, hash, places) => {
    for (const { lock, network } of places) {
      const seconds = await guesses.begin(lock, network)
      if (seconds > 0) return { seconds, because: 'guesses' }
    }
    const expected = await hash
    if (!(await verifyPassword(password, expected))) return 'wrong'
    for (const { lock, network } of places) await guesses.succeed(lock, network)
    return 'right'
  }

  return async (password, hash, places) => {
    const [{ lock }] = places
    const atLock = tries.get(lock) ?? 0
    if (allTries >= maxChecks + maxWaiting || atLock >= maxAtOneLock) return { seconds: 1, because: 'busy' }
    tries.set(lock, atLock + 1)
    allTries += 1
    try {
      return await limit(() => tryNow(password, hash, places))
    } finally {
      const left = (tries.get(lock) ?? 1) - 1
      if (left > 0) tries.set(lock, left)
      else tries.delete(lock)
      allTries -= 1
    }
  }
}
