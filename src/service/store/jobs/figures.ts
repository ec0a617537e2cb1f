import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { databaseTime } from './counts.ts'

const states = ['queued', 'running', 'paused'] as const

/** What waits and runs, over all processes. The age is that of the oldest job with a URL that could be analysed. */
export async function jobFigures(db: Kysely<Schema>) {
  const rows = await db
    .selectFrom('jobs')
    .select(['state', sql<number>`count(*)`.as('jobs')])
    .select([sql<number>`sum(queued)`.as('queued'), sql<number>`sum(running)`.as('running')])
    .select(sql<string | null>`min(case when queued > 0 then created_at end)`.as('oldest'))
    .where(sql<boolean>`state in ('queued', 'running', 'paused')`)
    .groupBy('state')
    .execute()
  const { alerts } = await db
    .selectFrom('alerts')
    .select(sql<number>`count(*)`.as('alerts'))
    .where(sql<boolean>`(mail = 'pending' or webhook = 'pending')`)
    .executeTakeFirstOrThrow()
  const oldest = rows.flatMap(({ state, oldest: at }) => (state === 'paused' || at === null ? [] : [Date.parse(at)]))
  const sum = (name: 'queued' | 'running') => rows.reduce((total, row) => total + Number(row[name]), 0)
  return {
    jobs: Object.fromEntries(states.map((state) => [state, rows.find((row) => row.state === state)?.jobs ?? 0])),
    urls: { queued: sum('queued'), running: sum('running') },
    ageSeconds: oldest.length === 0 ? 0 : Math.max(0, ((await databaseTime(db)) - Math.min(...oldest)) / 1000),
    alerts,
  }
}
