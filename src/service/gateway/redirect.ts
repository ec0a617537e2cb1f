import { isLoginPath } from '#contract/login-path.ts'
import { Problem, unauthenticated } from '#service/http/problem.ts'
import { sentences } from './sentences.ts'

/** Another server's: of upstream itself the name says nothing. */
const loginHost = /^(login|signin|auth|sso|accounts?|id|idp)\./

/**
 * What a redirect is to a caller of the API, for none is followed: to a login page it says that nobody is signed in, with a
 * key or without one, and so does every one on the same server after a DELETE, which says of itself that no JSON is asked
 * for. Any other is a fault in how the two servers were put together.
 * @param origin of upstream
 */
export function problemOfRedirect(method: string, location: string | undefined, origin: string): Problem {
  const url = location === undefined ? null : URL.parse(location, origin)
  const isRefusal =
    url &&
    /^https?:$/.test(url.protocol) &&
    (isLoginPath(url.pathname) || (url.origin === origin ? method === 'DELETE' : loginHost.test(url.hostname)))
  return isRefusal ? unauthenticated() : new Problem(502, sentences.redirects)
}
