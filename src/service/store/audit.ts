import { type Kysely, sql } from 'kysely'
import {
  type AuditAction,
  type AuditActorKind,
  type AuditFilter,
  type AuditObjectKind,
  type AuditQuery,
  auditDays,
} from '#contract/audit.ts'
import { eachRow } from './each-row.ts'
import type { ListResult } from './list-result.ts'
import type { Schema } from './schema.ts'
import { countedMatches } from './search-walk.ts'
import type { WholeList } from './whole-list.ts'

export type AuditActor = { kind: AuditActorKind; id: string | null; name: string | null }

/** What was done: the object's name is kept as it is at that moment. */
export type Deed = {
  action: AuditAction
  object?: { kind: AuditObjectKind; id: number | string; name?: string | null }
  detail?: string
}

export type AuditRecord = {
  id: number
  at: string
  actor: AuditActor
  action: string
  object: { kind: string; id: string; name: string | null } | null
  detail: string | null
}

export const byCommand: AuditActor = { kind: 'command', id: null, name: null }

const longestText = 300

/** Names come from pages and people: what a database refuses is left out, what is long is cut. */
function kept(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null
  const plain = text.slice(0, longestText).toWellFormed().replaceAll('\0', '')
  return text.length > longestText ? `${plain}…` : plain
}

export async function insertAuditEvent(
  db: Kysely<Schema>,
  actor: AuditActor,
  { action, object, detail }: Deed,
  at = new Date().toISOString(),
): Promise<void> {
  const row = {
    at,
    actor: actor.kind === 'key' ? (actor.id ?? '') : actor.kind,
    actor_name: kept(actor.name),
    action,
    object_kind: object?.kind ?? null,
    object_id: object ? String(object.id) : null,
    object_name: kept(object?.name),
    detail: kept(detail),
  }
  await db.insertInto('audit').values(row).execute()
}

/** The newest first. More than are counted are not counted further. */
export async function listAudit(db: Kysely<Schema>, query: AuditQuery): Promise<ListResult<AuditRecord>> {
  const { page, per_page } = query
  const most = selected(db, query)
    .select('audit.id')
    .limit(countedMatches + 1)
    .as('counted')
  const { count } = await db
    .selectFrom(most)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  const offset = (page - 1) * per_page
  const rows =
    offset < count || count > countedMatches
      ? await ordered(selected(db, query))
          .limit(per_page + 1)
          .offset(offset)
          .execute()
      : []
  return {
    rows: rows.slice(0, per_page).map(toRecord),
    total: Math.min(count, countedMatches),
    totalRelation: count > countedMatches ? 'gte' : 'eq',
    hasNext: rows.length > per_page,
  }
}

const batchSize = 500

/** All of them, as they are at one moment. */
export async function allAudit(
  db: Kysely<Schema>,
  filter: AuditFilter,
  signal: AbortSignal,
): Promise<WholeList<AuditRecord>> {
  const ids: number[] = []
  const inOrder = selected(db, filter).select('audit.id').orderBy('audit.at', 'desc').orderBy('audit.id', 'desc')
  await eachRow(db, inOrder, ({ id }) => ids.push(id), signal)
  async function* batches() {
    for (let from = 0; from < ids.length; from += batchSize) {
      const wanted = db.selectFrom('audit').where('audit.id', 'in', ids.slice(from, from + batchSize))
      yield (await ordered(wanted).execute()).map(toRecord)
    }
  }
  return { total: ids.length, batches }
}

/** Forgets up to `batch` notes that are older than they are kept; returns how many went. */
export async function purgeAudit(db: Kysely<Schema>, now = Date.now(), batch = 500): Promise<number> {
  const before = new Date(now - auditDays * 86_400_000).toISOString()
  const old = db.selectFrom('audit').select('id').where('at', '<', before).orderBy('at').orderBy('id').limit(batch)
  return Number((await db.deleteFrom('audit').where('id', 'in', old).executeTakeFirst()).numDeletedRows)
}

function selected(db: Kysely<Schema>, { action, actor, from, to }: AuditFilter) {
  let rows = db.selectFrom('audit')
  if (actor !== null) rows = rows.where('audit.actor', '=', actor)
  if (action !== null) rows = rows.where('audit.action', '=', action)
  if (from !== null) rows = rows.where('audit.at', '>=', from)
  // Times continue the day with a T, which "U" comes after.
  return to === null ? rows : rows.where('audit.at', '<', `${to}U`)
}

const ordered = (rows: ReturnType<typeof selected>) =>
  rows.selectAll('audit').orderBy('audit.at', 'desc').orderBy('audit.id', 'desc')

type Row = Awaited<ReturnType<ReturnType<typeof ordered>['execute']>>[number]

function toRecord({
  id,
  at,
  actor,
  actor_name,
  action,
  object_kind,
  object_id,
  object_name,
  detail,
}: Row): AuditRecord {
  const isKey = actor !== 'visitor' && actor !== 'command'
  return {
    id,
    at,
    actor: isKey ? { kind: 'key', id: actor, name: actor_name } : { kind: actor, id: null, name: actor_name },
    action,
    object: object_kind === null || object_id === null ? null : { kind: object_kind, id: object_id, name: object_name },
    detail,
  }
}
