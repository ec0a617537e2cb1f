import type { Engine } from '../engine.ts'

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
