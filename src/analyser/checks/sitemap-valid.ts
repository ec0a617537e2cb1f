import { count, defineCheck, fail, type Finding, googleDocs, notApplicable, pass } from '../define-check.ts'
import type { ProbeFact } from '../facts/probes.ts'
import { noResponse } from '../probes/results.ts'
import { type ReadSitemap, sitemapsOf } from '../sitemaps.ts'

const urlLimit = 50_000
const byteLimit = 50 * 1024 * 1024

export const sitemapValid = defineCheck({
  id: 'sitemap-valid',
  name: 'Sitemap errors',
  aliases: ['invalid sitemap', 'XML sitemap', 'sitemap size'],
  titlePass: 'The sitemap can be read by search engines',
  titleFail: 'The sitemap has faults',
  why: 'Search engines drop a sitemap that they cannot read, and with it all the addresses it lists.',
  how: 'Correct the XML at the lines shown. Split a sitemap of more than 50,000 addresses or 50 MB and name its parts in an index. Remove parts from the index that no longer exist.',
  thresholds:
    'XML that cannot be read, more than 50,000 addresses or 50 MB (52,428,800 bytes, uncompressed) in a file, and a listed sitemap that does not answer with success fail: sitemaps.org and Google set these limits.',
  reference: googleDocs('Build and submit a sitemap', 'crawling-indexing/sitemaps/build-sitemap'),
  grade: 'required',
  needs: ['probes', 'robots', 'response'],
  run(facts) {
    const { wanted, read, missing, unread } = sitemapsOf(facts)
    if (read.length === 0) {
      const silent = wanted.filter(({ outcome }) => outcome !== 'answered')
      return silent.length > 0 || wanted.length === 0
        ? noResponse('Whether the sitemap can be read could not be determined', silent)
        : notApplicable('No sitemap was found that could be judged')
    }
    const faults = [
      ...read.flatMap(faultsOf),
      ...missing.filter(({ outcome }) => outcome === 'answered').map(missingSitemap),
    ]
    const [first] = faults
    if (first)
      return fail({
        value: faults.length,
        title: faults.length === 1 ? 'A sitemap has a fault' : `The sitemaps have ${faults.length} faults`,
        evidence: faults,
      })
    const listed = read.reduce((sum, { sitemap }) => sum + sitemap.urls, 0)
    return pass({
      value: listed,
      title: `${count(read.length, 'sitemap')} could be read, with ${count(listed, 'address', 'addresses')}${unread === null ? '' : '; not all were looked at'}`,
      evidence: unread === null ? [] : [{ note: `Not all were looked at: ${unread}.` }],
    })
  },
})

function faultsOf({ url, sitemap }: ReadSitemap): Finding[] {
  const { kind, urls, children, bytes, problem } = sitemap
  const faults: Finding[] = []
  if (problem) faults.push({ url, line: problem.line, note: problem.text.slice(0, 300) })
  else if (kind === 'unknown')
    faults.push({ url, note: 'This is no sitemap: neither a urlset, nor a sitemapindex, nor a list of addresses.' })
  if (urls > urlLimit) faults.push({ url, note: `It lists ${urls} addresses; ${urlLimit} are allowed.` })
  if (children > urlLimit) faults.push({ url, note: `It lists ${children} sitemaps; ${urlLimit} are allowed.` })
  if (bytes > byteLimit) faults.push({ url, note: `It has more than ${byteLimit} bytes.` })
  return faults
}

function missingSitemap({ url, status }: ProbeFact): Finding {
  const success = status !== null && status >= 200 && status < 300
  return {
    url,
    note: success
      ? 'This is listed as a sitemap and is none.'
      : `This sitemap is listed and answers with status ${status ?? 'unknown'}.`,
  }
}
