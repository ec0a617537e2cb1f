import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'

/**
 * Longest time of a statement, in milliseconds. Also the longest that the server lets a transaction wait for its next
 * statement: one whose client is cut off would otherwise keep its locks.
 */
const maxStatementMs = 10_000
/** Longest wait for a response, in milliseconds. A running server has responded by then, at least with an error. */
const maxResponseMs = maxStatementMs + 2_000

/**
 * More than all analyses that store their reports at once, so that they don't keep requests waiting: up to twelve of
 * jobs, of one website perhaps, which wait for each other's transactions.
 */
const maxConnections = 20

/**
 * Creates a pool. bigint and numeric are parsed as numbers, because IDs and sums stay below 2^53. Sequential scans are
 * switched off: every list has its index, and a wrong estimate must not read the whole table.
 */
export function createPostgresPool(databaseUrl: string, hasTimeLimits: boolean): PostgresPool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: maxConnections,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'seo-reports',
    options: '-c enable_seqscan=off -c jit=off',
    types: { getTypeParser: (oid: number, format?: 'text' | 'binary') => parserFor(oid, format) },
    ...(hasTimeLimits && {
      statement_timeout: maxStatementMs,
      idle_in_transaction_session_timeout: maxStatementMs,
      query_timeout: maxResponseMs,
    }),
  })
  // The pool replaces a connection that breaks. Without a listener on the pool for idle connections, and one on each
  // connection for those in use, the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return { connect: async () => replaceable(await pool.connect()), end: () => pool.end(), options: pool.options }
}

/**
 * Closes a connection that did not respond in time, as soon as it is released. The pool would keep using it, and every
 * further query on it would wait for the lost response.
 */
function replaceable(client: pg.PoolClient): PostgresPoolClient {
  let lost: Error | undefined
  const query = async (text: string, values: unknown[]) => {
    if (lost) throw lost
    return client.query(text, values).catch((error: Error) => {
      if (error.message === 'Query read timeout') lost = error
      throw error
    })
  }
  // Cursors, the other form of a query, are not used.
  return { query: query as pg.PoolClient['query'], release: () => client.release(lost) }
}

function parserFor(oid: number, format?: 'text' | 'binary') {
  const { builtins, getTypeParser } = pg.types
  return oid === builtins.INT8 || oid === builtins.NUMERIC ? Number : getTypeParser(oid, format as 'text')
}
