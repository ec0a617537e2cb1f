import { describe, expect, it } from 'vitest'
import { processorMsOf } from '#testing/processor-time.ts'
import { maxIgnoredParameters, maxJobBody } from '../jobs/job.ts'
import { identityLimits } from '../websites/identity.ts'
import { readForm } from './form.ts'
import { IdentityForm } from './identity-form.ts'
import { NewJobForm } from './job-form.ts'

const list = (count: number, entry: (at: number) => string, separator: string) =>
  Array.from({ length: count }, (_, at) => entry(at)).join(separator)

/** The largest body of an identity, in bytes. */
const identityBody = 64 * 1024

describe('a list that is far too long costs less than a thousand of the longest allowed', () => {
  it.each([
    ['headers', identityLimits.headers, (at: number) => `x${at}:`, '\n', 'too_long'],
    ['cookies', identityLimits.cookies, (at: number) => `x${at}=`, ';', 'too_long'],
    ['hosts', identityLimits.hosts, (at: number) => `x${at}.example`, ' ', 'too_long'],
  ] as const)('in %s of an identity', (field, max, entry, separator, code) => {
    const read = (count: number) => readForm(IdentityForm, { [field]: list(count, entry, separator) })
    const hostile = list(identityBody, entry, separator).slice(0, identityBody)
    expect(read(max).values?.[field]).toHaveLength(max)
    const allowed = processorMsOf(() => {
      for (let at = 0; at < 1_000; at += 1) read(max)
    })
    let problems: unknown
    const longest = processorMsOf(() => ({ problems } = readForm(IdentityForm, { [field]: hostile })))
    expect(problems).toEqual([expect.objectContaining({ field, code })])
    expect(longest).toBeLessThan(allowed)
  })

  it('in query parameters of a crawl', () => {
    const read = (text: string) => readForm(NewJobForm, { crawl: 'https://a.example', ignore_parameters: text })
    const longestAllowed = list(maxIgnoredParameters, (at) => `p${at}`, '\n')
    expect(read(longestAllowed).values?.ignore_parameters).toHaveLength(maxIgnoredParameters)
    const allowed = processorMsOf(() => {
      for (let at = 0; at < 1_000; at += 1) read(longestAllowed)
    })
    const hostile = 'a\n'.repeat(maxJobBody / 2)
    const longest = processorMsOf(() => read(hostile))
    expect(longest).toBeLessThan(allowed)
  })
})
