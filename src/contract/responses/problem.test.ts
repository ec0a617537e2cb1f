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

  it('of our service says whose password opens the resource, and what a repeated request created', () => {
    const newer = { message: 'No.', code: 'newer', codes: { url: ['newer'] } }
    expect(readProblem(newer)).toMatchObject({ ...newer, locked: null })
    expect(readProblem({ locked: { by: 'website', website_id: 7 } }).locked).toEqual({ by: 'website', websiteId: 7 })
    expect(readProblem({ locked: { by: 'link' } }).locked).toEqual({ by: 'link', websiteId: null })
    expect(readProblem({ locked: { by: 'newer' } }).locked).toBeNull()
    expect([readProblem({ id: 12 }).doneId, readProblem({ id: 'k1' }).doneId]).toEqual([12, 'k1'])
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
