import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { purgeAlerts } from '#service/store/alerts/alerts.ts'
import { purgeAudit } from '#service/store/audit.ts'
import { purgeJobs } from '#service/store/jobs/commands.ts'
import { purgeVisits } from '#service/store/links.ts'
import type { Schema } from '#service/store/schema.ts'
import { purgeDeletedWebsites } from '#service/store/websites.ts'

export type Purger = {
  /** Starts removing rows of deleted websites, and expired audit entries, visits and jobs. Returns at once. */
  wake(): void
  /** Resolves when the current batch is done. The next start continues with the rest. */
  close(): Promise<void>
}

const dayMs = 86_400_000
/** Lets other requests use the database between two batches. */
const pauseMs = 5

/** Removes rows in batches, when woken and once a day, because audit entries, visits and jobs expire by age. */
export function createPurger(db: Kysely<Schema>, onError: (error: unknown) => void): Purger {
  const stop = new AbortController()
  let isRequested = false
  let running: Promise<void> | undefined

  async function run() {
    while (isRequested && !stop.signal.aborted) {
      isRequested = false
      for (const purge of [purgeDeletedWebsites, purgeAudit, purgeVisits, purgeJobs, purgeAlerts]) {
        while (!stop.signal.aborted && (await purge(db)) > 0) await pause(pauseMs)
      }
    }
  }

  function wake() {
    isRequested = true
    running ??= run().catch(onError).finally(onFinished)
  }

  function onFinished() {
    running = undefined
    if (isRequested && !stop.signal.aborted) wake()
  }

  const daily = setInterval(wake, dayMs).unref()

  return {
    wake,
    async close() {
      clearInterval(daily)
      stop.abort()
      await running
    },
  }
}
