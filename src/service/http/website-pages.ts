import type { Kysely } from 'kysely'
import type { WebsiteHistory, WebsiteIssues } from '#contract/website-pages.ts'
import type * as z from 'zod/mini'
import { presentDay, presentDuplicates, presentIssue } from '#service/present/website-pages.ts'
import type { Schema } from '#service/store/schema.ts'
import { findDuplicateGroups, findWebsiteHistory, findWebsiteIssues } from '#service/store/website-issues.ts'

/** Returns the issues of a website's pages. The caller must have checked that the reader can see the website. */
export async function issuesResponse(db: Kysely<Schema>, websiteId: number): Promise<WebsiteIssues & { status: 200 }> {
  const issues = await findWebsiteIssues(db, websiteId)
  const duplicates = await findDuplicateGroups(db, websiteId)
  return { data: issues.map(presentIssue), duplicates: duplicates.map(presentDuplicates), status: 200 }
}

/** Returns the history of a website's pages. The caller must have checked that the reader can see the website. */
export async function websiteHistoryResponse(
  db: Kysely<Schema>,
  websiteId: number,
): Promise<z.infer<typeof WebsiteHistory> & { status: 200 }> {
  return { data: (await findWebsiteHistory(db, websiteId)).map(presentDay), status: 200 }
}
