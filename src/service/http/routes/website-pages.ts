import type { FastifyInstance, FastifyRequest } from 'fastify'
import { dayMs, todayInUtc } from '#contract/format/days.ts'
import { defaultReportQuery } from '#contract/lists/list-query.ts'
import { whatIfParams } from '#contract/reports/what-if.ts'
import type { ItemEnvelope } from '#contract/responses/envelope.ts'
import { type CheckPages, type Overview, overviewParams, type PageGroup } from '#contract/websites/website-pages.ts'
import { canSeeWebsite, scopeOf } from '#service/access/policy.ts'
import { isCheck } from '#service/present/check-names.ts'
import { presentGroup, presentOverview } from '#service/present/website.ts'
import { countPagesWithIssue, findOverview } from '#service/store/websites/overview.ts'
import { totals } from '#service/store/websites/website-counters.ts'
import { findPageGroups } from '#service/store/websites/website-issues.ts'
import { findWebsite, type WebsiteRecord } from '#service/store/websites/websites.ts'
import type { HttpDeps } from '../deps.ts'
import { notFound } from '../problem.ts'
import { readRequestQuery } from '../query.ts'
import { idIn } from '../request.ts'
import { issuesResponse, scoreConditionsToday, websiteHistoryResponse, whatIfResponse } from '../responses/websites.ts'

/** Declares the figures from the latest reports of pages: those of a website, and those of all websites. */
export function websitePageRoutes(app: FastifyInstance, { store: { db }, identify }: HttpDeps) {
  async function visibleWebsite(request: FastifyRequest): Promise<WebsiteRecord> {
    const id = idIn(request)
    const website = canSeeWebsite(request.reader, id) ? await findWebsite(db, id) : undefined
    if (!website) throw notFound()
    return website
  }

  app.get('/api/v1/websites/:id/issues', identify.to('read a website'), async (request) =>
    issuesResponse(db, (await visibleWebsite(request)).id),
  )

  app.get(
    '/api/v1/websites/:id/groups',
    identify.to('read a website'),
    async (request): Promise<{ data: PageGroup[]; status: 200 }> => {
      const groups = await findPageGroups(db, (await visibleWebsite(request)).id, scoreConditionsToday())
      return { data: groups.map(presentGroup), status: 200 }
    },
  )

  app.get('/api/v1/websites/:id/history', identify.to('read a website'), async (request) =>
    websiteHistoryResponse(db, (await visibleWebsite(request)).id),
  )

  app.get('/api/v1/websites/:id/what-if', identify.to('read a website'), async (request) => {
    const website = await visibleWebsite(request)
    return whatIfResponse(db, website, readRequestQuery(whatIfParams, request).query)
  })

  app.get('/api/v1/overview', identify.to('list reports'), async (request): Promise<ItemEnvelope<Overview>> => {
    const { query } = readRequestQuery(overviewParams, request)
    const since = query.since ?? new Date(Date.now() - 7 * dayMs).toISOString().slice(0, 10)
    const scope = scopeOf(request.reader)
    if (scope.kind !== 'all') throw notFound()
    return { data: presentOverview(since, await findOverview(db, since, defaultReportQuery, scope)), status: 200 }
  })

  app.get(
    '/api/v1/checks/:check/pages',
    identify.to('list reports'),
    async (request): Promise<ItemEnvelope<CheckPages>> => {
      const { check } = request.params as { check: string }
      if (!isCheck(check)) throw notFound()
      const { pages } = await totals(db)
      return { data: { ...(await countPagesWithIssue(db, check, todayInUtc())), total: pages.all }, status: 200 }
    },
  )
}
