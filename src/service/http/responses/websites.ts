import type { Kysely } from 'kysely'
import { checkCatalogue } from '#analyser/describe-checks.ts'
import { todayInUtc } from '#contract/format/dates.ts'
import { readFixed, type WebsiteWhatIf } from '#contract/reports/what-if.ts'
import type { ItemEnvelope } from '#contract/responses/envelope.ts'
import type { DuplicateSet, HistoryDay, IssueChanges, WebsiteIssues } from '#contract/websites/website-pages.ts'
import type { Website, WebsiteRow } from '#contract/websites/website.ts'
import { isCheck } from '#service/present/check-names.ts'
import {
  presentDay,
  presentIssueChanges,
  presentIssues,
  presentWebsite,
  presentWebsiteRow,
  withTwoDecimals,
} from '#service/present/website.ts'
import { findWhatIf, type ScoreConditions, withoutWaived } from '#service/store/pages/waived-issues.ts'
import type { Schema } from '#service/store/schema.ts'
import { findDuplicateSets } from '#service/store/websites/duplicate-sets.ts'
import { findIssueChanges } from '#service/store/websites/issue-pages.ts'
import { findStructure } from '#service/store/websites/site-structure.ts'
import { findWebsiteFigures } from '#service/store/websites/website-figures.ts'
import { findWebsiteHistory, findWebsiteIssues } from '#service/store/websites/website-issues.ts'
import type { WebsiteRecord } from '#service/store/websites/websites.ts'
import { unprocessable } from '../problem.ts'

const blockers = checkCatalogue()
  .filter(({ gate }) => gate)
  .map(({ id }) => id)

/** Returns the conditions of the figures of websites today. */
export const scoreConditionsToday = (): ScoreConditions => ({ day: todayInUtc(), blockers })

/** Returns websites as responses have them. Waived issues don't lower their averages. */
export async function websitesBody(db: Kysely<Schema>, websites: readonly WebsiteRecord[]): Promise<Website[]> {
  return (await withoutWaived(db, websites, scoreConditionsToday())).map(presentWebsite)
}

/** Returns rows of the list of websites, for readers with a key. */
export async function websiteRows(db: Kysely<Schema>, websites: readonly WebsiteRecord[]): Promise<WebsiteRow[]> {
  const bodies = await websitesBody(db, websites)
  const ids = websites.map(({ id }) => id)
  const figures = await findWebsiteFigures(db, ids, todayInUtc())
  return bodies.flatMap((website) => {
    const own = figures.get(website.id)
    return own ? [presentWebsiteRow(website, own)] : []
  })
}

export async function websiteBody(db: Kysely<Schema>, website: WebsiteRecord): Promise<Website> {
  const [body = presentWebsite(website)] = await websitesBody(db, [website])
  return body
}

/** Returns the average of a website's pages if issues were fixed. Throws a 422 for unknown checks. */
export async function whatIfResponse(
  db: Kysely<Schema>,
  website: WebsiteRecord,
  { fixed: text }: { fixed: string },
): Promise<ItemEnvelope<WebsiteWhatIf>> {
  const fixed = readFixed(text)
  const unknown = fixed.filter((id) => !isCheck(id))
  if (unknown.length > 0)
    throw unprocessable([
      { field: 'fixed', code: 'not_found', sentence: `fixed names checks that don't exist: ${unknown.join(', ')}.` },
    ])
  const { pages, pages_changed, pages_findable, average, average_fixed } = await findWhatIf(db, website, {
    ...scoreConditionsToday(),
    fixed,
  })
  const data = {
    fixed,
    pages,
    pages_changed,
    pages_findable,
    average: withTwoDecimals(average),
    average_fixed: withTwoDecimals(average_fixed),
  }
  return { data, status: 200 }
}

/** Returns the issues of a website's pages. The caller must have checked that the reader can see the website. */
export async function issuesResponse(db: Kysely<Schema>, websiteId: number): Promise<WebsiteIssues & { status: 200 }> {
  const issues = presentIssues(await findWebsiteIssues(db, websiteId))
  const structure = await findStructure(db, websiteId)
  return {
    data: issues,
    structure,
    status: 200,
  }
}

/** Returns the duplicates of a website. The caller must have checked that the reader can see the website. */
export async function duplicatesResponse(
  db: Kysely<Schema>,
  websiteId: number,
): Promise<{ data: DuplicateSet[]; status: 200 }> {
  return { data: await findDuplicateSets(db, websiteId), status: 200 }
}

/** Returns the history of a website's pages. The caller must have checked that the reader can see the website. */
export async function issueChangesResponse(db: Kysely<Schema>, websiteId: number): Promise<ItemEnvelope<IssueChanges>> {
  return { data: presentIssueChanges(await findIssueChanges(db, websiteId)), status: 200 }
}

export async function websiteHistoryResponse(
  db: Kysely<Schema>,
  websiteId: number,
): Promise<{ data: HistoryDay[]; status: 200 }> {
  return { data: (await findWebsiteHistory(db, websiteId)).map(presentDay), status: 200 }
}
