import { type GeneratedAlways, type Kysely, sql, type Transaction } from 'kysely'
import {
  type AuditAction,
  type AuditActorKind,
  auditDays,
  type AuditFilter,
  type AuditObjectKind,
  type AuditQuery,
} from '#contract/access/audit.ts'
import { dayMs } from '#contract/format/dates.ts'
import { batchesOf } from '../engine.ts'
import { and, type ListResult, maxCounted } from '../lists/list.ts'
import { everyRow, type Scope } from '../lists/scope.ts'
import { eachRow, type WholeList } from '../lists/whole-list.ts'
import { restorableSince, restorableUntil } from '../reports/deleted-reports.ts'
import type { Schema } from '../schema.ts'
import { isPersonAuthor } from './people.ts'
import { isVisibleEvent } from './visible.ts'

export type AuditTable = {
  id: GeneratedAlways<number>
  at: string
  /** A key's ID, `person:ID`, `visitor` or `command`. */
  actor: string
  actor_name: string | null
  action: string
  object_kind: string | null
  object_id: string | null
  object_name: string | null
  detail: string | null
}

export type AuditActor = { kind: AuditActorKind; id: string | null; name: string | null }

/** The object's name at the time of the event. */
export type AuditEvent = {
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

/** Returns the person or the key with whose name something was done. */
export const actorOfAuthor = ({
  author_id: id,
  author_name: name,
}: {
  author_id: string
  author_name: string | null
}) => ({ kind: isPersonAuthor(id) ? 'person' : 'key', id, name }) as const satisfies AuditActor

/** Longer texts are cut. */
const maxText = 300

/** Names are untrusted: removes characters that a database rejects and cuts long texts. */
function storable(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null
  const plain = text.slice(0, maxText).toWellFormed().replaceAll('\0', '')
  return text.length > maxText ? `${plain}…` : plain
}

export async function insertAuditEvent(
  db: Kysely<Schema>,
  actor: AuditActor,
  { action, object, detail }: AuditEvent,
  at = new Date().toISOString(),
): Promise<number> {
  const row = {
    at,
    actor: actor.id ?? actor.kind,
    actor_name: storable(actor.name),
    action,
    object_kind: object?.kind ?? null,
    object_id: object ? String(object.id) : null,
    object_name: storable(object?.name),
    detail: storable(detail),
  }
  return (await db.insertInto('audit').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** In milliseconds. Renames of a key in this time are one entry. */
const renameMs = 60_000

/** Records the new name of a key. Renames within a minute are one entry, which has the names before. */
export async function recordRename(
  tx: Transaction<Schema>,
  { id, name }: { id: string; name: string },
  newName: string,
  at: Date,
): Promise<void> {
  const entry = await tx
    .selectFrom('audit')
    .select(['id', 'detail'])
    .where('actor', '=', id)
    .where('action', '=', 'key_renamed')
    .where('at', '>', new Date(at.getTime() - renameMs).toISOString())
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (entry) {
    const change = { object_name: storable(newName), detail: storable(`${entry.detail}, then “${name}”`) }
    await tx.updateTable('audit').set(change).where('id', '=', entry.id).execute()
    return
  }
  const event = { action: 'key_renamed', object: { kind: 'key', id, name: newName }, detail: `was “${name}”` } as const
  await insertAuditEvent(tx, { kind: 'key', id, name }, event, at.toISOString())
}

/** Returns a page of events, newest first. Counts end at 10,000. */
export async function listAudit(
  db: Kysely<Schema>,
  query: AuditQuery,
  scope: Scope = everyRow,
): Promise<ListResult<AuditRecord>> {
  const { page, per_page } = query
  const counted = selected(db, query, scope)
    .select('audit.id')
    .limit(maxCounted + 1)
    .as('counted')
  const { count } = await db
    .selectFrom(counted)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  const offset = (page - 1) * per_page
  const rows =
    offset < count || count > maxCounted
      ? await ordered(selected(db, query, scope))
          .limit(per_page + 1)
          .offset(offset)
          .execute()
      : []
  return {
    rows: rows.slice(0, per_page).map(toRecord),
    total: Math.min(count, maxCounted),
    totalRelation: count > maxCounted ? 'gte' : 'eq',
    hasNext: rows.length > per_page,
  }
}

const batchSize = 500

/** Returns all events as of one moment, for an export. */
export async function allAudit(
  db: Kysely<Schema>,
  filter: AuditFilter,
  scope: Scope,
  signal: AbortSignal,
): Promise<WholeList<AuditRecord>> {
  const ids: number[] = []
  const inOrder = selected(db, filter, scope).select('audit.id').orderBy('audit.at', 'desc').orderBy('audit.id', 'desc')
  await eachRow(db, inOrder.compile(), ({ id }) => ids.push(id), signal)
  async function* batches() {
    for (const batch of batchesOf(ids, batchSize)) {
      const wanted = db
        .selectFrom('audit')
        .where('audit.id', 'in', batch)
        .where(and(isVisibleEvent(scope)))
      yield (await ordered(wanted).execute()).map(toRecord)
    }
  }
  return { total: ids.length, batches }
}

/** Deletes up to `batch` events that are past their retention period. Returns the number deleted. */
export async function purgeAudit(db: Kysely<Schema>, now = Date.now(), batch = 500): Promise<number> {
  const before = new Date(now - auditDays * dayMs).toISOString()
  const old = db.selectFrom('audit').select('id').where('at', '<', before).orderBy('at').orderBy('id').limit(batch)
  return Number((await db.deleteFrom('audit').where('id', 'in', old).executeTakeFirst()).numDeletedRows)
}

function selected(db: Kysely<Schema>, { action, actor, from, to }: AuditFilter, scope: Scope) {
  let rows = db.selectFrom('audit').where(and(isVisibleEvent(scope)))
  if (actor !== null) rows = rows.where('audit.actor', '=', actor)
  if (action !== null) rows = rows.where('audit.action', '=', action)
  if (from !== null) rows = rows.where('audit.at', '>=', from)
  // Times continue the date with a "T", which sorts before "U".
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
  const isNamed = actor !== 'visitor' && actor !== 'command'
  return {
    id,
    at,
    actor: isNamed
      ? actorOfAuthor({ author_id: actor, author_name: actor_name })
      : { kind: actor, id: null, name: actor_name },
    action,
    object: object_kind === null || object_id === null ? null : { kind: object_kind, id: object_id, name: object_name },
    detail,
  }
}

/** What can still be restored of a deletion, by the entries about deletions. */
export async function findRestorable(
  db: Kysely<Schema>,
  entries: readonly AuditRecord[],
): Promise<Map<number, { ids: number[]; until: string }>> {
  const of = (actions: AuditAction[]) => entries.filter(({ action }) => (actions as string[]).includes(action))
  const ofReports = of(['report_deleted', 'reports_deleted'])
  const ofWebsites = of(['website_deleted'])
  if (ofReports.length + ofWebsites.length === 0) return new Map()
  const since = await restorableSince(db)
  const reports = db
    .selectFrom('deleted_reports as d')
    .innerJoin('websites as w', 'w.id', 'd.website_id')
    .select(['d.id', 'd.audit_id', 'd.deleted_at'])
    .where('d.restorable', 'is not', null)
    .where('d.deleted_at', '>', since)
    .where('w.deleted_at', 'is', null)
    .orderBy('d.id')
  const websites = db
    .selectFrom('websites')
    .select(['id', 'deleted_at'])
    .where('restorable', '=', 1)
    .where('deleted_at', '>', since)
    .$narrowType<{ deleted_at: string }>()
  const byEntry = Map.groupBy(await reports.execute(), (report) => report.audit_id)
  const byId = new Map((await websites.execute()).map((website) => [String(website.id), [website]]))
  const deletions = [
    ...ofReports.map(({ id }) => [id, byEntry.get(id)] as const),
    ...ofWebsites.map(({ id, object }) => [id, byId.get(object?.id ?? '')] as const),
  ]
  return new Map(
    deletions.flatMap(([entry, rows]) => {
      const first = rows?.[0]
      if (!rows || !first) return []
      return [[entry, { ids: rows.map(({ id }) => id), until: restorableUntil(first.deleted_at) }]]
    }),
  )
}
