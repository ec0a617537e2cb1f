import type { FetchFailure } from '#contract/reports/fetch-failures.ts'
import type { ProbeFact } from './probes.ts'

/** A probe as it was stored before probes had codes. */
export type StoredProbeFact = Omit<ProbeFact, 'reasonCode'> & Partial<Pick<ProbeFact, 'reasonCode'>>

/** Adds the codes to stored probes that have only a sentence. All other code decides by the code alone. */
export const withReasonCodes = (probes: StoredProbeFact[]): ProbeFact[] =>
  probes.map((probe) => ({
    ...probe,
    reasonCode: probe.reasonCode !== undefined ? probe.reasonCode : codeOf(probe.reason),
  }))

function codeOf(reason: string | null): FetchFailure | null {
  if (reason === null) return null
  return codes.find(([sentence]) => sentence.test(reason))?.[1] ?? 'unreadable'
}

/** All sentences that were ever stored. They don't follow later wordings. */
const codes: [sentence: RegExp, code: FetchFailure][] = [
  [/^the time for this report was up$/, 'time_up'],
  [/^the limit of \d+ requests was reached$/, 'budget'],
  [/^robots\.txt of \S+ forbids it$/, 'robots'],
  [/^robots\.txt of \S+ could not be read$/, 'robots_unavailable'],
  [/^it is no web address$/, 'invalid_url'],
  [/^only the standard ports, 80 for http and 443 for https, are asked$/, 'other_port'],
  [/^addresses with a user name or a password are not asked$/, 'has_credentials'],
  [/^nothing answers there, or it may not be contacted from here$/, 'unreachable'],
  [/^the host name does not exist$/, 'dns'],
  [/^a secure connection could not be agreed on with its server$/, 'tls'],
  [/^it was not complete after [\d.]+ seconds$/, 'timeout'],
  [/^with its redirects and waiting times it took more than [\d.]+ seconds$/, 'timeout'],
  [/^its server closed the connection before the page was complete$/, 'connection_closed'],
  [/^its server does not answer in valid HTTP$/, 'invalid_response'],
  [/^the headers of its answer are larger than \d+ KB$/, 'headers_too_large'],
  [/^it redirects in a circle$/, 'redirect_loop'],
  [/^it redirects more than \d+ times$/, 'too_many_redirects'],
  [/^it redirects to something that is not an http or https address$/, 'redirect_scheme'],
  [/^it unpacks to far more than was sent, as a compression bomb does$/, 'compression_bomb'],
  [/^it is compressed more than (?:twice|\d+ times)$/, 'too_many_encodings'],
  [/^it is compressed in a way that browsers were not told to expect$/, 'unsupported_encoding'],
  [/^its compressed content is damaged$/, 'corrupt_encoding'],
  [/^The address is longer than /, 'too_long'],
]
