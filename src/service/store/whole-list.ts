import { setImmediate as letOthersIn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { allIds } from './all-ids.ts'
import type { Schema } from './schema.ts'
import type { Listed } from './search-walk.ts'

/** All rows of a list. What is gone by the time its turn comes is left out. */
export type WholeList<Row> = { total: number; batches(): AsyncGenerator<Row[], void> }

const batchSize = 100

/** The ids are taken at once, the rows while they are asked for: nothing is held open for a slow reader. */
export async function wholeList<Row extends { id: number }>(
  db: Kysely<Schema>,
  listed: Listed | null,
  text: string,
  rowsOf: (ids: number[]) => Promise<Row[]>,
  signal: AbortSignal,
): Promise<WholeList<Row>> {
  const ids = listed ? await allIds(db, listed, text, signal) : []
  async function* batches() {
    for (let from = 0; from < ids.length; from += batchSize) {
      const wanted = ids.slice(from, from + batchSize)
      const rows = new Map((await rowsOf(wanted)).map((row) => [row.id, row]))
      yield wanted.flatMap((id) => rows.get(id) ?? [])
      await letOthersIn()
    }
  }
  return { total: ids.length, batches }
}
