import { Problem, unauthenticated } from '#service/http/problem.ts'
import { sentences } from './sentences.ts'

const loginWord = /^((log|sign)[-_]?(in|on)|auth|authenticate|authentication|authorize|sso|saml2?|oauth2?|cas|sessions?)(\.\w{1,5})?$/
const loginHost = /^(login|signin|auth|sso|accounts?|id|idp)\./

/**
 * What a redirect is to a caller of the API, for none is followed: to a login page it says that nobody is signed in, with a
 * key or without one; to anywhere else it is a fault in how the two servers were put together.
 */
export function problemOfRedirect(location: string | undefined): Problem {
  return isLogin(location) ? unauthenticated() : new Problem(502, sentences.redirects)
}

function isLogin(location = ''): boolean {
  const url = URL.parse(location, 'http://relative.invalid/')
  if (!url || !/^https?:$/.test(url.protocol)) return false
  return loginHost.test(url.hostname) || url.pathname.toLowerCase().split('/').some((part) => loginWord.test(part))
}
