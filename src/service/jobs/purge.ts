import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Schema } from '#service/store/schema.ts'
import { purgeDeletedWebsites } from '#service/store/websites.ts'

export type Purger = {
  /** Begins, or goes on, to remove what deleted websites left behind; returns at once. */
  wake(): void
  /** Resolves when the batch at hand is done; the rest is left for the next start. */
  close(): Promise<void>
}

/** Rows are removed in batches with a breath between them, so that no request waits for all of a website's reports. */
export function createPurger(db: Kysely<Schema>, onError: (error: unknown) => void): Purger {
  const stop = new AbortController()
  let wanted = false
  let work: Promise<void> | undefined

  async function run() {
    while (wanted && !stop.signal.aborted) {
      wanted = false
      while (!stop.signal.aborted && (await purgeDeletedWebsites(db)) > 0) await pause(5)
    }
  }

  function wake() {
    wanted = true
    work ??= run().catch(onError).finally(finished)
  }

  function finished() {
    work = undefined
    if (wanted && !stop.signal.aborted) wake()
  }

  return {
    wake,
    async close() {
      stop.abort()
      await work
    },
  }
}
