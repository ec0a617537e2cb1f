import { type Kysely, type Selectable, sql } from 'kysely'
import { type LinkKind, type LinkListQuery, type LinkMode, maxVisits, visitDays, shownVisits } from '#contract/links.ts'
import type { ViewList } from '#contract/views.ts'
import type { ListResult } from './list-result.ts'
import { pack, unpack } from './payload.ts'
import type { Schema } from './schema.ts'

export type LinkRecord = {
  id: number
  kind: LinkKind
  mode: LinkMode
  label: string
  reportId: number | null
  websiteId: number | null
  list: ViewList | null
  query: string | null
  title: string
  passwordHash: string | null
  frozenAt: string | null
  createdBy: string
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
  opensCount: number
  lastOpenedAt: string | null
  /** What it led to was deleted. */
  isTargetDeleted: boolean
}

export type NewLink = Omit<
  LinkRecord,
  'id' | 'revokedAt' | 'opensCount' | 'lastOpenedAt' | 'isTargetDeleted' | 'frozenAt'
> & {
  tokenHash: string
  /** Of a frozen link: what it shows, as of `createdAt`. */
  frozen: object | null
}

/** A deleted website takes every link to it along, a deleted report only those that show it as it is. */
const isTargetDeleted = sql<number>`case
  when l.website_id is not null and not exists (select 1 from websites as w where w.id = l.website_id and w.deleted_at is null) then 1
  when l.report_id is not null and l.mode = 'live' and not exists (select 1 from reports as r where r.id = l.report_id) then 1
  else 0 end`.as('gone')

// What a frozen link shows is read where it is shown.
const columns = [
  'l.id',
  'l.kind',
  'l.mode',
  'l.label',
  'l.report_id',
  'l.website_id',
  'l.list',
  'l.query',
  'l.title',
  'l.password_hash',
  'l.frozen_at',
  'l.created_by',
  'l.created_at',
  'l.expires_at',
  'l.revoked_at',
  'l.opens_count',
  'l.last_opened_at',
] as const

const links = (db: Kysely<Schema>) => db.selectFrom('links as l').select(columns).select(isTargetDeleted)

/** The link whatever its state: whether it still opens is for the caller to judge. */
export async function findLink(
  db: Kysely<Schema>,
  by: { tokenHash: string } | { id: number },
): Promise<LinkRecord | undefined> {
  const one = 'id' in by ? links(db).where('l.id', '=', by.id) : links(db).where('l.token_hash', '=', by.tokenHash)
  const row = await one.executeTakeFirst()
  return row && toRecord(row)
}

/** The newest first. */
export async function listLinks(
  db: Kysely<Schema>,
  { website_id, page, per_page }: Omit<LinkListQuery, 'per_page'> & { per_page: number },
): Promise<ListResult<LinkRecord>> {
  const counted = db.selectFrom('links').select(sql<number>`count(*)`.as('total'))
  const { total } = await (
    website_id === null ? counted : counted.where('website_id', '=', website_id)
  ).executeTakeFirstOrThrow()
  const offset = (page - 1) * per_page
  const listed = website_id === null ? links(db) : links(db).where('l.website_id', '=', website_id)
  const rows = offset < total ? await listed.orderBy('l.id', 'desc').limit(per_page).offset(offset).execute() : []
  return { rows: rows.map(toRecord), total, totalRelation: 'eq', hasNext: offset + rows.length < total }
}

export async function insertLink(db: Kysely<Schema>, link: NewLink): Promise<LinkRecord> {
  const { tokenHash, frozen, ...given } = link
  const frozenAt = frozen ? given.createdAt : null
  const row = {
    token_hash: tokenHash,
    kind: given.kind,
    mode: given.mode,
    label: given.label,
    report_id: given.reportId,
    website_id: given.websiteId,
    list: given.list,
    query: given.query,
    title: given.title,
    password_hash: given.passwordHash,
    frozen_at: frozenAt,
    created_by: given.createdBy,
    created_at: given.createdAt,
    expires_at: given.expiresAt,
    revoked_at: null,
    last_opened_at: null,
    frozen: frozen && pack(frozen),
  }
  const { id } = await db.insertInto('links').values(row).returning('id').executeTakeFirstOrThrow()
  return { ...given, id, frozenAt, revokedAt: null, opensCount: 0, lastOpenedAt: null, isTargetDeleted: false }
}

