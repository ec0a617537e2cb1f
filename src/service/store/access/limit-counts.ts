import { type Kysely, sql, type Transaction } from 'kysely'
import { engineOf, locks } from '../engine.ts'
import type { Schema } from '../schema.ts'

/** Used on PostgreSQL only. Times are in milliseconds since 1970, by the clock of the database. */
export type LimitCountsTable = { name: string; count: number; since: number; retry_at: number | null }

/** In milliseconds. By the database's clock, which all processes share. */
const nowMs = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`

/**
 * Counts an event in the current window of a name, which starts when the name is first counted. A window that seems to
 * start a whole window from now is from before the clock was set back, and is replaced.
 */
export async function countInWindow(
  db: Kysely<Schema>,
  name: string,
  windowMs: number,
): Promise<{ count: number; msLeft: number }> {
  const isCurrent = sql`abs(limit_counts.since - excluded.since) < ${windowMs}::float8`
  const { rows } = await sql<{ count: number; msLeft: number }>`
    insert into limit_counts (name, count, since) values (${name}, 1, ${nowMs})
    on conflict (name) do update set
      count = case when ${isCurrent} then limit_counts.count + 1 else 1 end,
      since = case when ${isCurrent} then limit_counts.since else excluded.since end
    returning count, since + ${windowMs}::float8 - ${nowMs} as "msLeft"`.execute(db)
  return rows[0] as { count: number; msLeft: number }
}

export type LimitCount = { name: string; count: number; since: number; retryAt: number | null }

/** In milliseconds. Shorter than for other statements, because the request waits no longer. */
const maxChangeMs = 5_000

/**
 * Reads counts and replaces them by the result of `change`. Of changes with the same `lock`, one runs at a time.
 * @param change receives the stored counts by name, and the time in milliseconds
 */
export const changeLimitCounts = <Result>(
  db: Kysely<Schema>,
  lock: string,
  names: string[],
  change: (counts: Map<string, LimitCount>, time: number) => { counts: LimitCount[]; result: Result },
): Promise<Result> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(maxChangeMs)}`.execute(tx)
    await sql`select pg_advisory_xact_lock(${locks.limits}, hashtext(${lock}))`.execute(tx)
    const { rows } = await sql<{ now: number } & { [Field in keyof LimitCount]: LimitCount[Field] | null }>`
      select ${nowMs} as now, l.name, l.count, l.since, l.retry_at as "retryAt"
      from (select 1) as one left join limit_counts as l on l.name in (${sql.join(names)})`.execute(tx)
    const time = rows[0]?.now ?? 0
    const known = new Map<string, LimitCount>()
    for (const { name, count, since, retryAt } of rows)
      if (name !== null && count !== null && since !== null) known.set(name, { name, count, since, retryAt })
    const { counts, result } = change(known, time)
    if (counts.length > 0) await storeCounts(tx, counts)
    return result
  })

const storeCounts = (tx: Transaction<Schema>, counts: LimitCount[]) =>
  tx
    .insertInto('limit_counts')
    .values(counts.map(({ retryAt, ...count }) => ({ ...count, retry_at: retryAt })))
    .onConflict((c) =>
      c.column('name').doUpdateSet((eb) => ({
        count: eb.ref('excluded.count'),
        since: eb.ref('excluded.since'),
        retry_at: eb.ref('excluded.retry_at'),
      })),
    )
    .execute()

/** Time in milliseconds after which no count matters: the longest delay of a password, and the time to use its end. */
const lifetimeMs = 30 * 60_000

/** Deletes up to `batch` counts that no longer matter. Returns the number deleted. */
export async function purgeCounts(db: Kysely<Schema>, batch = 5_000): Promise<number> {
  if (engineOf(db) === 'sqlite') return 0
  const old = db
    .selectFrom('limit_counts')
    .select('name')
    .where('since', '<', sql<number>`${nowMs} - ${lifetimeMs}::float8`)
    .where((eb) =>
      eb.or([eb('retry_at', 'is', null), eb('retry_at', '<', sql<number>`${nowMs} - ${lifetimeMs}::float8`)]),
    )
    .limit(batch)
  return Number((await db.deleteFrom('limit_counts').where('name', 'in', old).executeTakeFirst()).numDeletedRows)
}
