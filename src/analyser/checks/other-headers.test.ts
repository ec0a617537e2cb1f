import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './other-headers.ts'

const all = { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'referrer-policy': 'same-origin' }
type Headers = Record<string, string | string[] | null>
const withHeaders = (headers: Headers, head = '') =>
  checkPage('other-headers', { html: document(head), headers: { ...all, ...headers } })

describe('other-headers', () => {
  it('notes all three where none is sent', () => {
    expect(checkPage('other-headers', {})).toMatchObject({
      outcome: 'info',
      value: 3,
      title: texts.faulty(['X-Content-Type-Options', 'frame-ancestors', 'Referrer-Policy']),
      evidence: [{ note: texts.noSniffing }, { note: texts.noFraming }, { note: texts.noReferrer }],
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
    [texts.sniffing('“sniff, nosniff”'), { 'x-content-type-options': ['sniff', 'nosniff'] }],
    [texts.framing('“allow-from https://a.example”'), { 'x-frame-options': 'ALLOW-FROM https://a.example' }],
    [texts.framing('“allowall”'), { 'x-frame-options': 'ALLOWALL' }],
    [texts.anyFrame, { 'content-security-policy': 'frame-ancestors *' }],
    [texts.unsafeUrl, { 'referrer-policy': 'no-referrer, unsafe-url' }],
    [texts.referrer('“none”'), { 'referrer-policy': 'none' }],
  ])('notes: %s', (note, headers) =>
    expect(withHeaders(headers)).toMatchObject({ outcome: 'info', value: 1, evidence: [{ note }] }),
  )

  it('takes the referrer policy from a meta element, but frame-ancestors from headers alone', () => {
    expect(withHeaders({ 'referrer-policy': null }, '<meta name="referrer" content="never">').outcome).toBe('pass')
    expect(withHeaders({}, '<meta name="referrer" content="always">').evidence).toEqual([{ note: texts.unsafeUrl }])
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