/** Ends a link and forgets what it had frozen. False when there is no such link or it was revoked before. */
export async function revokeLink(db: Kysely<Schema>, id: number, at = new Date().toISOString()): Promise<boolean> {
  const update = db
    .updateTable('links')
    .set({ revoked_at: at, frozen: null })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
  return (await update.executeTakeFirst()).numUpdatedRows === 1n
}

/** What a frozen link shows; undefined when it is not kept any more. */
export async function readFrozen(db: Kysely<Schema>, id: number): Promise<unknown> {
  const row = await db.selectFrom('links').select('frozen').where('id', '=', id).executeTakeFirst()
  return row?.frozen ? unpack(row.frozen) : undefined
}

/**
 * Notes that a link was opened, unless it was opened after `since`; false then. The count goes on; of the openings
 * themselves the newest are kept.
 */
export async function recordVisit(
  db: Kysely<Schema>,
  linkId: number,
  client: string,
  at = new Date().toISOString(),
  since?: string,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const counted = tx
      .updateTable('links')
      .set((eb) => ({ opens_count: eb('opens_count', '+', 1), last_opened_at: at }))
      .where('id', '=', linkId)
    const due =
      since === undefined
        ? counted
        : counted.where((eb) => eb.or([eb('last_opened_at', 'is', null), eb('last_opened_at', '<=', since)]))
    if ((await due.executeTakeFirst()).numUpdatedRows === 0n) return false
    await tx.insertInto('link_opens').values({ link_id: linkId, opened_at: at, client }).execute()
    const tooMany = tx
      .selectFrom('link_opens')
      .select('id')
      .where('link_id', '=', linkId)
      .orderBy('id', 'desc')
      .limit(1)
      .offset(maxVisits)
    await tx.deleteFrom('link_opens').where('link_id', '=', linkId).where('id', '<=', tooMany).execute()
    return true
  })
}

export type Opening = { openedAt: string; client: string }

/** The newest first. */
export function listVisits(db: Kysely<Schema>, linkId: number, now = Date.now()): Promise<Opening[]> {
  return db
    .selectFrom('link_opens')
    .select(['opened_at as openedAt', 'client'])
    .where('link_id', '=', linkId)
    .where('opened_at', '>=', oldestKept(now))
    .orderBy('id', 'desc')
    .limit(shownVisits)
    .execute()
}

/** Forgets up to `batch` openings that are older than they are kept; returns how many went. */
export async function purgeVisits(db: Kysely<Schema>, now = Date.now(), batch = 500): Promise<number> {
  const old = db
    .selectFrom('link_opens')
    .select('id')
    .where('opened_at', '<', oldestKept(now))
    .orderBy('opened_at')
    .limit(batch)
  return Number((await db.deleteFrom('link_opens').where('id', 'in', old).executeTakeFirst()).numDeletedRows)
}

const oldestKept = (now: number) => new Date(now - visitDays * 86_400_000).toISOString()

type Row = Omit<Selectable<Schema['links']>, 'token_hash' | 'frozen'> & { gone: number }

function toRecord(row: Row): LinkRecord {
  const { id, kind, mode, label, list, query, title } = row
  return {
    id,
    kind,
    mode,
    label,
    list,
    query,
    title,
    reportId: row.report_id,
    websiteId: row.website_id,
    passwordHash: row.password_hash,
    frozenAt: row.frozen_at,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    opensCount: row.opens_count,
    lastOpenedAt: row.last_opened_at,
    isTargetDeleted: row.gone === 1,
  }
}
