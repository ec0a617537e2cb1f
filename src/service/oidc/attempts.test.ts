import { describe, expect, it } from 'vitest'
import { type Attempt, attemptMs, createSignInAttempts } from './attempts.ts'

const attempt: Attempt = {
  provider: 1,
  version: '2026-05-01T12:00:00.000Z',
  purpose: { kind: 'invitation', token: 'the token of an invitation' },
  state: 'a state',
  nonce: 'a nonce',
  verifier: 'a verifier',
  callback: 'https://reports.test/sign-in/1/callback',
  next: '/',
  started: 1_000,
}
const attempts = createSignInAttempts('a secret')

describe('the cookie of an attempt', () => {
  it('keeps it for ten minutes, and only this service reads it', () => {
    const cookie = attempts.seal(attempt)
    expect(Buffer.from(cookie, 'base64url').toString('latin1')).not.toContain('token')
    expect(attempts.open(cookie, 1_000 + attemptMs - 1)).toEqual(attempt)
    expect(attempts.open(cookie, 1_000 + attemptMs)).toBeUndefined()
    expect(createSignInAttempts('another secret').open(cookie, 1_000)).toBeUndefined()
  })

  it.each([undefined, '', 'abc', `${attempts.seal(attempt).slice(0, -2)}AA`])('is refused as %s', (cookie) => {
    expect(attempts.open(cookie, 1_000)).toBeUndefined()
  })
})
