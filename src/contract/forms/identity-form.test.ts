import { describe, expect, it } from 'vitest'
import { identityLimits } from '../websites/identity.ts'
import { messageOf, readForm } from './form.ts'
import { IdentityForm } from './identity-form.ts'

const read = (fields: Record<string, string>) => readForm(IdentityForm, fields)
/** "field code: sentence" of each problem. */
const problemsOf = (fields: Record<string, string>) =>
  read(fields).problems.map((problem) => `${problem.field} ${problem.code}: ${messageOf(IdentityForm, problem)}`)
const problemOf = (fields: Record<string, string>) => problemsOf(fields)[0]

it('keeps absent fields and clears empty ones', () => {
  expect(read({}).values).toEqual({})
  expect(
    read({
      user_agent_suffix: '',
      headers: '',
      cookies: '',
      hosts: '',
      signature: '',
      judge_as_production: '',
      render: '',
    }).values,
  ).toEqual({
    user_agent_suffix: '',
    headers: [],
    cookies: [],
    hosts: [],
    signature: false,
    judge_as_production: false,
    render: 'auto',
  })
})

describe('headers', () => {
  it('are one a line, with their value as typed but for the space around it', () => {
    const headers = 'X-Staging:  a: b \n\nAccept-Language: de, en;q=0.5\n  \nX-Empty:'
    expect(read({ headers }).values?.headers).toEqual([
      ['X-Staging', 'a: b'],
      ['Accept-Language', 'de, en;q=0.5'],
      ['X-Empty', ''],
    ])
  })

  it.each(Object.getOwnPropertyNames(Object.prototype))('can be named %s, as plain objects have it', (name) => {
    expect(read({ headers: `${name}: 1` }).values?.headers).toEqual([[name, '1']])
    expect(read({ cookies: `${name}=1` }).values?.cookies).toEqual([[name, '1']])
  })

  it.each([
    ['X-Staging', 'invalid_type: Line 1 has no colon'],
    ['X-A: 1\nsecret', 'invalid_type: Line 2 has no colon'],
    ['X Staging: 1', 'invalid_id: Line 1: a header’s name'],
    [': 1', 'invalid_id: Line 1'],
    [' X-A: 1', 'invalid_id: Line 1'],
    [':path: /', 'invalid_id: Line 1'],
    ['X-Ä: 1', 'invalid_id: Line 1'],
    ['X-A: 1\r\nX-B: 2', 'invalid_characters: The value of X-A'],
    ['X-A: 1\rX-B: 2', 'invalid_characters: The value of X-A'],
    ['X-A: 1\n\r', 'invalid_type: Line 2'],
    ['X-A: \0', 'invalid_characters: The value of X-A'],
    ['X-A: ä', 'invalid_characters: The value of X-A'],
    ['X-A: 1\nx-a: 2', 'duplicate: x-a appears twice'],
    ['Constructor: 1\nconstructor: 2', 'duplicate: constructor appears twice'],
    ['Host: other.example', 'not_allowed: Host can’t be set'],
    ['content-length: 0', 'not_allowed: content-length'],
    ['Connection: close', 'not_allowed'],
    ['Transfer-Encoding: chunked', 'not_allowed'],
    ['Accept-Encoding: br', 'not_allowed'],
    ['Proxy-Authorization: x', 'not_allowed'],
    ['Upgrade: h2c', 'not_allowed'],
    ['TE: trailers', 'not_allowed'],
    ['Range: bytes=0-1', 'not_allowed'],
    ['If-None-Match: x', 'not_allowed'],
    [
      'Authorization: Bearer x',
      'not_allowed: Authorization can’t be set as a header: only Basic auth is supported, so use the username and password',
    ],
    ['Cookie: a=1', 'not_allowed: Cookie can’t be set as a header: use the cookies'],
    ['User-Agent: x', 'not_allowed: User-Agent can’t be set as a header: use the user agent suffix'],
    ['Signature: x', 'not_allowed: Signature can’t be set as a header: use the signature'],
    [Array.from({ length: identityLimits.headers + 1 }, (_, at) => `X-${at}: 1`).join('\n'), 'too_many: Enter 20'],
    [`X-A: ${'a'.repeat(identityLimits.bytes)}`, 'too_long: Use 8 KiB'],
  ])('%j are refused', (headers, problem) => {
    expect(problemOf({ headers })).toContain(`headers ${problem}`)
    expect(read({ headers }).values).toBeNull()
  })
})

