import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Scope } from '../lists/scope.ts'
import type { Schema } from '../schema.ts'
import { type Granted, grantedClients, isGranted } from './grants.ts'

/** Tables whose rows the paths of the API name by ID. */
export const ownedTables = [
  'clients',
  'websites',
  'reports',
  'waivers',
  'jobs',
  'schedules',
  'links',
  'views',
  'alert_rules',
  'alerts',
] as const
export type OwnedTable = (typeof ownedTables)[number]

/**
 * Selects whether a reader can see, or edit, a row of a table, by its alias. Nothing if they can all. What isn't of one
 * website belongs to the person who made it, and a guest made nothing.
 */
export function isVisible(scope: Scope, table: OwnedTable, alias: string): RawBuilder<boolean>[] {
  if (scope.kind !== 'granted') return scope.kind === 'all' ? [] : [sql<boolean>`1 = 0`]
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const websites = (name: string) => sql<boolean>`(${sql.join(isGranted(scope, `${alias}.${name}`), sql` and `)})`
  if (table === 'clients')
    return [
      sql<boolean>`(${column('id')} in (${grantedClients(scope.holders, scope.right)})
        or ${column('id')} in (select d.client_id from websites as d where d.client_id is not null
          and d.deleted_at is null and ${sql.join(isGranted(scope, 'd.id'))}))`,
    ]
  if (table === 'websites') return [websites('id')]
  if (table === 'reports' || table === 'waivers') return [websites('website_id')]
  const { author, isGuest } = scope
  if (isGuest) return [table === 'alerts' ? websites('website_id') : sql<boolean>`1 = 0`]
  const isOwn = sql`${column('author_id')} = ${author?.author_id ?? null}`
  if (table === 'jobs') {
    const granted = domainsOf(scope)
    const ofSome = sql`exists (select 1 from job_urls as u where u.job_id = ${column('id')} and ${isOfDomain(granted, 'u')})`
    return [
      sql<boolean>`(${column('domain')} in (${granted})
        or (${column('domain')} is null and (${isOwn}${scope.right === 'view' ? sql` or ${ofSome}` : sql``}))
        or (${isOwn} and not exists (
          select 1 from websites as o where o.domain = ${column('domain')} and o.deleted_at is null)))`,
    ]
  }
  const isOwnView = {
    schedules: sql`${column('view_id')} is not null and ${isOwn}`,
    alert_rules: sql`${column('view_id')} is not null and ${isOwn}`,
    alerts: sql`${column('view_id')} is not null
      and ${column('rule_id')} in (select id from alert_rules where author_id = ${author?.author_id ?? null})`,
    links: sql`${column('website_id')} is null and ${column('person_id')} = ${author?.person_id ?? null}`,
    // That of the team covers no more than a client, or a website that its query names.
    views: sql`${column('person_id')} = ${author?.person_id ?? null} or (${column('person_id')} is null
      and (${column('client_id')} in (${grantedClients(scope.holders, scope.right)}) or exists (select 1 from websites as d
        where ${sql.join(isGranted(scope, 'd.id'))} and '&' || ${column('query')} || '&' like '%&website_id=' || d.id || '&%')))`,
  }[table]
  return [
    table === 'views' ? sql<boolean>`(${isOwnView})` : sql<boolean>`(${websites('website_id')} or (${isOwnView}))`,
  ]
}

const domainsOf = (granted: Granted) =>
  sql`select d.domain from websites as d where d.deleted_at is null and ${sql.join(isGranted(granted, 'd.id'))}`

const isOfDomain = (domains: RawBuilder<unknown>, alias: string) => hasDomain(domains, sql.ref(`${alias}.host`))

const hasDomain = (domains: RawBuilder<unknown>, host: RawBuilder<unknown>) =>
  sql<boolean>`(${host} in (${domains}) or ${host} in (select 'www.' || domain from (${domains}) as h))`

/** Selects the hosts of websites that a reader can see. */
export const isVisibleHost = (scope: Scope, host: RawBuilder<unknown>): RawBuilder<boolean>[] =>
  scope.kind === 'granted' ? [hasDomain(domainsOf(scope), host)] : []

/** Selects the URLs of a job, rows of `job_urls`, of websites that a reader can see, or of none if it is theirs. */
export function isVisibleUrl(scope: Scope, alias: string): RawBuilder<boolean>[] {
  if (scope.kind !== 'granted') return []
  const all = sql`select d.domain from websites as d where d.deleted_at is null`
  const ofNone = sql`(${sql.ref(`${alias}.author_id`)} = ${scope.author?.author_id ?? ''} and not ${isOfDomain(all, alias)})`
  return [sql<boolean>`(${isOfDomain(domainsOf(scope), alias)} or ${ofNone})`]
}

/**
 * Selects the events of the activity, rows of `audit`, about websites and reports that a reader can see, and what else
 * they did themself.
 */
export function isVisibleEvent(scope: Scope): RawBuilder<boolean>[] {
  if (scope.kind !== 'granted') return []
  const websites = sql.join(isGranted(scope, 'w.id'))
  return [
    // A website can have been another client’s.
    sql<boolean>`((audit.object_kind = 'website' and audit.action <> 'website_assigned' and audit.object_id in (
        select cast(w.id as text) from websites as w where ${websites}))
      or (audit.object_kind = 'report' and exists (select 1 from reports as r
        where r.id = cast(case when audit.object_kind = 'report' then audit.object_id else '0' end as bigint)
        and ${sql.join(isGranted(scope, 'r.website_id'))}))
      or (audit.actor = ${scope.author?.author_id ?? ''} and coalesce(audit.object_kind, '') not in ('website', 'report')))`,
  ]
}

/** Returns whether a reader can see, or edit, the row of an ID. */
export async function canReach(db: Kysely<Schema>, scope: Scope, table: OwnedTable, id: number): Promise<boolean> {
  const [condition] = isVisible(scope, table, 't')
  if (!condition) return true
  const tables = table === 'reports' ? ['reports', 'deleted_reports'] : [table]
  for (const name of tables) {
    const row = sql`select 1 as one from ${sql.table(name)} as t where t.id = ${id} and ${condition}`
    if ((await row.execute(db)).rows.length > 0) return true
  }
  return false
}
