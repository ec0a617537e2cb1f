import { defineCheck, type Finding, googleDocs, pass, warn } from '../define-check.ts'
import type { ProbeFact } from '../facts/probes.ts'
import { noResponse } from '../probes/results.ts'
import { sitemapsOf } from '../sitemaps.ts'

export const sitemapFound = defineCheck({
  id: 'sitemap-found',
  name: 'XML sitemap',
  aliases: ['sitemap.xml', 'missing sitemap'],
  titlePass: 'The website has a sitemap that search engines find',
  titleFail: 'No sitemap was found',
  why: 'A sitemap tells search engines which pages there are and when they changed. On large or new sites some pages are not found without.',
  how: 'Publish a sitemap and name its full address in a Sitemap line of robots.txt. A sitemap that is only submitted to search engines is not seen here.',
  thresholds:
    'A sitemap that a Sitemap line of robots.txt leads to, else one at /sitemap.xml, passes. None warns; whether one was submitted elsewhere cannot be seen.',
  reference: googleDocs('Build and submit a sitemap', 'crawling-indexing/sitemaps/build-sitemap'),
  grade: 'recommended',
  needs: ['probes', 'robots', 'response'],
  run(facts) {
    const { named, wanted, read } = sitemapsOf(facts)
    const [first] = read
    if (first)
      return pass({
        value: first.url,
        title: named ? 'robots.txt leads to a sitemap' : 'There is a sitemap at /sitemap.xml',
        evidence: read.map(({ url }) => ({ url })),
      })
    const uncertain = wanted.filter((probe) => !isAbsent(probe))
    if (uncertain.length > 0 || wanted.length === 0)
      return noResponse('Whether there is a sitemap could not be determined', uncertain)
    const evidence = wanted.map(({ url, status }): Finding => ({
      url,
      note: status !== null && status >= 200 && status < 300 ? 'What stands there is no sitemap' : `Status ${status}`,
    }))
    return warn({
      value: null,
      title: named
        ? 'robots.txt names a sitemap that is not there'
        : 'robots.txt leads to no sitemap, and there is none at /sitemap.xml',
      evidence,
    })
  },
})

/** Whether the file does not exist. After a refusal or a server error that is unknown. */
const isAbsent = ({ outcome, status }: ProbeFact) =>
  outcome === 'answered' && status !== null && status < 500 && ![401, 403, 429].includes(status)
