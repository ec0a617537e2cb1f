import Database from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
} from 'kysely'

const { SqliteError } = Database

type Statement = Database.Statement<unknown[], unknown>

/** Runs statements on one open file, each prepared once. */
class Statements {
  #prepared = new Map<string, Statement>()
  readonly file: Database.Database

  constructor(file: Database.Database) {
    this.file = file
  }

  prepare(sql: string): Statement {
    const known = this.#prepared.get(sql)
    if (known) return known
    const statement = this.file.prepare<unknown[], unknown>(sql)
    if (this.#prepared.size >= 500) this.#prepared.delete(this.#prepared.keys().next().value as string)
    this.#prepared.set(sql, statement)
    return statement
  }

  run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const statement = this.prepare(sql)
    if (statement.reader) return { rows: statement.all(...parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }
}

/** Lets one transaction write at a time; the file itself orders those of other processes. */
class Turn {
  #last: Promise<void> = Promise.resolve()

  async take(): Promise<() => void> {
    const before = this.#last
    let done = () => {}
    this.#last = new Promise((resolve) => (done = resolve))
    await before
    return done
  }
}

const longestWait = 5000

/**
 * Tries again while another process writes, up to five seconds. The engine's own waiting would hold up everything else
 * that this process does meanwhile.
 */
async function whenFree<T>(write: () => T): Promise<T> {
  const deadline = Date.now() + longestWait
  for (let wait = 1; ; wait = Math.min(wait * 2, 32)) {
    try {
      return write()
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

const isBusy = (error: unknown) => error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY')

class Connection implements DatabaseConnection {
  endTurn: (() => void) | undefined
  readonly #driver: SqliteFileDriver

  constructor(driver: SqliteFileDriver) {
    this.#driver = driver
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { reader, writer, turn } = this.#driver
    if (this.endTurn) return writer.run(sql, parameters)
    if (reader.prepare(sql).readonly) return reader.run(sql, parameters)
    const endTurn = await turn.take()
    try {
      return await whenFree(() => writer.run<R>(sql, parameters))
    } finally {
      endTurn()
    }
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming is not supported')
  }
}

/**
 * Two handles on one file: reads outside a transaction never see one half done and never wait for it, and a transaction
 * takes the write lock when it begins, so that it cannot fail half way for another process's sake.
 */
class SqliteFileDriver implements Driver {
  readonly reader: Statements
  readonly writer: Statements
  readonly turn = new Turn()

  constructor(reader: Database.Database, writer: Database.Database) {
    this.reader = new Statements(reader)
    this.writer = new Statements(writer)
  }

  async init() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Connection(this)
  }

  async releaseConnection() {}

  async beginTransaction(connection: DatabaseConnection) {
    const own = connection as Connection
    const endTurn = await this.turn.take()
    try {
      await whenFree(() => this.writer.run('begin immediate', []))
      own.endTurn = endTurn
    } catch (error) {
      endTurn()
      throw error
    }
  }

  async commitTransaction(connection: DatabaseConnection) {
    this.writer.run('commit', [])
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
    const endTurn = await this.turn.take()
    this.reader.file.close()
    this.writer.file.close()
    endTurn()
  }

  #end(connection: Connection) {
    connection.endTurn?.()
    connection.endTurn = undefined
  }
}

class SqliteFileAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

export class SqliteFileDialect extends SqliteDialect {
  readonly #reader: Database.Database
  readonly #writer: Database.Database

  constructor(reader: Database.Database, writer: Database.Database) {
    super({ database: writer })
    this.#reader = reader
    this.#writer = writer
  }

  override createDriver() {
    return new SqliteFileDriver(this.#reader, this.#writer)
  }

  override createAdapter() {
    return new SqliteFileAdapter()
  }
}
