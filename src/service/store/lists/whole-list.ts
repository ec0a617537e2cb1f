import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { type CompiledQuery, type Kysely, sql } from 'kysely'
import { batchesOf, contextOf, engineOf } from '../engine.ts'
import type { Schema } from '../schema.ts'
import { aliasOf, columnOf, type List, orderOf, selectRows } from './list.ts'
import { contains } from './search.ts'

/** All rows of a list. Rows that are deleted before their batch is read are left out. */
export type WholeList<Row> = { total: number; batches(): AsyncGenerator<Row[], void> }

const rowsPerBatch = 100
/** IDs read before other work gets a turn. */
const idsPerTurn = 1_000

/**
 * Reads all IDs at once, and the rows batch by batch: a slow reader keeps nothing open. `inOrder` puts the IDs in an
 * order that no column has.
 */
export async function wholeList<Row extends { id: number }>(
  db: Kysely<Schema>,
  list: List | null,
  rowsOf: (ids: number[]) => Promise<Row[]>,
  signal: AbortSignal,
  inOrder = (ids: number[]) => ids,
): Promise<WholeList<Row>> {
  const ids = list ? inOrder(await allIds(db, list, signal)) : []
  async function* batches() {
    for (const batch of batchesOf(ids, rowsPerBatch)) {
      const rows = new Map((await rowsOf(batch)).map((row) => [row.id, row]))
      yield batch.flatMap((id) => rows.get(id) ?? [])
      await yieldToEventLoop()
    }
  }
  return { total: ids.length, batches }
}

/** Returns every ID of a list, in its order, as of one moment. */
async function allIds(db: Kysely<Schema>, list: List, signal: AbortSignal): Promise<number[]> {
  const { scanned } = list
  const found = scanned ? contains(engineOf(db), scanned, aliasOf(list)) : sql`1 = 1`
  const columns = sql`${columnOf(list, 'id')}, case when ${found} then 1 else 0 end as found`
  const rows = sql<{ id: number; found: number }>`${selectRows(list, [], columns)} order by ${orderOf(list)}`
  const ids: number[] = []
  // Rows without a match count for a turn too, so that none takes long.
  await eachRow(db, rows.compile(db), ({ id, found }) => found && ids.push(id), signal)
  return ids
}

/**
 * Calls `visit` with every row of a query as of one moment, even if others write meanwhile. Other work gets a turn
 * after each thousand rows. Throws the signal's reason if it is aborted.
 */
export async function eachRow<Row>(
  db: Kysely<Schema>,
  query: CompiledQuery<Row>,
  visit: (row: Row) => unknown,
  signal: AbortSignal,
): Promise<void> {
  const context = contextOf(db)
  return context.engine === 'sqlite'
    ? eachRowOfFile(context.file, query, visit, signal)
    : eachRowOfCursor(db, query, visit, signal)
}

/** Uses a handle of its own, which sees the file as it was when the statement began. */
async function eachRowOfFile<Row>(
  file: string,
  query: CompiledQuery<Row>,
  visit: (row: Row) => unknown,
  signal: AbortSignal,
) {
  const handle = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const { sql: statement, parameters } = query
    let visited = 0
    for (const row of handle.prepare<unknown[], Row>(statement).iterate(...parameters)) {
      visit(row)
      visited += 1
      if (visited % idsPerTurn > 0) continue
      await yieldToEventLoop()
      signal.throwIfAborted()
    }
  } finally {
    handle.close()
  }
}

async function eachRowOfCursor<Row>(
  db: Kysely<Schema>,
  query: CompiledQuery<Row>,
  visit: (row: Row) => unknown,
  signal: AbortSignal,
) {
  await db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await tx.executeQuery({ ...query, sql: `declare every_row no scroll cursor for ${query.sql}` })
      for (;;) {
        const { rows } = await sql<Row>`fetch forward ${sql.lit(idsPerTurn)} from every_row`.execute(tx)
        for (const row of rows) visit(row)
        if (rows.length < idsPerTurn) return
        signal.throwIfAborted()
      }
    })
}
