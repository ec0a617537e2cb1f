import type { Kysely } from 'kysely'
import { comparedChecks, websiteChecks } from '#analyser/changed-checks.ts'
import { dayMs, todayInUtc } from '#contract/format/dates.ts'
import { FilterCount } from '#contract/lists/filter-counts.ts'
import { reportListParams } from '#contract/lists/list-query.ts'
import { pageFilters } from '#contract/lists/page-filters.ts'
import { unpaged } from '#contract/lists/query-params.ts'
import { described, reportFilter } from '#contract/openapi/parameters.ts'
import { itemOf, wholeListOf } from '#contract/openapi/schemas.ts'
import { aiCrawlerChecks } from '#contract/reports/analysis.ts'
import { WebsiteWhatIf, whatIfParams } from '#contract/reports/what-if.ts'
import { IssuePage, maxPagesOfIssue } from '#contract/sharing/client-document.ts'
import { Overview, overviewParams } from '#contract/websites/overview.ts'
import {
  AiCrawlers,
  CheckPages,
  DuplicateSet,
  HistoryDay,
  issueListParams,
  maxDuplicateSets,
  PageGroup,
  WebsiteIssues,
} from '#contract/websites/website-pages.ts'
import { isGuest, personIdOf, scopeOf } from '#service/access/policy.ts'
import { isCheck, withNames } from '#service/present/check-names.ts'
import { presentAssignedIssue, presentGroup, presentOverview } from '#service/present/website.ts'
import { ofClient } from '#service/store/access/grants.ts'
import type { Store } from '#service/store/database.ts'
import { clicksAtRisk } from '#service/store/google/at-risk.ts'
import { seesClicks } from '#service/store/google/seen.ts'
import { countFilterValues } from '#service/store/lists/filter-counts.ts'
import { everyRow, grantedOf } from '#service/store/lists/scope.ts'
import { findAssignedIssues } from '#service/store/pages/assignees.ts'
import type { Schema } from '#service/store/schema.ts'
import { findPagesOfIssues, withEvidence } from '#service/store/websites/issue-pages.ts'
import { newestResults } from '#service/store/websites/newest-results.ts'
import { countPagesWithIssue, findOverview } from '#service/store/websites/overview.ts'
import { totals } from '#service/store/websites/website-counters.ts'
import { findPageGroups } from '#service/store/websites/website-issues.ts'
import { findWebsite, type WebsiteRecord } from '#service/store/websites/websites.ts'
import { notFound } from '../problem.ts'
import {
  duplicatesResponse,
  issuesResponse,
  scoreConditionsToday,
  websiteHistoryResponse,
  whatIfResponse,
  withAssignees,
} from '../responses/websites.ts'
import { keyed, routeUsing } from '../route.ts'

type Deps = { db: Store['db'] }

const route = routeUsing<Deps>()

export const issuesOfWebsite = {
  summary: 'List the issues of a website',
  responses: {
    200: {
      description: 'Based on its latest reports. Issues that cost the most points come first.',
      schema: WebsiteIssues,
    },
  },
} as const

export const duplicatesOfWebsite = {
  summary: 'List the duplicates of a website',
  responses: {
    200: {
      description: `The ${maxDuplicateSets} largest sets, largest first.`,
      schema: wholeListOf('DuplicateSetList', DuplicateSet),
    },
  },
} as const

export const historyOfWebsite = {
  summary: 'Get the history of a website',
  responses: {
    200: {
      description: 'Days on which pages changed, oldest first.',
      schema: wholeListOf('WebsiteHistoryList', HistoryDay),
    },
  },
} as const

export const whatIfOfWebsite = {
  summary: 'Get the average score that a website would have with issues fixed',
  query: described(whatIfParams, { fixed: 'The IDs of the checks, separated by commas.' }),
  responses: { 200: { description: 'The averages.', schema: itemOf('WebsiteWhatIfItem', WebsiteWhatIf, 200) } },
} as const

