import type { Kysely } from 'kysely'
import { onTestFinished, vi } from 'vitest'
import type { Schema } from '#service/store/schema.ts'

/** Time that a unit of work takes by the watched clock, in milliseconds. */
const unitMs = 0.01

/**
 * Returns a database that counts the work between two turns of the event loop: the rows that statements return or
 * change, and the steps after which loops ask whether a break is due. Until the running test ends, time passes only by
 * this work, so that breaks come at the same places on any machine, however busy.
 */
export function watchWork(db: Kysely<Schema>): { db: Kysely<Schema>; mostOfTurn: () => number } {
  let [ofTurn, most, all] = [0, 0, 0]
  const add = (units: number) => {
    ofTurn += units
    all += units
    most = Math.max(most, ofTurn)
  }
  const start = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    add(1)
    return start + all * unitMs
  })
  let watching: NodeJS.Immediate
  const watchTurn = () => {
    ofTurn = 0
    watching = setImmediate(watchTurn)
  }
  watchTurn()
  onTestFinished(() => {
    clearImmediate(watching)
    clock.mockRestore()
  })
  const watched = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      add(result.rows.length + Number(result.numAffectedRows ?? 0))
      return result
    },
  })
  return { db: watched, mostOfTurn: () => most }
}
