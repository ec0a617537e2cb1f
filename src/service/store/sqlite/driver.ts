import type Database from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
} from 'kysely'
import { isBusy } from './data-files.ts'
import type { SqliteHandles } from './file.ts'

type Statement = Database.Statement<unknown[], unknown>

/** Safety limit for the cache of prepared statements, in characters. Those of many rows take the most memory. */
const maxPreparedLength = 500_000

/** Runs statements on one open file. Each is prepared once. */
class Statements {
  #prepared = new Map<string, Statement>()
  #length = 0
  readonly file: Database.Database

  constructor(file: Database.Database) {
    this.file = file
  }

  prepare(sql: string): Statement {
    const statement = this.#prepared.get(sql) ?? this.file.prepare<unknown[], unknown>(sql)
    // The one that was used last comes last.
    if (!this.#prepared.delete(sql)) this.#length += sql.length
    this.#prepared.set(sql, statement)
    for (const oldest of this.#prepared.keys()) {
      if (this.#length <= maxPreparedLength) break
      this.#prepared.delete(oldest)
      this.#length -= oldest.length
    }
    return statement
  }

  run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    // `run` takes a single step, which would free a single page.
    if (sql.startsWith('pragma incremental_vacuum')) {
      this.file.exec(sql)
      return { rows: [] }
    }
    const statement = this.prepare(sql)
    if (statement.reader) return { rows: statement.all(...parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }
}

/** Lets one transaction of this process write at a time. The file's lock orders those of other processes. */
class WriteLock {
  #last: Promise<void> = Promise.resolve()

  /** Waits for the lock. Returns the function that releases it. */
  async take(): Promise<() => void> {
    const before = this.#last
    let release = () => {}
    this.#last = new Promise((resolve) => (release = resolve))
    await before
    return release
  }
}

/** In milliseconds. */
const maxWaitMs = 5000

/**
 * Retries while another process writes, for up to five seconds. The engine's own waiting would block everything else
 * that this process does.
 */
async function retryWhileBusy<T>(write: () => T): Promise<T> {
  const deadline = performance.now() + maxWaitMs
  for (let wait = 1; ; wait = Math.min(wait * 2, 32)) {
    try {
      return write()
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

class Connection implements DatabaseConnection {
  /** Set during a transaction, which holds the write lock. */
  releaseWriteLock: (() => void) | undefined
  readonly #driver: SqliteFileDriver

  constructor(driver: SqliteFileDriver) {
    this.#driver = driver
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { reader, writer, writeLock } = this.#driver
    if (this.releaseWriteLock) return writer.run(sql, parameters)
    if (reader.prepare(sql).readonly) return reader.run(sql, parameters)
    const release = await writeLock.take()
    try {
      return await retryWhileBusy(() => writer.run<R>(sql, parameters))
    } finally {
      release()
    }
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error("streaming isn't supported")
  }
}

/**
 * Uses two handles on one file: reads outside a transaction never see half of one and never wait for it. A transaction
 * takes the file's write lock when it begins, so that it cannot fail halfway because another process writes.
 */
class SqliteFileDriver implements Driver {
  readonly reader: Statements
  readonly writer: Statements
  readonly writeLock = new WriteLock()

  readonly #unlock: () => void

  constructor({ reader, writer, unlock }: SqliteHandles) {
    this.reader = new Statements(reader)
    this.writer = new Statements(writer)
    this.#unlock = unlock
  }

  async init() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Connection(this)
  }

  async releaseConnection() {}

  async beginTransaction(connection: DatabaseConnection) {
    const own = connection as Connection
    const release = await this.writeLock.take()
    try {
      await retryWhileBusy(() => this.writer.run('begin immediate', []))
      own.releaseWriteLock = release
    } catch (error) {
      release()
      throw error
    }
  }

  async commitTransaction(connection: DatabaseConnection) {
    // Runs through the connection, so that its failure is logged like that of any query.
    await connection.executeQuery(CompiledQuery.raw('commit'))
    this.#end(connection as Connection)
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    try {
      if (this.writer.file.inTransaction) this.writer.run('rollback', [])
    } finally {
      this.#end(connection as Connection)
    }
  }

  async destroy() {
    const release = await this.writeLock.take()
    this.reader.file.close()
    this.writer.file.close()
    this.#unlock()
    release()
  }

  #end(connection: Connection) {
    connection.releaseWriteLock?.()
    connection.releaseWriteLock = undefined
  }
}

class SqliteFileAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

export class SqliteFileDialect extends SqliteDialect {
  readonly #handles: SqliteHandles

  constructor(handles: SqliteHandles) {
    super({ database: handles.writer })
    this.#handles = handles
  }

  override createDriver() {
    return new SqliteFileDriver(this.#handles)
  }

  override createAdapter() {
    return new SqliteFileAdapter()
  }
}
