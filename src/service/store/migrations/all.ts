import type { Engine } from '../engine.ts'

/** Returns the statements of a migration, in order. */
export type Migration = (engine: Engine) => string[]

/**
 * The migrations that follow the baseline, in order: 001 makes version 1 of the schema. Never change a released one,
 * but add another at the end.
 */
export const migrations: readonly Migration[] = [boundJobs, addOutcomes]

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