/** The figures from the latest reports of pages: those of a website, and those of all websites. */
export const websitePageRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/issues',
      access: 'read a website',
      id: 'listIssues',
      turn: 'process',
      ...issuesOfWebsite,
      find: ({ params: { id } }, { db }) => websiteIn(db, id),
      query: described(issueListParams, {
        assignee: pageFilters.assignee.description,
        sort_by:
          'clicks: issues whose pages have most clicks in Google come first. Otherwise, clicks decide within a rank.',
      }),
      errors: [...keyed, 404, 422],
    },
    async ({ found: { id }, query: { assignee, sort_by }, reader }, { db }) => {
      const issues = await issuesResponse(db, id, scopeOf(reader), sort_by)
      return isGuest(reader) ? issues : withAssignees(db, issues, { website: id, assignee })
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/issues/{check}/pages',
      access: 'read a website',
      id: 'listIssuePages',
      turn: 'process',
      summary: 'List the pages of an issue with their evidence',
      responses: {
        200: {
          description: `The first ${maxPagesOfIssue} pages whose issue isn’t waived. Those with most clicks come first, then those that are kept out of search. None if the website doesn’t have the issue.`,
          schema: wholeListOf('IssuePageList', IssuePage),
        },
      },
      errors: [...keyed, 404],
    },
    async ({ params: { id, check }, reader }, { db }) => {
      const website = await websiteIn(db, id)
      if (!isCheck(check)) throw notFound()
      const showsClicks = await seesClicks(db, scopeOf(reader), id)
      const found = await findPagesOfIssues(db, website.id, [check], { limit: maxPagesOfIssue, showsClicks })
      return { data: (await withEvidence(db, found)).flatMap(({ pages }) => pages), status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/ai-crawlers',
      access: 'read a website',
      id: 'showAiCrawlers',
      summary: 'Get which AI crawlers a website allows',
      responses: { 200: { description: 'The checks.', schema: itemOf('AiCrawlersItem', AiCrawlers, 200) } },
      errors: [...keyed, 404],
    },
    async ({ params: { id } }, { db }) => {
      const newest = await newestResults(db, (await websiteIn(db, id)).id)
      const results = aiCrawlerChecks.flatMap((check) => {
        const result = newest?.results[check]
        return result ? [[check, result] as const] : []
      })
      return {
        data: {
          report_id: newest?.id ?? null,
          analysed_at: newest?.created_at ?? null,
          results: withNames(Object.fromEntries(results)),
        },
        status: 200,
      }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/duplicates',
      access: 'read a website',
      id: 'listDuplicates',
      turn: 'process',
      ...duplicatesOfWebsite,
      errors: [...keyed, 404],
    },
    async ({ params: { id } }, { db }) => duplicatesResponse(db, (await websiteIn(db, id)).id),
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/groups',
      access: 'read a website',
      id: 'listPageGroups',
      turn: 'process',
      summary: 'List the page groups of a website',
      responses: {
        200: { description: 'Folders and URL shapes, largest first.', schema: wholeListOf('PageGroupList', PageGroup) },
      },
      errors: [...keyed, 404],
    },
    async ({ params: { id } }, { db }) => {
      const website = await websiteIn(db, id)
      const groups = await findPageGroups(db, website.id, { ...scoreConditionsToday(), settings: websiteChecks })
      return { data: groups.map(presentGroup), status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/history',
      access: 'read a website',
      id: 'showWebsiteHistory',
      turn: 'process',
      ...historyOfWebsite,
      errors: [...keyed, 404],
    },
    async ({ params: { id } }, { db }) => websiteHistoryResponse(db, (await websiteIn(db, id)).id),
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/websites/{id}/what-if',
      access: 'read a website',
      id: 'computeWhatIf',
      turn: 'process',
      find: ({ params: { id } }, { db }) => websiteIn(db, id),
      ...whatIfOfWebsite,
      errors: [...keyed, 404, 422],
    },
    async ({ found, query }, { db }) => whatIfResponse(db, found, query),
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/overview',
      access: 'list reports',
      id: 'showOverview',
      turn: 'process',
      summary: 'Get what changed and what broke since a date',
      query: described(overviewParams, {
        since: 'The first day, UTC. A week ago by default.',
        client: 'Only the websites of this client.',
      }),
      responses: { 200: { description: 'The overview.', schema: itemOf('OverviewItem', Overview, 200) } },
      errors: [...keyed, 422],
    },
    async ({ query, reader }, { db }) => {
      const since = query.since ?? new Date(Date.now() - 7 * dayMs).toISOString().slice(0, 10)
      const granted = ofClient(grantedOf(scopeOf(reader)), query.client)
      const showsClicks = await seesClicks(db, granted ?? everyRow, null)
      const conditions = { ...scoreConditionsToday(), comparedChecks, granted, showsClicks }
      const overview = await findOverview(db, since, conditions)
      const atRisk = showsClicks ? await clicksAtRisk(db, granted) : []
      const person = personIdOf(reader)
      const mine = person === null ? null : await findAssignedIssues(db, person, todayInUtc(), granted ?? everyRow)
      return {
        data: { ...presentOverview(since, overview, atRisk), mine: mine?.map(presentAssignedIssue) ?? null },
        status: 200,
      }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/reports/filters',
      access: 'list reports',
      id: 'countFilterValues',
      turn: 'process',
      summary: 'Count the reports of a list by the values of its filters',
      query: described(unpaged(reportListParams), reportFilter),
      responses: {
        200: {
          description: 'Issues without any report are left out.',
          schema: wholeListOf('FilterCountList', FilterCount),
        },
      },
      errors: [...keyed, 422],
    },
    async ({ query, reader }, { db }) => ({
      data: await countFilterValues(db, query, scopeOf(reader)),
      status: 200,
    }),
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/checks/{check}/pages',
      access: 'list reports',
      id: 'countCheckPages',
      summary: 'Count the pages with an issue',
      responses: {
        200: {
          description: 'Based on the latest reports.',
          schema: itemOf('CheckPagesItem', CheckPages, 200),
        },
      },
      errors: [...keyed, 404],
    },
    async ({ params: { check }, reader }, { db }) => {
      if (!isCheck(check)) throw notFound()
      const granted = grantedOf(scopeOf(reader))
      const { pages } = await totals(db, granted)
      const counted = await countPagesWithIssue(db, check, { day: todayInUtc(), granted })
      return { data: { ...counted, total: pages.all }, status: 200 }
    },
  ),
]

export async function websiteIn(db: Kysely<Schema>, id: number): Promise<WebsiteRecord> {
  const website = await findWebsite(db, id)
  if (!website) throw notFound()
  return website
}
