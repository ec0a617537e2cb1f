import {
  type Generated,
  type GeneratedAlways,
  type InferResult,
  type Insertable,
  type Kysely,
  type Selectable,
  sql,
} from 'kysely'
import { dayMs } from '#contract/format/dates.ts'
import type { ViewList } from '#contract/lists/views.ts'
import {
  type LinkKind,
  type LinkLayout,
  type LinkMode,
  type LinkListQuery,
  maxVisits,
  visitDays,
  shownVisits,
} from '#contract/sharing/links.ts'
import { isVisible } from '../access/visible.ts'
import { countedPage } from '../lists/list-page.ts'
import { and, type ListResult } from '../lists/list.ts'
import { everyRow, type Scope } from '../lists/scope.ts'
import { pack, unpack } from '../reports/report-payloads.ts'
import type { Schema } from '../schema.ts'

export type LinksTable = {
  id: GeneratedAlways<number>
  token_hash: string
  kind: LinkKind
  mode: LinkMode
  label: string
  report_id: number | null
  website_id: number | null
  list: ViewList | null
  query: string | null
  title: string
  password_hash: string | null
  snapshot_at: string | null
  created_by: string
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  visits_count: Generated<number>
  last_visit_at: string | null
  /** The presented report, or the client report, as packed JSON. */
  snapshot: Buffer | null
  layout: Generated<LinkLayout>
  /** The earlier report that a client report compares with. Null: the one before. */
  compare_id: Generated<number | null>
  /** 1 if visitors can check the page again. */
  can_check: Generated<0 | 1>
  last_check_at: Generated<string | null>
  /** The number on the day of the last check, in UTC. */
  checks_that_day: Generated<number>
  /** The report of the last check. */
  checked_report_id: Generated<number | null>
  /** 1 if it shows no more than the grants that its maker had. */
  is_limited: Generated<0 | 1>
  /** The person who made it. Null: a service key. */
  person_id: Generated<number | null>
  /** 1 if visitors see Google's clicks. */
  shows_clicks: Generated<0 | 1>
}

export type LinkVisitsTable = { id: GeneratedAlways<number>; link_id: number; visited_at: string; client: string }

export type NewLink = Omit<Insertable<LinksTable>, 'snapshot' | 'snapshot_at'> & {
  /** The content of a snapshot, as of `created_at`; null for a live link. */
  snapshot: object | null
}

/** A deleted website ends every link to it. A deleted report ends its live links only. */
const isTargetDeleted = sql<0 | 1>`case
  when l.website_id is not null and not exists (select 1 from websites as w where w.id = l.website_id and w.deleted_at is null) then 1
  when l.report_id is not null and l.mode = 'live' and not exists (select 1 from reports as r where r.id = l.report_id) then 1
  else 0 end`.as('is_target_deleted')

// The content of a snapshot is large, so it is read only when it is shown.
const columns = [
  'l.id',
  'l.kind',
  'l.mode',
  'l.layout',
  'l.compare_id',
  'l.label',
  'l.report_id',
  'l.website_id',
  'l.list',
  'l.query',
  'l.title',
  'l.password_hash',
  'l.snapshot_at',
  'l.created_by',
  'l.created_at',
  'l.expires_at',
  'l.revoked_at',
  'l.visits_count',
  'l.last_visit_at',
  'l.can_check',
  'l.shows_clicks',
  'l.is_limited',
  'l.person_id',
] as const

const links = (db: Kysely<Schema>) => db.selectFrom('links as l').select(columns).select(isTargetDeleted)

export type LinkRecord = InferResult<ReturnType<typeof links>>[number]

/** Returns a link, even if it no longer works. */
export async function findLink(
  db: Kysely<Schema>,
  by: { token_hash: string } | { id: number },
): Promise<LinkRecord | undefined> {
  const one = 'id' in by ? links(db).where('l.id', '=', by.id) : links(db).where('l.token_hash', '=', by.token_hash)
  return one.executeTakeFirst()
}

