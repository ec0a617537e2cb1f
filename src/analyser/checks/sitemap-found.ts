import { sitemapsOf } from '../check-helpers/sitemaps.ts'
import { defineCheck, type LocatedEvidence, googleDocs, pass, warn } from '../define-check.ts'
import type { ProbeFact } from '../facts/probes.ts'
import { isSuccess } from '../fetched-page.ts'
import { noResponse } from '../probes/results.ts'

export const texts = {
  atRoot: 'There’s a sitemap at /sitemap.xml',
  inRobots: 'robots.txt lists a sitemap',
  none: 'No sitemap in robots.txt or at /sitemap.xml',
  notASitemap: 'This isn’t a sitemap',
  missing: 'robots.txt lists a sitemap that doesn’t exist',
}

export const sitemapFound = defineCheck({
  id: 'sitemap-found',
  name: 'XML sitemap',
  aliases: ['sitemap.xml', 'missing sitemap'],
  titlePass: 'The website has a sitemap',
  titleFail: 'No sitemap found',
  why: 'A sitemap tells search engines which pages exist and when they changed. On large or new websites, some pages aren’t found without one.',
  how: 'Publish a sitemap and add its full URL to robots.txt, as in Sitemap: https://example.com/sitemap.xml. We can’t see sitemaps that were only submitted in Search Console.',
  action: 'Publish a list of all pages for search engines',
  effort: 'hours',
  thresholds:
    'Pass: a sitemap listed in robots.txt, or at /sitemap.xml. Warning: none found. Unknown: we couldn’t request it, or it returns 401, 403, 429 or a server error.',
  reference: googleDocs('Build and submit a sitemap', 'crawling-indexing/sitemaps/build-sitemap'),
  grade: 'recommended',
  needs: ['probes', 'robots', 'response'],
  run(facts) {
    const { named, wanted, read } = sitemapsOf(facts)
    const [first] = read
    if (first)
      return pass({
        value: first.url,
        title: named ? texts.inRobots : texts.atRoot,
        evidence: read.map(({ url }) => ({ url })),
      })
    const uncertain = wanted.filter((probe) => !isAbsent(probe))
    if (uncertain.length > 0 || wanted.length === 0) return noResponse('We couldn’t check for a sitemap', uncertain)
    const evidence = wanted.map(({ url, status }): LocatedEvidence => ({
      url,
      note: isSuccess(status) ? texts.notASitemap : `Returned ${status}`,
    }))
    return warn({
      value: null,
      title: named ? texts.missing : texts.none,
      evidence,
    })
  },
})

/** Returns true if the file does not exist. After a refusal or a server error that is unknown. */
const isAbsent = ({ outcome, status }: ProbeFact) =>
  outcome === 'answered' && status !== null && status < 500 && ![401, 403, 429].includes(status)
