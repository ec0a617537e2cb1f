import { setImmediate as letOthersIn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { type Compilable, type Kysely, sql } from 'kysely'
import { engineOf } from './engine.ts'
import type { Schema } from './schema.ts'

const rowsAtOnce = 1_000

/**
 * Shows every row of `query` as it was at one moment, whoever writes meanwhile, in batches between which others are let
 * in. Throws the signal's reason when it is aborted.
 */
export async function eachRow<Row>(
  db: Kysely<Schema>,
  query: Compilable<Row>,
  visit: (row: Row) => void,
  signal: AbortSignal,
): Promise<void> {
  return engineOf(db) === 'sqlite' ? eachOfFile(db, query, visit, signal) : eachOfCursor(db, query, visit, signal)
}

/** On a handle of its own: while a statement of a handle is stepped through, that handle sees the file as it was. */
async function eachOfFile<Row>(
  db: Kysely<Schema>,
  query: Compilable<Row>,
  visit: (row: Row) => void,
  signal: AbortSignal,
) {
  const { rows } = await sql<{ name: string; file: string }>`pragma database_list`.execute(db)
  const handle = new Database(rows.find(({ name }) => name === 'main')?.file ?? '', {
    readonly: true,
    fileMustExist: true,
  })
  try {
    const { sql: statement, parameters } = query.compile()
    let shown = 0
    for (const row of handle.prepare<unknown[], Row>(statement).iterate(...parameters)) {
      visit(row)
      shown += 1
      if (shown % rowsAtOnce > 0) continue
      await letOthersIn()
      signal.throwIfAborted()
    }
  } finally {
    handle.close()
  }
}

async function eachOfCursor<Row>(
  db: Kysely<Schema>,
  query: Compilable<Row>,
  visit: (row: Row) => void,
  signal: AbortSignal,
) {
  await db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { sql: statement, parameters } = query.compile()
      await tx.executeQuery({
        ...query.compile(),
        sql: `declare every_row no scroll cursor for ${statement}`,
        parameters,
      })
      for (;;) {
        const { rows } = await sql<Row>`fetch forward ${sql.lit(rowsAtOnce)} from every_row`.execute(tx)
        for (const row of rows) visit(row)
        if (rows.length < rowsAtOnce) return
        signal.throwIfAborted()
      }
    })
}
