import type { Engine } from '../engine.ts'

/** Returns the types of columns, and the options of tables, in which the engines differ. */
export function columnTypes(engine: Engine) {
  const isSqlite = engine === 'sqlite'
  return {
    /** IDs are never used again, so that a link to a deleted row can't show another one. */
    id: isSqlite ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key',
    /** An ID of another row, the number of a URL, or a sum that can exceed 31 bits. */
    key: isSqlite ? 'integer' : 'bigint',
    bytes: isSqlite ? 'blob' : 'bytea',
    real: isSqlite ? 'real' : 'double precision',
    /** Sorted by code point, as the lists are: the default of SQLite. */
    sorted: isSqlite ? 'text' : 'text collate "C"',
    /** PostgreSQL can't index a virtual generated column. */
    kept: isSqlite ? 'virtual' : 'stored',
    end: isSqlite ? ' strict' : '',
    /** Suits a table whose primary key is most of the row. */
    endOfWide: isSqlite ? ' strict, without rowid' : '',
  }
}

const states = "in ('indexable', 'redirect', 'other_url', 'unlikely', 'blocked', 'unclear')"

/**
 * Limits a column to the states of indexability. Only a constraint with a name can be dropped when states are added.
 */
export const hasState = (table: string, column: string) =>
  `constraint ${table}_${column}_states check (${column} ${states})`

/** Indexes a column by trigrams, so that any part of it can be found. Empty texts are left out on SQLite. */
export function searchTable(engine: Engine, name: string, table: string, column: string): string[] {
  if (engine === 'postgres') return [`create index ${name} on ${table} using gin (${column} gin_trgm_ops)`]
  const add = `insert into ${name} (rowid, ${column}) select new.id, new.${column} where new.${column} <> '';`
  const remove = `insert into ${name} (${name}, rowid, ${column}) select 'delete', old.id, old.${column} where old.${column} <> '';`
  return [
    `create virtual table ${name} using fts5(
      ${column}, content = '${table}', content_rowid = 'id', columnsize = 0, tokenize = 'trigram case_sensitive 1')`,
    `create trigger ${name}_insert after insert on ${table} begin ${add} end`,
    `create trigger ${name}_delete after delete on ${table} begin ${remove} end`,
    `create trigger ${name}_update after update of ${column} on ${table} begin ${remove} ${add} end`,
  ]
}
