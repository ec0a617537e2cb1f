import type { Engine } from '../engine.ts'

/** Share links through which visitors can check the page again. */
export function linkChecks(engine: Engine): string[] {
  const key = engine === 'sqlite' ? 'integer' : 'bigint'
  return [
    'alter table links add column can_check integer not null default 0',
    'alter table links add column last_check_at text',
    'alter table links add column checks_that_day integer not null default 0',
    `alter table links add column checked_report_id ${key}`,
  ]
}
