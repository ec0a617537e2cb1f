import { describe, expect, it } from 'vitest'
import { problemOfRedirect } from './failures.ts'

const origin = 'https://seo.example.com'

describe('an upstream redirect', () => {
  it.each([
    '/login',
    'https://seo.example.com/login?next=/',
    '/users/sign_in',
    '/auth/login.php',
    'login',
    'https://login.example.com/x',
    'https://accounts.example.com/',
    '/cdn-cgi/access/login/a',
    '/SignIn',
    '/session/new',
    '/sessions/new',
  ])('to the login page %s becomes 401', (location) =>
    expect(problemOfRedirect('GET', location, origin)).toMatchObject({
      code: 'unauthenticated',
      status: 401,
      headers: { 'WWW-Authenticate': 'Bearer' },
    }),
  )

  it.each([
    '/',
    'https://other.example.com/api/v1/reports',
    '/api/v1/reports/',
    '/blog/catalogin',
    '/logs',
    '/?to=login',
    'javascript:login',
    'http://[',
    '',
    undefined,
  ])('to %s becomes 502', (location) => {
    const { status, code } = problemOfRedirect('GET', location, origin)
    expect([status, code]).toEqual([502, 'upstream_redirect'])
  })

  it('on a server whose own name is a login name becomes 502, because the request may have succeeded', () => {
    expect(problemOfRedirect('POST', '/reports/5', 'https://id.example.com').status).toBe(502)
  })

  it('after a DELETE becomes 401 wherever it leads on the same server', () => {
    const status = (location: string) => problemOfRedirect('DELETE', location, origin).status
    expect(['/', '/home', 'https://seo.example.com/en'].map(status)).toEqual([401, 401, 401])
    expect(['https://other.example.com/', 'http://seo.example.com/', 'javascript:1'].map(status)).toEqual([
      502, 502, 502,
    ])
  })
})
