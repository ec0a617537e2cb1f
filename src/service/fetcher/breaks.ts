import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longest time in milliseconds without a break. */
const maxBlockingMs = 5

/** Decides when long work on an untrusted file lets other requests continue. */
export function createBreaks() {
  let last = performance.now()
  return {
    isDue: () => performance.now() - last >= maxBlockingMs,
    async take() {
      await nextTurn()
      last = performance.now()
    },
  }
}

export type Breaks = ReturnType<typeof createBreaks>

/** Runs work to its end, with breaks between its steps. */
export async function runWithBreaks<T>(steps: Generator<void, T>, breaks: Breaks): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (breaks.isDue()) await breaks.take()
  }
}
