import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/check-page.ts'
import { document } from '#testing/crawl.ts'

const all = { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'referrer-policy': 'same-origin' }
type Headers = Record<string, string | string[] | null>
const withHeaders = (headers: Headers, head = '') =>
  checkPage('other-headers', { html: document(head), headers: { ...all, ...headers } })

describe('other-headers', () => {
  it('warns of all three where none is sent', () => {
    expect(checkPage('other-headers', {})).toMatchObject({
      outcome: 'warn',
      value: 3,
      title:
        '3 of 3 security headers are missing or have no effect: X-Content-Type-Options, frame-ancestors, Referrer-Policy',
      evidence: [
        { note: 'There’s no X-Content-Type-Options.' },
        { note: 'There’s no frame-ancestors or X-Frame-Options.' },
        { note: 'There’s no Referrer-Policy.' },
      ],
    })
  })

  it.each<[string, Headers]>([
    ['all three', {}],
    ['any case', { 'x-content-type-options': 'NoSniff', 'x-frame-options': 'SameOrigin' }],
    ['nosniff first', { 'x-content-type-options': ['nosniff', 'x'] }],
    ['the same option twice', { 'x-frame-options': ['DENY', 'DENY'] }],
    ['options that contradict each other, which browsers take as DENY', { 'x-frame-options': 'ALLOWALL, SAMEORIGIN' }],
    [
      'frame-ancestors without options',
      { 'x-frame-options': null, 'content-security-policy': "frame-ancestors 'self' https://a.example" },
    ],
    [
      'frame-ancestors with nothing, which is nobody',
      { 'x-frame-options': null, 'content-security-policy': 'frame-ancestors' },
    ],
    [
      'one of two policies',
      { 'x-frame-options': null, 'content-security-policy': ['frame-ancestors *', "frame-ancestors 'none'"] },
    ],
    [
      'a referrer policy after one that is not known',
      { 'referrer-policy': 'no-referrer, strict-origin-when-cross-origin, future' },
    ],
  ])('passes %s', (_case, headers) => expect(withHeaders(headers)).toMatchObject({ outcome: 'pass', value: 0 }))

  it.each<[string, Headers]>([
    [
      'X-Content-Type-Options is “sniff, nosniff”. Browsers use the first value, which isn’t nosniff.',
      { 'x-content-type-options': ['sniff', 'nosniff'] },
    ],
    [
      'X-Frame-Options is “allow-from https://a.example”, which has no effect.',
      { 'x-frame-options': 'ALLOW-FROM https://a.example' },
    ],
    ['X-Frame-Options is “allowall”, which has no effect.', { 'x-frame-options': 'ALLOWALL' }],
    ['frame-ancestors * lets every website frame this page.', { 'content-security-policy': 'frame-ancestors *' }],
    [
      'The referrer policy is unsafe-url, which sends full URLs to every website.',
      { 'referrer-policy': 'no-referrer, unsafe-url' },
    ],
    ['The referrer policy is “none”, which browsers don’t recognise.', { 'referrer-policy': 'none' }],
  ])('warns: %s', (note, headers) =>
    expect(withHeaders(headers)).toMatchObject({ outcome: 'warn', value: 1, evidence: [{ note }] }),
  )

  it('takes the referrer policy from a meta element, but frame-ancestors from headers alone', () => {
    expect(withHeaders({ 'referrer-policy': null }, '<meta name="referrer" content="never">').outcome).toBe('pass')
    expect(withHeaders({}, '<meta name="referrer" content="always">').evidence).toEqual([
      { note: 'The referrer policy is unsafe-url, which sends full URLs to every website.' },
    ])
    expect(
      withHeaders(
        { 'x-frame-options': null },
        `<meta http-equiv="content-security-policy" content="frame-ancestors 'none'">`,
      ).value,
    ).toBe(1)
  })

  it('has an answer to a header of 30 KB', () => {
    expect(
      withHeaders({ 'x-frame-options': 'DENY,'.repeat(6000), 'referrer-policy': 'x,'.repeat(15_000) }).evidence,
    ).toEqual([
      { note: expect.stringMatching(/^The referrer policy is “x, x.{90,100}”, which browsers don’t recognise\.$/) },
    ])
  })
})
