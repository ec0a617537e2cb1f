import { type MiddlewareFunction, redirect } from 'react-router-dom'
import { isVisitorPage, pageAt } from '#contract/dashboard-pages.ts'
import { ApiError } from '#web/data/api-error.ts'
import { isVisitor } from '#web/data/reader.ts'
import { onOwnService } from '#web/data/service.ts'
import { findKey } from '#web/data/session.ts'
import { paths } from './paths.ts'
import { otherServerWords } from './words.ts'

/** Returns true if a visitor can open the page at a path. Only on the server's own dashboard. */
export const isOpenToVisitors = (pathname: string) =>
  import.meta.env.MODE !== 'static' && isVisitorPage(pageAt(pathname).page)

/** Leads to the sign-in page, which remembers the requested URL, if neither this tab nor another one has a key. */
export const requireKey: MiddlewareFunction = async ({ request }) => {
  const { pathname, search } = new URL(request.url)
  if (isOpenToVisitors(pathname) || (await findKey())) return
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
