import type { Engine } from '../engine.ts'

/** The types of columns, and the options of tables, in which the engines differ. */
export function columnTypes(engine: Engine) {
  const isSqlite = engine === 'sqlite'
  return {
    /** IDs are never used again, so that a link to a deleted row can't show another one. */
    id: isSqlite ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key',
    /** An ID of another row, or a sum that can exceed 31 bits. */
    key: isSqlite ? 'integer' : 'bigint',
    bytes: isSqlite ? 'blob' : 'bytea',
    real: isSqlite ? 'real' : 'double precision',
    /** Sorted by code point, as the lists are: the default of SQLite. */
    sorted: isSqlite ? 'text' : 'text collate "C"',
    /** How a generated column is kept. PostgreSQL can't index a virtual one. */
    kept: isSqlite ? 'virtual' : 'stored',
    end: isSqlite ? ' strict' : '',
    /** For a table whose primary key is most of the row. */
    endOfWide: isSqlite ? ' strict, without rowid' : '',
  }
}
