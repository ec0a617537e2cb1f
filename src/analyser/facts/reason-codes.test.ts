import { describe, expect, it } from 'vitest'
import { document, fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { evaluate } from '../evaluate.ts'
import type { StoredFacts } from '../page-facts.ts'
import type { ProbePurpose } from '../probe.ts'
import { analysePage } from '../run.ts'
import { type StoredProbeFact, withReasonCodes } from './reason-codes.ts'

/** A probe without a response, as the database has it from the time before codes. */
const stored = (purpose: ProbePurpose, url: string, outcome: string, reason: string) =>
  JSON.parse(
    `{"purpose":"${purpose}","url":"${url}","at":null,"outcome":"${outcome}","reason":"${reason}","redirects":[],` +
      '"finalUrl":null,"status":null,"headers":[],"contentEncodings":[],"wireBytes":null,"tlsVersion":null,' +
      '"sitemap":null,"image":null,"page":null,"code":null}',
  ) as StoredProbeFact

const { iconAccess: _, ...facts } = analysePage(
  fetchedPageOf({ html: document('', '<a href="/lamps">Lamps</a><a href="https://shop.example/">Shop</a>') }),
).facts
const resultsOf = (...probes: StoredProbeFact[]) => evaluate({ ...facts, probes } satisfies StoredFacts).results
const linkResult = (url: string, reason: string) =>
  resultsOf(stored('link', url, 'failed', reason))[url.includes('shop') ? 'broken-external' : 'broken-internal']

const [internal, external] = ['https://example.com/lamps', 'https://shop.example/']

describe('a report stored before probes had codes', () => {
  it.each([
    ['the host name does not exist', 'fail', 'warn'],
    ['it redirects in a circle', 'fail', 'warn'],
    ['it redirects more than 10 times', 'fail', 'warn'],
    ['nothing answers there, or it may not be contacted from here', 'unknown', 'warn'],
    ['it was not complete after 5 seconds', 'unknown', 'warn'],
    ['its server closed the connection before the page was complete', 'unknown', 'warn'],
    ['a secure connection could not be agreed on with its server', 'unknown', 'unknown'],
    ['its server does not answer in valid HTTP', 'unknown', 'unknown'],
    ['its answer could not be read', 'unknown', 'unknown'],
  ])('keeps its results and its words for a link where %s', (reason, internalOutcome, externalOutcome) => {
    expect(linkResult(internal, reason)?.outcome).toBe(internalOutcome)
    expect(linkResult(external, reason)).toMatchObject({
      outcome: externalOutcome,
      evidence: [{ url: external, note: `No response: ${reason}` }],
    })
  })

  it('keeps its results for a favicon that robots.txt forbids, and for one whose robots.txt could not be read', () => {
    const icon = (reason: string) =>
      resultsOf(stored('favicon', 'https://example.com/favicon.ico', 'not-asked', reason))['favicon']?.outcome
    expect(icon('robots.txt of example.com forbids it')).toBe('warn')
    expect(icon('robots.txt of example.com could not be read')).toBe('unknown')
    expect(icon('the limit of 30 requests was reached')).toBe('unknown')
  })

  it('has a code for every sentence that was ever stored, and none for a response', () => {
    const codeOf = (reason: string) => withReasonCodes([stored('link', internal, 'failed', reason)])[0]?.reasonCode
    const sentences = {
      'the time for this report was up': 'time_up',
      'the limit of 30 requests was reached': 'budget',
      'robots.txt of example.com:8080 forbids it': 'robots',
      'robots.txt of example.com could not be read': 'robots_unavailable',
      'it is no web address': 'invalid_url',
      'only the standard ports, 80 for http and 443 for https, are asked': 'other_port',
      'addresses with a user name or a password are not asked': 'has_credentials',
      'the headers of its answer are larger than 32 KB': 'headers_too_large',
      'it redirects to something that is not an http or https address': 'redirect_scheme',
      'it unpacks to far more than was sent, as a compression bomb does': 'compression_bomb',
      'it is compressed more than twice': 'too_many_encodings',
      'it is compressed in a way that browsers were not told to expect': 'unsupported_encoding',
      'its compressed content is damaged': 'corrupt_encoding',
      'words of no known version': 'unreadable',
    }
    expect(Object.fromEntries(Object.keys(sentences).map((sentence) => [sentence, codeOf(sentence)]))).toEqual(
      sentences,
    )
    const answered = { ...stored('link', internal, 'answered', ''), reason: null, status: 200 }
    expect(withReasonCodes([answered])[0]?.reasonCode).toBeNull()
  })

  it('depends on the code alone once there is one', () => {
    const probe = { ...stored('link', internal, 'failed', 'the host name does not exist'), reasonCode: 'tls' as const }
    expect(resultsOf(probe)['broken-internal']?.outcome).toBe('unknown')
  })
})
