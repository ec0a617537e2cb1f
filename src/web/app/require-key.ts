import { type MiddlewareFunction, redirect } from 'react-router-dom'
import { findKey } from '#web/data/session.ts'
import { paths } from './paths.ts'

/** What is told about the checks is told to everybody, and a report or website may be shared: by the server whose own dashboard this is. */
export const isOpen = (pathname: string) =>
  import.meta.env.MODE !== 'static' && /^\/(checks|(reports|websites)\/[^/]+\/?$)/.test(pathname)

/** Without a key, here or in another tab, the sign-in page comes first and remembers the wanted address. */
export const requireKey: MiddlewareFunction = async ({ request }) => {
  const { pathname, search } = new URL(request.url)
  if (isOpen(pathname) || (await findKey())) return
  throw redirect(paths.signIn(pathname + search + location.hash))
}
