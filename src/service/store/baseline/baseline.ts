import type { Engine } from '../engine.ts'
import { accessTables } from './access.ts'
import { jobTables } from './jobs.ts'
import { pageTables } from './pages.ts'
import { reportTables } from './reports.ts'
import { viewTables } from './views.ts'
import { websiteTables } from './websites.ts'

/** Returns the statements that make the tables and indexes of the first release. To change them, add a migration. */
export const baseline = (engine: Engine): string[] => [
  `create table meta (name text primary key, value text not null)${engine === 'sqlite' ? ' strict' : ''}`,
  ...(engine === 'postgres' ? ['create extension if not exists pg_trgm'] : []),
  ...accessTables(engine),
  ...websiteTables(engine),
  ...pageTables(engine),
  ...reportTables(engine),
  ...viewTables(engine),
  ...jobTables(engine),
]
