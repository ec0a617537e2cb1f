import { type MiddlewareFunction, redirect } from 'react-router-dom'
import { findKey } from '#web/api/session.ts'
import { paths } from '#web/paths.ts'

/** What is told about the checks is told to everybody; without a key those pages bring a frame of their own. */
export const isOpen = (pathname: string) => pathname.startsWith(paths.checks())

/** Without a key, here or in another tab, the sign-in page comes first and remembers the wanted address. */
export const requireKey: MiddlewareFunction = async ({ request }) => {
  const { pathname, search } = new URL(request.url)
  if ((await findKey()) || isOpen(pathname)) return
  throw redirect(paths.signIn(pathname + search + location.hash))
}
