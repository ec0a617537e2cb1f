import { type DialectAdapter, type Kysely, sql } from 'kysely'
import { engineOf } from './engine.ts'
import type { Schema } from './schema.ts'

type Known = { version: number; answers: Map<string, unknown> }

const known = new WeakMap<DialectAdapter, Known>()
const mostAnswers = 100

/**
 * What `ask` answers, asked once until anything in the database changes. SQLite tells for the price of a glance whether
 * it did, by this process or another; PostgreSQL does not, so there it is asked each time.
 */
export async function whileUnchanged<T>(db: Kysely<Schema>, key: string, ask: () => Promise<T>): Promise<T> {
  if (db.isTransaction || engineOf(db) !== 'sqlite') return ask()
  const version = await dataVersion(db)
  const { adapter } = db.getExecutor()
  let mine = known.get(adapter)
  if (mine?.version !== version) known.set(adapter, (mine = { version, answers: new Map() }))
  if (mine.answers.has(key)) return mine.answers.get(key) as T
  const answer = await ask()
  // The answer may be newer than the version it is kept under, never older: then the next glance drops it.
  if (mine.answers.size >= mostAnswers) mine.answers.delete(mine.answers.keys().next().value as string)
  mine.answers.set(key, answer)
  return answer
}

async function dataVersion(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db)
  return rows[0]?.data_version ?? 0
}
