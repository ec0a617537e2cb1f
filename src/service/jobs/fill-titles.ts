import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Schema } from '#service/store/schema.ts'
import { fillTitleBatch } from '#service/store/title-fill.ts'

/** Reports per transaction, and the pause after it, in milliseconds: a few thousand reports a second. */
export const titlePace = { batch: 200, pauseMs: 40 }

/**
 * Makes the titles of reports of older versions searchable. It can be stopped at any time and continues from there at
 * the next call.
 */
export async function fillTitles(
  db: Kysely<Schema>,
  { batch, pauseMs }: typeof titlePace,
  signal?: AbortSignal,
): Promise<void> {
  for (let after = 0; !signal?.aborted;) {
    const last = await fillTitleBatch(db, after, batch)
    if (last === undefined) return
    after = last
    if (pauseMs > 0) await pause(pauseMs)
  }
}