describe('cookies', () => {
  it('are as a browser sends them', () => {
    expect(read({ cookies: ' session=a=b; theme="dark";; __Host-id= ' }).values?.cookies).toEqual([
      ['session', 'a=b'],
      ['theme', '"dark"'],
      ['__Host-id', ''],
    ])
  })

  it.each([
    ['session', 'invalid_type: Cookie 1 has no equals sign'],
    ['a=1; secret', 'invalid_type: Cookie 2'],
    ['=1', 'invalid_id: Cookie 1'],
    ['a b=1', 'invalid_id: Cookie 1'],
    ['Cookie: a=1', 'invalid_id: Cookie 1'],
    ['a=1 2', 'invalid_characters: The value of a'],
    ['a=1,2', 'invalid_characters'],
    ['a="1', 'invalid_characters'],
    ['a=ä', 'invalid_characters'],
    ['a=1\r\nX-Evil: 1', 'invalid_characters'],
    ['a=1\nb=2', 'invalid_characters'],
    ['a=1; Domain=other.example', 'not_allowed: Leave out Domain. Cookies are sent to this website'],
    ['a=1; path=/', 'not_allowed: Leave out path'],
    ['a=1; Secure', 'not_allowed: Leave out Secure'],
    ['a=1; Max-Age=5', 'not_allowed'],
    ['a=1; a=2', 'duplicate: a appears twice'],
    [Array.from({ length: identityLimits.cookies + 1 }, (_, at) => `c${at}=1`).join('; '), 'too_many: Enter 50'],
    [`a=${'a'.repeat(identityLimits.bytes)}`, 'too_long: Use 8 KiB'],
  ])('%j are refused', (cookies, problem) => {
    expect(problemOf({ cookies })).toContain(`cookies ${problem}`)
  })
})

describe('hosts', () => {
  it('are hosts with their port, once each, as URLs have them', () => {
    const hosts =
      'CDN.example.com, bücher.example\nexample.com:8443 example.com:443 a.example:80 127.0.0.1:3000 [::1]:8080 cdn.example.com.'
    expect(read({ hosts }).values?.hosts).toEqual([
      'cdn.example.com',
      'xn--bcher-kva.example',
      'example.com:8443',
      'example.com',
      'a.example',
      '127.0.0.1:3000',
      '[::1]:8080',
    ])
  })

  it('are those of URLs that were pasted', () => {
    const hosts =
      'https://CDN.example.com/a?b#c http://a.example:80/ HTTPS://b.example:8443, c.example/path d.example?x'
    expect(read({ hosts }).values?.hosts).toEqual([
      'cdn.example.com',
      'a.example',
      'b.example:8443',
      'c.example',
      'd.example',
    ])
    expect(read({ production_host: ' https://www.example.com/de/ ' }).values?.production_host).toBe('www.example.com')
  })

  it.each([
    ['*.example.com', 'invalid_type: “*.example.com” isn’t a host'],
    ['ftp://cdn.example.com', 'invalid_type'],
    ['https://', 'invalid_type'],
    ['cdn.example.com:99999', 'invalid_type'],
    ['cdn.example.com:', 'invalid_type'],
    ['ada:secret@cdn.example.com', 'invalid_type: Host 1 isn’t a host'],
    ['https://ada:secret@cdn.example.com/', 'invalid_type: Host 1 isn’t a host'],
    [Array.from({ length: identityLimits.hosts + 1 }, (_, at) => `h${at}.example`).join(' '), 'too_many: Enter 20'],
  ])('%j are refused', (hosts, problem) => {
    expect(problemOf({ hosts })).toContain(`hosts ${problem}`)
  })
})

it('refuses everything else that is wrong, all at once', () => {
  expect(
    problemsOf({
      render: 'auto',
      user_agent_suffix: 'a\r\nb',
      basic_user: 'a:b',
      basic_password: 'a\nb',
      signature: 'yes',
      judge_as_production: '2',
    }).map((problem) => problem.split(':')[0]),
  ).toEqual([
    'render invalid_choice',
    'user_agent_suffix invalid_characters',
    'basic_user invalid_characters',
    'basic_password invalid_characters',
    'signature invalid_choice',
    'judge_as_production invalid_choice',
  ])
  expect(problemOf({ user_agent_suffix: 'x'.repeat(201) })).toContain('too_long')
  expect(problemOf({ basic_password: 'x'.repeat(257) })).toContain('too_long')
})

it('never repeats a value in a sentence', () => {
  const secret = 'marker'
  const problems = problemsOf({
    headers: secret,
    cookies: secret,
    basic_user: `${secret}:`,
    basic_password: `${secret}\n`,
    user_agent_suffix: `${secret}\n\0`,
    hosts: `a:${secret}@b`,
  })
  expect(problems).toHaveLength(6)
  expect(problems.join()).not.toContain(secret)
})
