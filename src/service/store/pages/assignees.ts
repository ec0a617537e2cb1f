import { type Kysely, sql, type Transaction } from 'kysely'
import { isVisible } from '../access/visible.ts'
import { and } from '../lists/list.ts'
import type { Scope } from '../lists/scope.ts'
import type { Schema } from '../schema.ts'
import { pagesOfIssue } from '../websites/website-issues.ts'
import { isWaivedOn } from './waived-issues.ts'

type Issue = { website_id: number; check: string }

/** Gives all open findings of an issue to a person, or to nobody. Returns their number. */
export async function assignIssue(
  tx: Transaction<Schema>,
  { website_id, check }: Issue,
  { assignee_id, at, by }: { assignee_id: number | null; at: string; by: string },
): Promise<number> {
  const state = { assignee_id, updated_at: at, updated_by: by }
  const open = tx
    .selectFrom('page_issues as i')
    .innerJoin('pages as p', 'p.id', 'i.page_id')
    .where('i.website_id', '=', website_id)
    .where('i.check_id', '=', check)
    .where(sql<boolean>`i.page_id in (${pagesOfIssue(website_id, check, at.slice(0, 10))})`)
  const result = await tx
    .insertInto('finding_states')
    .columns(['page_id', 'check_id', 'status', 'back', 'owner', 'assignee_id', 'report_id', 'updated_at', 'updated_by'])
    .expression(
      open.select([
        'i.page_id',
        'i.check_id',
        sql.lit('open').as('status'),
        sql.lit(0).as('back'),
        sql<null>`null`.as('owner'),
        sql<number | null>`cast(${assignee_id} as bigint)`.as('assignee_id'),
        'p.latest_report_id',
        sql<string>`cast(${at} as text)`.as('updated_at'),
        sql<string>`cast(${by} as text)`.as('updated_by'),
      ]),
    )
    .onConflict((conflict) =>
      conflict.columns(['page_id', 'check_id']).doUpdateSet(state).where('finding_states.status', '<>', 'fixed'),
    )
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0)
}

/** Selects the open findings that are given to a person, with their issues, `page_issues as i`. */
const assigned = (db: Kysely<Schema>, day: string) =>
  db
    .selectFrom('finding_states as f')
    .innerJoin('page_issues as i', (join) =>
      join.onRef('i.page_id', '=', 'f.page_id').onRef('i.check_id', '=', 'f.check_id'),
    )
    .where('f.assignee_id', 'is not', null)
    .where('f.status', '<>', 'fixed')
    .where('i.counted', '=', 1)
    .where(sql<boolean>`not ${isWaivedOn(day)}`)

const pages = sql<number>`cast(count(*) as integer)`.as('pages')

export type AssignedIssue = { website_id: number; domain: string; check: string; pages: number }

/** Returns the issues with findings of a person, those of most pages first. */
export const findAssignedIssues = (
  db: Kysely<Schema>,
  personId: number,
  day: string,
  scope: Scope,
): Promise<AssignedIssue[]> =>
  assigned(db, day)
    .innerJoin('websites as w', 'w.id', 'i.website_id')
    .where('w.deleted_at', 'is', null)
    .where('f.assignee_id', '=', personId)
    .where(and(isVisible(scope, 'websites', 'w')))
    .select(['i.website_id', 'w.domain', 'i.check_id as check', pages])
    .groupBy(['i.website_id', 'w.domain', 'i.check_id'])
    .orderBy('pages', 'desc')
    .orderBy('w.domain')
    .orderBy('i.check_id')
    .execute()

export type IssueAssignee = { id: number; name: string; pages: number }

/** Returns the people who have findings of a website's issues, by the check, those of most pages first. */
export async function findAssigneesOfIssues(
  db: Kysely<Schema>,
  websiteId: number,
  day: string,
): Promise<Map<string, IssueAssignee[]>> {
  const rows = await assigned(db, day)
    .innerJoin('people as p', 'p.id', 'f.assignee_id')
    .where('i.website_id', '=', websiteId)
    .select(['i.check_id as check', 'p.id', 'p.name', pages])
    .groupBy(['i.check_id', 'p.id', 'p.name'])
    .orderBy('pages', 'desc')
    .orderBy('p.name')
    .orderBy('p.id')
    .execute()
  const byCheck = Map.groupBy(rows, ({ check }) => check)
  return new Map([...byCheck].map(([check, people]) => [check, people.map(({ check: _, ...person }) => person)]))
}
