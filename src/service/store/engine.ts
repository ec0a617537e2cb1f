import { PostgresAdapter, type QueryExecutorProvider } from 'kysely'

export type Engine = 'sqlite' | 'postgres'

/** Returns the engine behind a database or transaction. */
export function engineOf(db: QueryExecutorProvider): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}
