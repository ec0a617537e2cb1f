import { type Kysely, sql } from 'kysely'
import { brokenLinksCheck } from '#analyser/page-state.ts'
import { defaultReportQuery } from '#contract/lists/list-query.ts'
import type { Schema } from '../schema.ts'
import { isFilteredIssue } from './filters.ts'
import { selectRows } from './list.ts'
import { filterReports } from './report-list.ts'
import type { Scope } from './scope.ts'

export type IssueOfClient = { check: string; websites: number; pages: number }

/** Counts, for each check, the websites and pages of a client that the list of reports has with its issue. */
export async function findClientIssues(db: Kysely<Schema>, client: number, scope: Scope): Promise<IssueOfClient[]> {
  const query = { ...defaultReportQuery, client: String(client), latest: '1' } as const
  const [list, broken] = [
    await filterReports(db, query, scope),
    await filterReports(db, { ...query, check: brokenLinksCheck }, scope),
  ]
  if (!list || !broken) return []
  const counts = sql`count(*) as pages, count(distinct website_id) as websites`
  const { rows } = await sql<IssueOfClient>`select i.check_id as "check", ${counts} from page_issues as i
    where ${isFilteredIssue(query)} and i.page_id in (${selectRows(list, [], sql`r.page_id`)})
    group by i.check_id`.execute(db)
  // Links can break later than the report that has them.
  const linking = await sql<Omit<IssueOfClient, 'check'>>`select ${counts}
    from (${selectRows(broken, [], sql`r.website_id`)}) as b`.execute(db)
  return [
    ...rows.filter(({ check }) => check !== brokenLinksCheck),
    ...linking.rows.filter(({ pages }) => pages > 0).map((counted) => ({ check: brokenLinksCheck, ...counted })),
  ]
}
