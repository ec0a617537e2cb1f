import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

export type Engine = 'sqlite' | 'postgres'

const parameter = sql`${0}`

/** Returns the engine behind a database or transaction. Only PostgreSQL numbers the parameters of its statements. */
export const engineOf = (db: Kysely<Schema>): Engine => (parameter.compile(db).sql === '$1' ? 'postgres' : 'sqlite')