/** Returns a page of links, newest first. */
export async function listLinks(
  db: Kysely<Schema>,
  { website_id, person_id, page, per_page }: Omit<LinkListQuery, 'per_page'> & { per_page: number },
  scope: Scope = everyRow,
): Promise<ListResult<LinkRecord>> {
  const isListed = and([
    ...(website_id === null ? [] : [sql<boolean>`l.website_id = ${website_id}`]),
    ...(person_id === null ? [] : [sql<boolean>`l.person_id = ${person_id}`]),
    ...isVisible(scope, 'links', 'l'),
  ])
  const counted = db.selectFrom('links as l').select(sql<number>`count(*)`.as('total'))
  const { total } = await counted.where(isListed).executeTakeFirstOrThrow()
  return countedPage(links(db).where(isListed).orderBy('l.id', 'desc'), { total, page, per_page }, (link) => link)
}

export async function insertLink(db: Kysely<Schema>, { snapshot, ...link }: NewLink): Promise<LinkRecord> {
  const snapshot_at = snapshot ? link.created_at : null
  const row = { ...link, snapshot_at, snapshot: snapshot && pack(snapshot) }
  const { id } = await db.insertInto('links').values(row).returning('id').executeTakeFirstOrThrow()
  return links(db).where('l.id', '=', id).executeTakeFirstOrThrow()
}

/** Revokes a link and deletes its snapshot. Returns false if there is no such link or it is already revoked. */
export async function revokeLink(db: Kysely<Schema>, id: number, at = new Date().toISOString()): Promise<boolean> {
  const update = db
    .updateTable('links')
    .set({ revoked_at: at, snapshot: null })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
  return (await update.executeTakeFirst()).numUpdatedRows === 1n
}

/** Returns the content of a snapshot; undefined if it was deleted. */
export async function readSnapshot(db: Kysely<Schema>, id: number): Promise<unknown> {
  const row = await db.selectFrom('links').select('snapshot').where('id', '=', id).executeTakeFirst()
  return row?.snapshot ? unpack(row.snapshot) : undefined
}

/**
 * Records a visit of a link. Returns whether it was recorded. The link counts all its visits, but only the newest are
 * stored.
 * @param apart the visit is not recorded if another one is nearer in time than this, in milliseconds
 */
export async function recordVisit(
  db: Kysely<Schema>,
  linkId: number,
  client: string,
  at = new Date().toISOString(),
  apart = 0,
): Promise<boolean> {
  const [from, to] = [-apart, apart].map((ms) => new Date(Date.parse(at) + ms).toISOString()) as [string, string]
  return db.transaction().execute(async (tx) => {
    const counted = tx
      .updateTable('links')
      .set((eb) => ({ visits_count: eb('visits_count', '+', 1), last_visit_at: at }))
      .where('id', '=', linkId)
    const update =
      apart === 0
        ? counted
        : counted.where((eb) =>
            eb.or([
              eb('last_visit_at', 'is', null),
              eb('last_visit_at', '<=', from),
              // A later time was stored before the clock was set back.
              eb('last_visit_at', '>=', to),
            ]),
          )
    if ((await update.executeTakeFirst()).numUpdatedRows === 0n) return false
    await tx.insertInto('link_visits').values({ link_id: linkId, visited_at: at, client }).execute()
    const oldest = tx
      .selectFrom('link_visits')
      .select('id')
      .where('link_id', '=', linkId)
      .orderBy('id', 'desc')
      .limit(1)
      .offset(maxVisits)
    await tx.deleteFrom('link_visits').where('link_id', '=', linkId).where('id', '<=', oldest).execute()
    return true
  })
}

export type Visit = Pick<Selectable<LinkVisitsTable>, 'visited_at' | 'client'>

/** Returns the newest visits of a link, newest first. */
export function listVisits(db: Kysely<Schema>, linkId: number, now = Date.now()): Promise<Visit[]> {
  return db
    .selectFrom('link_visits')
    .select(['visited_at', 'client'])
    .where('link_id', '=', linkId)
    .where('visited_at', '>=', retentionStart(now))
    .orderBy('id', 'desc')
    .limit(shownVisits)
    .execute()
}

/** Deletes up to `batch` visits that are past their retention period. Returns the number deleted. */
export async function purgeVisits(db: Kysely<Schema>, now = Date.now(), batch = 500): Promise<number> {
  const old = db
    .selectFrom('link_visits')
    .select('id')
    .where('visited_at', '<', retentionStart(now))
    .orderBy('visited_at')
    .limit(batch)
  return Number((await db.deleteFrom('link_visits').where('id', 'in', old).executeTakeFirst()).numDeletedRows)
}

const retentionStart = (now: number) => new Date(now - visitDays * dayMs).toISOString()
