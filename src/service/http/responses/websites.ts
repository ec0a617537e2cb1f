import type { Kysely } from 'kysely'
import { checkCatalogue } from '#analyser/describe-checks.ts'
import { todayInUtc } from '#contract/format/dates.ts'
import { readFixed, type WebsiteWhatIf } from '#contract/reports/what-if.ts'
import type { ItemEnvelope } from '#contract/responses/envelope.ts'
import type { DuplicateSet, HistoryDay, IssueChanges, WebsiteIssues } from '#contract/websites/website-pages.ts'
import type { Website, WebsiteRow, WebsiteWithClient } from '#contract/websites/website.ts'
import { isCheck } from '#service/present/check-names.ts'
import {
  presentDay,
  presentIssueChanges,
  presentIssues,
  presentWebsite,
  presentWebsiteRow,
  withTwoDecimals,
} from '#service/present/website.ts'
import { clicksAtRisk } from '#service/store/google/at-risk.ts'
import { clicksOfIssues } from '#service/store/google/issue-clicks.ts'
import { seesClicks } from '#service/store/google/seen.ts'
import { assignedTo } from '#service/store/lists/filters.ts'
import { countUnread } from '#service/store/lists/page-list.ts'
import type { Scope } from '#service/store/lists/scope.ts'
import { findAssigneesOfIssues } from '#service/store/pages/assignees.ts'
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
  const unread = await countUnread(
    db,
    websites.map(({ id }) => id),
  )
  const shown = await withoutWaived(db, websites, scoreConditionsToday())
  return shown.map((website) => presentWebsite(website, unread.get(website.id) ?? 0))
}

/** Returns rows of the list of websites, for readers with a key. */
export async function websiteRows(
  db: Kysely<Schema>,
  websites: readonly WebsiteRecord[],
  scope: Scope,
): Promise<WebsiteRow[]> {
  const bodies = await websitesBody(db, websites)
  const clients = new Map(websites.map(({ id, client_id }) => [id, client_id]))
  const figures = await findWebsiteFigures(db, [...clients.keys()], todayInUtc())
  const atRisk = await atRiskFor(db, [...clients.keys()], scope)
  return bodies.flatMap((website) => {
    const own = figures.get(website.id)
    const client_id = clients.get(website.id) ?? null
    return own ? [presentWebsiteRow({ ...website, client_id, at_risk: atRisk.get(website.id) ?? null }, own)] : []
  })
}

export async function websiteBody(db: Kysely<Schema>, website: WebsiteRecord): Promise<Website> {
  const [body = presentWebsite(website, 0)] = await websitesBody(db, [website])
  return body
}

/** Returns a website as readers with a key get it. */
export const websiteWithClient = async (
  db: Kysely<Schema>,
  website: WebsiteRecord,
  scope: Scope,
): Promise<WebsiteWithClient> => ({
  ...(await websiteBody(db, website)),
  client_id: website.client_id,
  at_risk: (await atRiskFor(db, [website.id], scope)).get(website.id) ?? null,
})

/** Returns the clicks at risk of those of the websites of which the reader sees Google's figures. */
async function atRiskFor(db: Kysely<Schema>, ids: readonly number[], scope: Scope): Promise<Map<number, number>> {
  const shown: number[] = []
  for (const id of ids) if (await seesClicks(db, scope, id)) shown.push(id)
  const found = await clicksAtRisk(db, null, shown)
  return new Map(found.map(({ website_id, clicks }) => [website_id, clicks]))
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

/**
 * Returns the issues of a website's pages, with clicks if the reader sees those. The caller must have checked that the
 * reader can see the website.
 */
export async function issuesResponse(
  db: Kysely<Schema>,
  websiteId: number,
  scope: Scope,
  sort_by: 'clicks' | null = null,
): Promise<WebsiteIssues & { status: 200 }> {
  const isShown = await seesClicks(db, scope, websiteId)
  const clicks = isShown ? await clicksOfIssues(db, websiteId) : new Map<string, number>()
  const issues = presentIssues(await findWebsiteIssues(db, websiteId), clicks, sort_by)
  const structure = await findStructure(db, websiteId)
  return {
    data: issues,
    structure,
    status: 200,
  }
}

/** Adds who has the findings of issues, for signed-in readers. With `assignee`, only issues of that person are left. */
export async function withAssignees(
  db: Kysely<Schema>,
  { data, ...rest }: WebsiteIssues,
  { website, assignee }: { website: number; assignee: string | null },
): Promise<WebsiteIssues> {
  const people = await findAssigneesOfIssues(db, website, todayInUtc())
  const issues = data.map((issue) => ({ ...issue, assignees: people.get(issue.check) ?? [] }))
  const isTheirs = ({ assignees }: (typeof issues)[number]) =>
    assignee === null || assignees.some(({ id }) => id === assignedTo(assignee))
  return { ...rest, data: issues.filter(isTheirs) }
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
