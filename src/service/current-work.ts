import { AsyncLocalStorage } from 'node:async_hooks'

/** A claimed URL of a job by its key, a request by its ID, or something that the service does by itself. */
export type Work = { claim: string } | { request: string } | { task: string }

/**
 * What the present code works for, its timers and sockets included. An error that nothing catches is told from it. A
 * connection belongs to the work that opened it, although others use it too.
 */
export const currentWork = new AsyncLocalStorage<Work>()
