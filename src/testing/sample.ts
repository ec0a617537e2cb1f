import { randomInt } from 'node:crypto'
import { onTestFailed } from 'vitest'
import { randomFrom } from './random.ts'

/**
 * Returns some of the items, others in each run. Call it in a test: a failed one prints the seed, and the environment
 * variable SEED repeats the sample.
 */
export function sampleOf<T>(items: readonly T[], count: number): T[] {
  const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31))
  onTestFailed(() => console.error(`SEED=${seed} repeats this sample.`))
  const random = randomFrom(seed)
  const left = [...items]
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat()
}
