import { expect, it } from 'vitest'
import { isLoginPath } from './login-path.ts'

it.each(['/login', '/users/sign_in', '/Log-In', '/login.php', '/auth/realms/seo', '/cas/'])(
  'people sign in at %s',
  (path) => {
    expect(isLoginPath(path)).toBe(true)
  },
)

it.each(['/', '/reports/12', '/login-help', '/blog/catalogue', '/authors'])('people do not sign in at %s', (path) => {
  expect(isLoginPath(path)).toBe(false)
})
