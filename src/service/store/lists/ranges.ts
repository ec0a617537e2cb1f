import { type RawBuilder, sql } from 'kysely'
import { readRange } from '#contract/lists/query-params.ts'

/** Selects rows with a value in a range. A missing value is in none. */
export function isInRange(alias: string, column: string, range: string): RawBuilder<boolean> {
  const { lowest, highest } = readRange(range)
  const value = sql.ref(`${alias}.${column}`)
  return highest === null ? sql`${value} >= ${lowest}` : sql`${value} between ${lowest} and ${highest}`
}

/** Selects pages that lost, or won, at least 5 clicks and a quarter. */
export function hasChange(alias: string, change: 'lost' | 'won'): RawBuilder<boolean> {
  const [clicks, before] = [sql.ref(`${alias}.clicks_change`), sql.ref(`${alias}.clicks_before`)]
  return change === 'lost'
    ? sql`(${clicks} <= -5 and ${clicks} * 4 <= -${before})`
    : sql`(${clicks} >= 5 and ${clicks} * 4 >= ${before})`
}
