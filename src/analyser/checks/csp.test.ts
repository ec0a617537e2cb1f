import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { csp, texts } from './csp.ts'

const withPolicy = (...policies: string[]) => checkPage('csp', { headers: { 'content-security-policy': policies } })
const inMeta = (policy: string) =>
  checkPage('csp', { html: document(`<meta http-equiv="Content-Security-Policy" content="${policy}">`) })

const none = csp.titleFail
const inline = texts.inline
const open = texts.anyHost
const silent = texts.unrestricted

describe('csp', () => {
  it('notes where there is none, and of an empty one', () => {
    expect(checkPage('csp', {})).toMatchObject({ outcome: 'info', value: 0, title: none })
    expect(withPolicy(' ; ,')).toMatchObject({ outcome: 'info', value: 0, title: none })
  })

  it('notes one that only reports', () => {
    expect(checkPage('csp', { headers: { 'content-security-policy-report-only': "script-src 'self'" } })).toMatchObject(
      { outcome: 'info', title: texts.reportOnly },
    )
    expect(
      checkPage('csp', {
        html: document('<meta http-equiv="content-security-policy-report-only" content="script-src \'self\'">'),
      }).title,
    ).toBe(none)
  })

  it.each([
    "default-src 'self'",
    "DEFAULT-SRC 'none'",
    "script-src 'self' 'unsafe-inline' 'nonce-R4nd0m'",
    "script-src 'unsafe-inline' 'sha256-abc='",
    "script-src https: 'unsafe-inline' 'strict-dynamic' 'nonce-abc'",
    "default-src 'none'; style-src 'unsafe-inline'",
    "script-src 'self' cdn.example.com *.example.org",
    "script-src 'self'; script-src *",
    "script-src 'self' 'unsafe-eval'",
    "default-src *; script-src 'self'",
    'sandbox allow-forms',
    "script-src *, default-src 'self'",
  ])('passes %s', (policy) =>
    expect(withPolicy(policy)).toMatchObject({
      outcome: 'pass',
      evidence: [
        { snippet: expect.stringContaining('content-security-policy: ') },
        ...(policy.includes(',') ? [{}] : []),
      ],
    }),
  )

  it.each([
    ["script-src 'self' 'unsafe-inline'", inline],
    ["default-src 'self' 'UNSAFE-INLINE'", inline],
    ["script-src 'unsafe-inline' 'nonce-'", inline],
    ["script-src 'self'; script-src-attr 'unsafe-inline'", inline],
    ["script-src-elem 'self'", inline],
    ['default-src *', open],
    ["script-src 'self' https:", open],
    ["script-src 'nonce-a' data:", open],
    ['upgrade-insecure-requests', silent],
    ["frame-ancestors 'none'; object-src 'none'", silent],
    ['sandbox allow-scripts', silent],
  ])('notes %s', (policy, title) => expect(withPolicy(policy)).toMatchObject({ outcome: 'info', title }))

  it('takes several policies together, as each of them has to allow a script', () => {
    expect(withPolicy("script-src 'unsafe-inline'", "script-src 'self'").outcome).toBe('pass')
    expect(withPolicy('upgrade-insecure-requests', "script-src 'unsafe-inline'").title).toBe(inline)
  })

  it('reads meta elements of the head, where a sandbox means nothing', () => {
    expect(inMeta("script-src 'self'")).toMatchObject({ outcome: 'pass', evidence: [{ line: 5 }] })
    expect(inMeta('sandbox').title).toBe(silent)
    expect(
      checkPage('csp', {
        html: document('', '<meta http-equiv="Content-Security-Policy" content="script-src \'self\'">'),
      }).title,
    ).toBe(none)
  })

  it('evaluates a policy of 30 KB by what is stored of it, or not at all', () => {
    const hosts = Array.from({ length: 2000 }, (_, at) => `h${at}.example`).join(' ')
    expect(withPolicy(`script-src 'self'; img-src ${hosts}`).outcome).toBe('pass')
    expect(withPolicy(`img-src ${hosts}; script-src 'self'`)).toMatchObject({
      outcome: 'unknown',
      title: texts.unknown,
    })
    expect(withPolicy(`script-src ${hosts} 'unsafe-inline'`).outcome).toBe('unknown')
  })
})
