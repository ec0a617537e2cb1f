import type { RobotsFile } from '#analyser/crawl.ts'
import { PageRefused } from './page-refused.ts'
import { sentences } from './sentences.ts'

/** Why an address beside the page has no answer: clauses without a full stop. */
export const reasons = {
  timeUp: 'the time for this report was up',
  limitReached: (requests: number) => `the limit of ${requests} requests was reached`,
  forbidden: ({ url, outcome }: RobotsFile) => {
    const { host } = new URL(url)
    return outcome === 'found' ? `robots.txt of ${host} forbids it` : `robots.txt of ${host} could not be read`
  },
  noAddress: 'it is no web address',
  otherPort: 'only the standard ports, 80 for http and 443 for https, are asked',
  credentials: 'addresses with a user name or a password are not asked',
  fault: 'its answer could not be read',
}

/** What is never asked, by the look of the address: no fault of whoever would answer. */
const neverAsked = new Map([
  [sentences.otherPort, reasons.otherPort],
  [sentences.credentials, reasons.credentials],
  [sentences.redirectCredentials, reasons.credentials],
  [sentences.noScheme, reasons.noAddress],
])

export function reasonOf(error: unknown): { outcome: 'failed' | 'not-asked'; reason: string } {
  if (!(error instanceof PageRefused)) return { outcome: 'failed', reason: reasons.fault }
  const never = neverAsked.get(error.sentence)
  if (never !== undefined) return { outcome: 'not-asked', reason: never }
  return {
    outcome: 'failed',
    reason: error.sentence.replace(/^That page could not be (?:read|reached): /, '').replace(/\.$/, ''),
  }
}
