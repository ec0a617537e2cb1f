import type { Transaction } from 'kysely'
import { listIndexes } from '../baseline.ts'
import type { Engine } from '../engine.ts'
import type { Schema } from '../schema.ts'
import { addPageKeys } from './page-keys.ts'

/** A statement, or a function for what SQL can't express. */
export type Step = string | ((tx: Transaction<Schema>) => Promise<void>)

/** Returns the steps of a migration, in order. */
export type Migration = (engine: Engine) => Step[]

/**
 * The migrations that follow the baseline, in order: 001 makes version 1 of the schema. Never change a released one,
 * but add another at the end.
 */
export const migrations: readonly Migration[] = [boundJobs, addOutcomes, addStates, addPageKeys, addAnswers]

/** 001: the bytes that jobs store, and the processes that were killed while they worked on a URL. */
function boundJobs(engine: Engine): string[] {
  return [
    `alter table jobs add column bytes ${engine === 'sqlite' ? 'integer' : 'bigint'} not null default 0`,
    "delete from job_urls where state = 'cancelled'",
    `update jobs set bytes =
      (select coalesce(sum(300 + 4 * length(url)), 0) from job_urls where job_urls.job_id = jobs.id)`,
    'create index jobs_key on jobs (key_id, bytes)',
    'alter table job_urls add column kills integer not null default 0',
  ]
}

/** 002: the outcomes of a report's checks in brief. Null for older reports, until they are rescored. */
function addOutcomes(): string[] {
  return ['alter table reports add column outcomes text']
}

/**
 * 003: the indexability of pages whose content scripts add, and of URLs that redirect. The constraints get names, so
 * that SQLite can drop them when states are added again.
 */
function addStates(engine: Engine): string[] {
  const states = "in ('indexable', 'redirect', 'other_url', 'unlikely', 'blocked', 'unclear')"
  const columns = [
    ['pages', 'indexability'],
    ['reports', 'indexability'],
    ['reports', 'previous_indexability'],
  ] as const
  const unindexed = 'create index reports_latest_unindexed'
  const indexes = listIndexes.filter((statement) =>
    engine === 'sqlite' ? statement.includes('indexability') : statement.startsWith(unindexed),
  )
  return [
    ...indexes.map((statement) => `drop index ${/reports_\w+/.exec(statement)![0]}`),
    ...(engine === 'sqlite'
      ? withoutConstraints(columns)
      : columns.map(([table, column]) => `alter table ${table} drop constraint ${table}_${column}_check`)),
    ...columns.map(
      ([table, column]) => `alter table ${table} add constraint ${table}_${column}_states check (${column} ${states})`,
    ),
    ...indexes.filter((statement) => !statement.startsWith(unindexed)),
    `${unindexed} on reports (website_id, id, page_id, indexability, created_at) where latest = 1
      and previous_indexability in ('indexable', 'unclear') and indexability not in ('indexable', 'unclear')`,
  ]
}

/** 005: the answer of the URL itself. Null for older reports, until they are rescored. */
function addAnswers(): string[] {
  return ['alter table reports add column status integer', 'alter table reports add column redirect_statuses text']
}

/** SQLite can't drop a constraint without a name, so other columns replace those that have one. */
const withoutConstraints = (columns: readonly (readonly [table: string, column: string])[]) => [
  ...columns.map(([table, column]) => `alter table ${table} add column new_${column} text`),
  'update pages set new_indexability = indexability',
  'update reports set new_indexability = indexability, new_previous_indexability = previous_indexability',
  ...columns.flatMap(([table, column]) => [
    `alter table ${table} drop column ${column}`,
    `alter table ${table} rename column new_${column} to ${column}`,
  ]),
]
