import { randomInt } from 'node:crypto'
import { onTestFailed } from 'vitest'
import { randomFrom } from './random.ts'

/**
 * Returns a generator of random numbers, others in each run. Call it in a test: a failed one prints the seed, and the
 * environment variable SEED repeats the numbers.
 */
export function randomOfRun(): () => number {
  const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31))
  onTestFailed(() => console.error(`SEED=${seed} repeats this sample.`))
  return randomFrom(seed)
}

/** Returns some of the items in random order. See {@link randomOfRun}. */
export function sampleOf<T>(items: readonly T[], count: number, random = randomOfRun()): T[] {
  const left = [...items]
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat()
}
