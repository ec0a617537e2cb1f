import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import { openJobStates } from '#contract/jobs/job.ts'
import type { RunFilter, RunListQuery, RunStateFilter, RunWithoutJob } from '#contract/jobs/runs.ts'
import { isVisible } from '../access/visible.ts'
import { databaseNow } from '../engine.ts'
import { countedPage } from '../lists/list-page.ts'
import { and, type ListResult, maxCounted } from '../lists/list.ts'
import { everyRow, type Scope } from '../lists/scope.ts'
import type { Schema } from '../schema.ts'
import { type JobRecord, type NewJob, selectRuns, toRecord } from './jobs.ts'

/** Stores the run of a schedule that started no job. */
export async function insertRunWithoutJob(
  tx: Transaction<Schema>,
  {
    kind,
    label,
    url,
    schedule_id,
    domain,
    author_id,
    author_name,
  }: Omit<NewJob, 'urls' | 'crawl'> & { domain: string | null },
  outcome: RunWithoutJob,
): Promise<void> {
  const now = await databaseNow(tx)
  const run = { kind, label, url, schedule_id, domain, author_id, author_name, options: null, error: null, outcome }
  const times = { created_at: now, updated_at: now, finished_at: now }
  await tx
    .insertInto('jobs')
    .values({ ...run, ...times, state: 'done' })
    .execute()
}

/** Returns a page of jobs, newest first. */
export async function listJobs(
  db: Kysely<Schema>,
  { client = null, page, per_page }: { client?: number | null; page: number; per_page: number },
  scope: Scope = everyRow,
): Promise<ListResult<JobRecord>> {
  const isShown = and([...isVisible(scope, 'jobs', 'j'), ...(client === null ? [] : [isOfOneOfClient(client)])])
  const { total } = await db
    .selectFrom('jobs as j')
    .select(sql<number>`count(*)`.as('total'))
    .where('j.outcome', 'is', null)
    .where(isShown)
    .executeTakeFirstOrThrow()
  return countedPage(
    selectRuns(db).where('j.outcome', 'is', null).where(isShown).orderBy('j.id', 'desc'),
    { total, page, per_page },
    toRecord,
  )
}

/** Selects jobs whose URLs all belong to one website of a client. */
export const isOfOneOfClient = (client: number) =>
  sql<boolean>`j.domain in (select domain from websites where client_id = ${client} and deleted_at is null)`

/** Returns a page of jobs and runs without one, newest first. Counts end at 10,000. */
export async function listRuns(
  db: Kysely<Schema>,
  query: RunListQuery,
  scope: Scope = everyRow,
): Promise<ListResult<JobRecord>> {
  const { page, per_page } = query
  const rows = matching(db.selectFrom('jobs as j'), query).where(and(isVisible(scope, 'jobs', 'j')))
  const counted = rows
    .select('j.id')
    .limit(maxCounted + 1)
    .as('counted')
  const { count } = await db
    .selectFrom(counted)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  const offset = (page - 1) * per_page
  // Only the IDs of a page are joined: those before it are skipped in an index.
  const ids =
    offset < count || count > maxCounted
      ? await rows
          .select('j.id')
          .orderBy('j.created_at', 'desc')
          .orderBy('j.id', 'desc')
          .limit(per_page + 1)
          .offset(offset)
          .execute()
      : []
  const shown = ids.slice(0, per_page).map(({ id }) => id)
  const found = shown.length === 0 ? [] : await selectRuns(db).where('j.id', 'in', shown).execute()
  const byId = new Map(found.map((row) => [row.id, toRecord(row)]))
  return {
    rows: shown.flatMap((id) => byId.get(id) ?? []),
    total: Math.min(count, maxCounted),
    totalRelation: count > maxCounted ? 'gte' : 'eq',
    hasNext: ids.length > per_page,
  }
}

type Runs = SelectQueryBuilder<{ j: Schema['jobs'] } & Schema, 'j', object>

/** Reads nothing but entries of an index. */
function matching(runs: Runs, { state, kind, website_id, client, from, to }: RunFilter): Runs {
  let rows = state === null ? runs : inState(runs, state)
  if (kind === 'schedule') rows = rows.where('j.schedule_id', 'is not', null)
  else if (kind !== null) rows = rows.where('j.kind', '=', kind)
  if (website_id !== null)
    rows = rows.where('j.domain', '=', ({ selectFrom }) =>
      selectFrom('websites').select('domain').where('id', '=', website_id).where('deleted_at', 'is', null),
    )
  if (client !== null) rows = rows.where(isOfOneOfClient(client))
  if (from !== null) rows = rows.where('j.created_at', '>=', from)
  // Times continue the date with a "T", which sorts before "U".
  return to === null ? rows : rows.where('j.created_at', '<', `${to}U`)
}

function inState(runs: Runs, state: RunStateFilter): Runs {
  if (state === 'open') return runs.where('j.state', 'in', openJobStates)
  if (state === 'skipped' || state === 'empty' || state === 'not_allowed') return runs.where('j.outcome', '=', state)
  return runs.where('j.state', '=', state).where('j.outcome', 'is', null)
}
