import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Schema } from '#service/store/schema.ts'
import { purgeAudit } from '#service/store/audit.ts'
import { purgeOpenings } from '#service/store/links.ts'
import { purgeDeletedWebsites } from '#service/store/websites.ts'

export type Purger = {
  /** Begins, or goes on, to remove what deleted websites left behind, and notes and openings that are kept no longer; returns at once. */
  wake(): void
  /** Resolves when the batch at hand is done; the rest is left for the next start. */
  close(): Promise<void>
}

const everyDay = 86_400_000

/** Rows are removed in batches with a breath between them, so that no request waits for all of a website's reports. Notes grow old by themselves: a round a day. */
export function createPurger(db: Kysely<Schema>, onError: (error: unknown) => void): Purger {
  const stop = new AbortController()
  let wanted = false
  let work: Promise<void> | undefined

  async function run() {
    while (wanted && !stop.signal.aborted) {
      wanted = false
      for (const purge of [purgeDeletedWebsites, purgeAudit, purgeOpenings]) {
        while (!stop.signal.aborted && (await purge(db)) > 0) await pause(5)
      }
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

  const daily = setInterval(wake, everyDay).unref()

  return {
    wake,
    async close() {
      clearInterval(daily)
      stop.abort()
      await work
    },
  }
}
