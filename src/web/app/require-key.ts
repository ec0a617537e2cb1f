import { type MiddlewareFunction, redirect, redirectDocument } from 'react-router-dom'
import { isVisitorPage, pageAt } from '#contract/dashboard-pages.ts'
import { readId } from '#contract/lists/list-query.ts'
import { ApiError } from '#web/data/api-error.ts'
import { queryClient } from '#web/data/query-client.ts'
import { isVisitor, visitedWebsite } from '#web/data/reader.ts'
import { onOwnService } from '#web/data/service.ts'
import { findCredential } from '#web/data/session.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { paths } from './paths.ts'
import { otherServerWords } from './words.ts'

/** Returns true if a visitor can open the page at a path. Only on the server's own dashboard. */
export const isOpenToVisitors = (pathname: string) =>
  import.meta.env.MODE !== 'static' && isVisitorPage(pageAt(pathname).page)

/** Returns true if the page at a path is of the visited website, as visitors see it. */
async function isOfVisit(website: number, pathname: string) {
  const { page, id: text } = pageAt(pathname)
  const id = readId(text)
  if (page !== 'report' || id === null) return page === 'website' && id === website
  const report = await queryClient.ensureQueryData(reportQueries.detail(id)).catch(() => null)
  return report?.website_id === website
}

/** Loads pages outside of the visited website again: the person can have grants for them. */
export const leaveVisit: MiddlewareFunction = async ({ request }) => {
  const website = visitedWebsite()
  if (website === null || (await isOfVisit(website, new URL(request.url).pathname))) return
  throw redirectDocument(request.url)
}

/** Leads to the sign-in page, which remembers the requested URL, if neither this tab nor another one is signed in. */
export const requireKey: MiddlewareFunction = async ({ request }) => {
  const { pathname, search } = new URL(request.url)
  if (isOpenToVisitors(pathname) || (await findCredential())) return
  throw redirect(paths.signIn(pathname + search + location.hash))
}

/**
 * Lets only our own service have a page: another server is asked for nothing of it. There, the start page is the list
 * of reports.
 */
export const requireOwnService: MiddlewareFunction = async ({ request }) => {
  if (isVisitor() || (await onOwnService())) return
  if (new URL(request.url).pathname === paths.home()) throw redirect(paths.reports())
  throw new ApiError('missing', '', { words: otherServerWords })
}
