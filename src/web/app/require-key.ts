import { type MiddlewareFunction, redirect } from 'react-router-dom'
import { isVisitorPage, pageAt } from '#contract/dashboard-pages.ts'
import { findKey } from '#web/data/session.ts'
import { paths } from './paths.ts'

/** Returns true if a visitor can open the page at a path. Only on the server's own dashboard. */
export const isOpenToVisitors = (pathname: string) =>
  import.meta.env.MODE !== 'static' && isVisitorPage(pageAt(pathname).page)

/** Leads to the sign-in page, which remembers the requested URL, if neither this tab nor another one has a key. */
export const requireKey: MiddlewareFunction = async ({ request }) => {
  const { pathname, search } = new URL(request.url)
  if (isOpenToVisitors(pathname) || (await findKey())) return
  throw redirect(paths.signIn(pathname + search + location.hash))
}
