import { PostgresAdapter, type QueryExecutorProvider } from 'kysely'

export type Engine = 'sqlite' | 'postgres'

/** Which of the two is behind `db`, a transaction included. */
export function engineOf(db: QueryExecutorProvider): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}
