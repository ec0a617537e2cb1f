import type { WebsiteReportListQuery } from '#contract/lists/list-query.ts'
import type { ProblemStatus } from '#contract/openapi/operation.ts'
import { itemOf, wholeListOf } from '#contract/openapi/schemas.ts'
import { SharedFinding } from '#contract/reports/findings.ts'
import { IssueChanges } from '#contract/websites/website-pages.ts'
import { scopeOfWebsite } from '#service/access/policy.ts'
import { scopeOfLink } from '#service/access/share-links.ts'
import { type ReportListRequest, reportListResponse } from '#service/http/responses/reports.ts'
import {
  duplicatesResponse,
  issueChangesResponse,
  issuesResponse,
  websiteHistoryResponse,
  whatIfResponse,
} from '#service/http/responses/websites.ts'
import { routeUsing, type VisitorGuard } from '#service/http/route.ts'
import {
  duplicatesOfWebsite,
  historyOfWebsite,
  issuesOfWebsite,
  whatIfOfWebsite,
} from '#service/http/routes/website-pages.ts'
import type { Store } from '#service/store/database.ts'
import type { Scope } from '#service/store/lists/scope.ts'
import type { LinkRecord } from '#service/store/share-links/share-links.ts'
import type { WebsiteRecord } from '#service/store/websites/websites.ts'

/** Routes below the path of what a visitor has opened: a website, a report or a share link. */
type Opened<Path extends string, What extends object, Deps> = {
  path: Path
  access: VisitorGuard<What, Deps>
  errors: readonly ProblemStatus[]
}

const tag = 'Without a key'

/**
 * Returns the routes of a website's figures.
 * @param name is part of their operations' names, as in "listSharedIssues"
 */
export function figureRoutes<const Path extends string, Deps extends Pick<Store, 'db'>>(
  { path, errors, ...opened }: Opened<Path, { website: WebsiteRecord; link?: LinkRecord }, Deps>,
  name: string,
) {
  const route = routeUsing<Deps>()
  const common = { method: 'GET', ...opened, tag, turn: 'process' } as const
  return [
    route(
      { ...common, path: `${path}/issues`, id: `list${name}Issues`, ...issuesOfWebsite, errors },
      async ({ website, link }, { db }) =>
        issuesResponse(db, website.id, link ? scopeOfLink(link) : scopeOfWebsite(website)),
    ),
    route(
      { ...common, path: `${path}/duplicates`, id: `list${name}Duplicates`, ...duplicatesOfWebsite, errors },
      async ({ website }, { db }) => duplicatesResponse(db, website.id),
    ),
    route(
      { ...common, path: `${path}/history`, id: `show${name}WebsiteHistory`, ...historyOfWebsite, errors },
      async ({ website }, { db }) => websiteHistoryResponse(db, website.id),
    ),
    route(
      {
        ...common,
        path: `${path}/changes`,
        id: `show${name}Changes`,
        summary: 'Get what was fixed and what broke on a website',
        responses: {
          200: { description: 'The changes.', schema: itemOf('IssueChangesItem', IssueChanges, 200) },
        },
        errors,
      },
      async ({ website }, { db }) => issueChangesResponse(db, website.id),
    ),
    route(
      { ...common, path: `${path}/what-if`, id: `compute${name}WhatIf`, ...whatIfOfWebsite, errors: [...errors, 422] },
      async ({ website, query }, { db }) => whatIfResponse(db, website, query),
    ),
  ]
}

export const sharedFindings = {
  summary: 'List the statuses of the findings of a report’s page',
  responses: {
    200: {
      description: 'Findings with a decision, as of now.',
      schema: wholeListOf('SharedFindingList', SharedFinding),
    },
  },
} as const

type WebsiteReportListRequest = Omit<ReportListRequest, 'query'> & { query: WebsiteReportListQuery }

/**
 * Returns a page of the reports of the website that a visitor has opened, the latest of each page; the query can't name
 * another website.
 */
export function reportsOfWebsite(
  { request, query, search }: WebsiteReportListRequest,
  deps: { db: Store['db']; publicUrl: string | null },
  scope: Extract<Scope, { kind: 'website' }>,
) {
  const searchOfWebsite = new URLSearchParams(search)
  searchOfWebsite.delete('website_id')
  const ofWebsite = {
    request,
    query: { ...query, website_id: scope.website_id, latest: '1' as const },
    search: searchOfWebsite,
  }
  return reportListResponse(ofWebsite, deps, scope)
}
