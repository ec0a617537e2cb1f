import { type ReadSitemap, sitemapsOf } from '../check-helpers/sitemaps.ts'
import { count, defineCheck, fail, type LocatedEvidence, googleDocs, notApplicable, pass } from '../define-check.ts'
import type { ProbeFact } from '../facts/probes.ts'
import { isSuccess } from '../fetched-page.ts'
import { noResponse } from '../probes/results.ts'

const urlLimit = 50_000
const byteLimit = 50 * 1024 * 1024

export const texts = {
  error: 'The sitemap has an error',
  notASitemap: 'This isn’t a sitemap (no urlset, sitemapindex or list of URLs).',
  partlyRead: (reason: string) => `Not everything was read: ${reason}.`,
  returned: (status: number | string) => `This listed sitemap returned ${status}.`,
  valid: (sitemaps: number, urls: number, cut: boolean) =>
    `${count(sitemaps, 'sitemap')} with ${count(urls, 'URL')} ${sitemaps === 1 ? 'is' : 'are'} valid${cut ? '; some parts weren’t read' : ''}`,
}

export const sitemapValid = defineCheck({
  id: 'sitemap-valid',
  name: 'Sitemap errors',
  aliases: ['invalid sitemap', 'XML sitemap', 'sitemap size'],
  titlePass: 'The sitemap is valid',
  titleFail: 'The sitemap has errors',
  why: 'Search engines drop a sitemap they can’t read, and every URL in it.',
  how: 'Fix the XML at the lines shown. Split sitemaps over 50,000 URLs or 50 MB and list the parts in a sitemap index. Remove missing sitemaps from the index.',
  action: 'Repair the list of pages for search engines',
  effort: 'hours',
  thresholds:
    'Fail: unreadable XML, over 50,000 URLs or 50 MB uncompressed in one file, or a listed sitemap that doesn’t return a success (sitemaps.org; Google). Unknown: we couldn’t request the sitemap. Not applicable: no sitemap was found.',
  reference: googleDocs('Build and submit a sitemap', 'crawling-indexing/sitemaps/build-sitemap'),
  grade: 'required',
  needs: ['probes', 'robots', 'response'],
  run(facts) {
    const { wanted, read, missing, unread } = sitemapsOf(facts)
    if (read.length === 0) {
      const silent = wanted.filter(({ outcome }) => outcome !== 'answered')
      return silent.length > 0 || wanted.length === 0
        ? noResponse('We couldn’t check the sitemap', silent)
        : notApplicable('No sitemap was found')
    }
    const faults = [
      ...read.flatMap(faultsOf),
      ...missing.filter(({ outcome }) => outcome === 'answered').map(missingSitemap),
    ]
    const [first] = faults
    if (first)
      return fail({
        value: faults.length,
        title: faults.length === 1 ? texts.error : `The sitemaps have ${count(faults.length, 'error')}`,
        evidence: faults,
      })
    const listed = read.reduce((sum, { sitemap }) => sum + sitemap.urls, 0)
    return pass({
      value: listed,
      title: texts.valid(read.length, listed, unread !== null),
      evidence: unread === null ? [] : [{ note: texts.partlyRead(unread) }],
    })
  },
})

function faultsOf({ url, sitemap }: ReadSitemap): LocatedEvidence[] {
  const { kind, urls, children, bytes, problem } = sitemap
  const faults: LocatedEvidence[] = []
  if (problem) faults.push({ url, line: problem.line, note: problem.text.slice(0, 300) })
  else if (kind === 'unknown') faults.push({ url, note: texts.notASitemap })
  if (urls > urlLimit)
    faults.push({ url, note: `It lists ${count(urls, 'URL')}. The limit is ${urlLimit.toLocaleString('en')}.` })
  if (children > urlLimit)
    faults.push({ url, note: `It lists ${count(children, 'sitemap')}. The limit is ${urlLimit.toLocaleString('en')}.` })
  if (bytes > byteLimit) faults.push({ url, note: `It’s over 50 MB (${count(byteLimit, 'byte')}).` })
  return faults
}

function missingSitemap({ url, status }: ProbeFact): LocatedEvidence {
  const success = isSuccess(status)
  return {
    url,
    note: success ? 'This is listed as a sitemap, but isn’t one.' : texts.returned(status ?? 'no status'),
  }
}
