import { describe, expect, it } from 'vitest'
import { isLoginPath, readProblem } from './problem.ts'

describe('an error response', () => {
  it('is read from our shape, both of Laravel’s, and problem details', () => {
    expect(readProblem({ message: 'No.', errors: { url: ['Bad.'] }, status: 422 })).toMatchObject({
      message: 'No.',
      errors: { url: ['Bad.'] },
    })
    expect(readProblem({ message: { url: ['Bad.'] } })).toMatchObject({ message: 'Bad.', errors: { url: ['Bad.'] } })
    expect(readProblem({ title: 'Gone', detail: 'It was deleted.' }).message).toBe('It was deleted.')
    expect(readProblem({ errors: ['Bad.', 'Worse.'] })).toMatchObject({ message: 'Bad. Worse.', errors: {} })
    expect(readProblem({ error: 'Not that one.' }).message).toBe('Not that one.')
    expect(readProblem({ errors: [], error: {} }).message).toBeNull()
    expect(readProblem('<html>').message).toBeNull()
  })
})

it.each(['/login', '/users/sign_in', '/Log-In', '/login.php', '/auth/realms/seo', '/cas/'])(
  '%s is a login page',
  (path) => {
    expect(isLoginPath(path)).toBe(true)
  },
)

it.each(['/', '/reports/12', '/login-help', '/blog/catalogue', '/authors'])('%s is not a login page', (path) => {
  expect(isLoginPath(path)).toBe(false)
})
