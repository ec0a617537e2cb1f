import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Longest time in milliseconds without a break. */
const maxBlockingMs = 5

/** Module state: the last turn that was given. All work on untrusted content shares the event loop. */
let lastTurn: Promise<void> = Promise.resolve()

/** Yields until its turn. Each iteration of the event loop gives one, so that pieces of work never add up in it. */
function yieldInTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => yieldToEventLoop())
  return lastTurn
}

/** Decides when long work on an untrusted file lets other requests continue. */
export function createBreaks() {
  let last = performance.now()
  return {
    isDue: () => performance.now() - last >= maxBlockingMs,
    async take() {
      await yieldInTurn()
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
