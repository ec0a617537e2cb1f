import { expect, it } from 'vitest'
import { pageIssues, pageState } from '#analyser/page-state.ts'
import { analyseCase, type Case, type Change, expectCase } from '#testing/pages/check-page.ts'

const headers = (changed: NonNullable<Change['headers']>) => ({ headers: changed })
const tls = (changed: object) => ({
  page: {
    tls: {
      protocol: 'TLSv1.3',
      trusted: true,
      problem: null,
      subject: 'example.com',
      issuer: 'Test CA',
      validFrom: '2026-01-01T00:00:00.000Z',
      validTo: '2027-01-01T00:00:00.000Z',
      ...changed,
    },
  },
})
const year = 31_536_000

const cases: Case[] = [
  ['no HSTS', headers({ 'strict-transport-security': null }), { hsts: ['info', null] }],
  ['HSTS for an hour', headers({ 'strict-transport-security': 'max-age=3600' }), { hsts: ['info', 3600] }],
  [
    'HSTS of two years with all directives, in any case',
    headers({ 'strict-transport-security': 'Max-Age="63072000" ; includeSubDomains ; preload' }),
    { hsts: ['pass', 63_072_000] },
  ],
  [
    'of contradicting HSTS headers the first counts',
    headers({ 'strict-transport-security': ['max-age=0', `max-age=${year}`] }),
    { hsts: ['info', 0] },
  ],
  [
    'HSTS that says max-age twice is ignored',
    headers({ 'strict-transport-security': `max-age=${year}; max-age=${year}` }),
    { hsts: 'info' },
  ],
  [
    'HSTS with a max-age that is not a number',
    headers({ 'strict-transport-security': 'max-age=forever' }),
    { hsts: 'info' },
  ],

  [
    'no Content Security Policy',
    headers({ 'content-security-policy': null }),
    { csp: ['info', 0], 'other-headers': ['info', /frame-ancestors/] },
  ],
  [
    'a policy that is only reported',
    headers({
      'content-security-policy': null,
      'content-security-policy-report-only': "script-src 'self'",
      'x-frame-options': 'DENY',
    }),
    { csp: ['info', /report-only/] },
  ],
  [
    'inline scripts allowed',
    headers({ 'content-security-policy': "default-src 'self' 'unsafe-inline'; frame-ancestors 'self'" }),
    { csp: ['info', /inline/] },
  ],
  [
    'inline scripts allowed beside a nonce, which takes it back',
    headers({ 'content-security-policy': "script-src 'nonce-abc' 'unsafe-inline'; frame-ancestors 'self'" }),
    {},
  ],
  [
    'scripts from anywhere',
    headers({ 'content-security-policy': "script-src 'self' https:; frame-ancestors 'self'" }),
    { csp: ['info', /any host/] },
  ],
  [
    'two policies, each of which must allow',
    headers({ 'content-security-policy': ["script-src *; frame-ancestors 'self'", "script-src 'self'"] }),
    {},
  ],
  [
    'two policies in one header',
    headers({ 'content-security-policy': "img-src *; frame-ancestors 'self', script-src 'self'" }),
    {},
  ],
  [
    'a policy by meta element',
    {
      headers: { 'content-security-policy': null, 'x-frame-options': 'SAMEORIGIN' },
      head: '<meta http-equiv="content-security-policy" content="script-src \'self\'">',
    },
    {},
  ],
  [
    'frame-ancestors by meta element means nothing',
    {
      headers: { 'content-security-policy': "script-src 'self'" },
      head: '<meta http-equiv="content-security-policy" content="frame-ancestors \'none\'">',
    },
    { 'other-headers': ['info', /frame-ancestors/] },
  ],
  [
    'nosniff misspelt',
    headers({ 'x-content-type-options': 'no-sniff' }),
    { 'other-headers': ['info', /X-Content-Type-Options/] },
  ],
  [
    'X-Frame-Options with a value nobody knows',
    headers({ 'content-security-policy': "script-src 'self'", 'x-frame-options': 'ALLOW-FROM https://example.com' }),
    { 'other-headers': 'info' },
  ],
  [
    'a referrer policy by meta element',
    { headers: { 'referrer-policy': null }, head: '<meta name="referrer" content="strict-origin">' },
    {},
  ],
  [
    'a referrer policy that tells all',
    headers({ 'referrer-policy': 'unsafe-url' }),
    { 'other-headers': ['info', /Referrer-Policy/] },
  ],

  [
    'versions of server and language',
    headers({ server: 'Apache/2.4.1 (Unix)', 'x-powered-by': 'PHP/8.1.2' }),
    { 'version-leak': ['warn', /PHP\/8\.1\.2/] },
  ],
  ['names without versions', headers({ server: 'Apache', 'x-powered-by': 'Express' }), {}],
  ['a cookie without flags', headers({ 'set-cookie': 'session=1' }), { 'cookie-flags': ['warn', /session/] }],
  [
    'of two cookies one lacks SameSite',
    headers({ 'set-cookie': ['a=1; Secure; HttpOnly; SameSite=Strict', 'b=2; secure; httponly'] }),
    { 'cookie-flags': ['warn', 1] },
  ],
  [
    'flags inside quotes, which cookies do not know',
    headers({ 'set-cookie': 'a="Secure; HttpOnly; SameSite=Lax"' }),
    { 'cookie-flags': ['warn', /Secure/] },
  ],
  ['no cookies', headers({ 'set-cookie': null }), { 'cookie-flags': 'not-applicable' }],

  [
    'a certificate nobody trusts',
    tls({ trusted: false, problem: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    { certificate: ['fail', /self-signed|signed by itself|itself/i] },
  ],
  [
    'a certificate that has ended',
    tls({ trusted: false, problem: 'CERT_HAS_EXPIRED', validTo: '2026-05-01T00:00:00.000Z' }),
    { certificate: ['fail', /expired|ended/i] },
  ],
  [
    'a certificate for another name',
    tls({ trusted: false, problem: 'ERR_TLS_CERT_ALTNAME_INVALID', subject: 'museum.example' }),
    { certificate: ['fail', /name/i] },
  ],
  ['a certificate with twenty days left', tls({ validTo: '2026-06-22T12:00:00.000Z' }), { certificate: ['warn', 20] }],
  ['an old version of TLS agreed on', tls({ protocol: 'TLSv1.1' }), { 'tls-version': 'fail' }],
  [
    'an old version of TLS still offered',
    { answers: { 'old-tls': { status: null, finalUrl: null, tlsVersion: 'TLSv1.1' } } },
    { 'tls-version': 'fail' },
  ],
  ['an old protocol', { page: { httpVersion: '1.1' } }, { 'http-version': ['info', 'HTTP/1.1'] }],
  [
    'nothing is compressed',
    { page: { contentEncodings: [] }, text: `<p>${'Lamps stand along the path. '.repeat(400)}</p>` },
    { compression: ['fail', /HTML/], '*': 'pass' },
  ],
  ['compressed twice over', { page: { contentEncodings: ['gzip', 'br'] } }, {}],

  [
    'a page over HTTP',
    { page: { finalUrl: 'http://example.com/garden/lamps?page=2', tls: null } },
    {
      https: 'fail',
      hsts: 'not-applicable',
      certificate: 'not-applicable',
      'tls-version': 'not-applicable',
      'mixed-content': 'not-applicable',
      '*': 'pass',
    },
  ],
]

it.each(cases)('%s', (...row) => expectCase(row))

it.each(['strict-transport-security', 'content-security-policy', 'x-content-type-options', 'referrer-policy'])(
  'without %s, a page keeps its score and has no issue',
  (header) => {
    const { facts, results, score } = analyseCase(headers({ [header]: null }))
    expect(score).toBe(100)
    expect(pageIssues(results)).toEqual([])
    expect(pageState(facts, results).main_issue).toBeNull()
  },
)
