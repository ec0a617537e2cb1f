import { type MiddlewareFunction, redirect } from 'react-router-dom'
import { findKey } from '#web/api/session.ts'
import { paths } from '#web/paths.ts'

/** Without a key, here or in another tab, the sign-in page comes first and remembers the wanted address. */
export const requireKey: MiddlewareFunction = async ({ request }) => {
  if (await findKey()) return
  const { pathname, search } = new URL(request.url)
  throw redirect(paths.signIn(pathname + search + location.hash))
}
