import { canBeIndexed, isBlockedByCanonical } from '#contract/reports/indexability.ts'
import { isSameUrl } from '#contract/url-key.ts'
import { type ReadSitemap, sitemapsOf } from '../check-helpers/sitemaps.ts'
import {
  count,
  defineCheck,
  type LocatedEvidence,
  googleDocs,
  notApplicable,
  pass,
  unknown,
  warn,
} from '../define-check.ts'
import { indexabilityOfTarget } from '../indexability.ts'
import { noResponse } from '../probes/results.ts'

const undetermined = 'We couldn’t check the sitemap for this page'

export const texts = {
  listed: 'The sitemap lists this page',
  shouldNot: 'The sitemap lists this page, but shouldn’t',
  leftOut: 'The sitemap correctly leaves out this page',
  redirects: 'The sitemap lists a URL that redirects to this page',
  notAmong: (urls: string) => `This page isn’t among its ${urls}.`,
  listedBut: (reason: string) => `This sitemap lists the page, but ${reason}.`,
  unread: (reason: string) => `We didn’t find the page, but ${reason}.`,
}

export const inSitemap = defineCheck({
  id: 'in-sitemap',
  name: 'Sitemap entry',
  aliases: ['in sitemap', 'XML sitemap', 'indexability', 'orphan page'],
  titlePass: 'The sitemap lists this page correctly',
  titleFail: 'This page is missing from the sitemap',
  why: 'A sitemap should list every page you want in search, and no others. Mistakes mislead search engines.',
  how: 'List the page’s exact canonical URL. Remove URLs that redirect, return errors, are noindexed or have a different canonical.',
  action: 'Add this page to the list of pages for search engines',
  effort: 'minutes',
  thresholds:
    'Pass: the sitemap lists the page, or correctly leaves it out. Warning: an indexable page isn’t listed, a page that Google won’t index is (an error, a block, noindex, a redirect, another canonical that Google can read or no content), or the listed URL redirects to the page. Unknown: we couldn’t read every sitemap and didn’t find the page. Not applicable: no sitemap was found.',
  reference: googleDocs('Build and submit a sitemap', 'crawling-indexing/sitemaps/build-sitemap'),
  grade: 'recommended',
  needs: [
    'probes',
    'robots',
    'response',
    'directives',
    'canonicals',
    'metadata',
    'document',
    'headings',
    'words',
    'appRoot',
    'canonicalAccess',
    'resources',
  ],
  uses: ['mainText', 'beyond', 'canonicalHost'],
  changeable: true,
  judgesErrors: true,
  run(facts) {
    const { wanted, read, unread } = sitemapsOf(facts)
    if (read.length === 0) {
      const silent = wanted.filter(({ outcome }) => outcome !== 'answered')
      return silent.length > 0 || wanted.length === 0
        ? noResponse(undetermined, silent)
        : notApplicable('No sitemap was found')
    }
    const { finalUrl, askedUrl } = facts.response
    const evidence = (sitemap: ReadSitemap, note: string): LocatedEvidence[] => [{ url: sitemap.url, note }]
    const before = isSameUrl(askedUrl, finalUrl) ? undefined : read.find((sitemap) => lists(sitemap, askedUrl))
    if (before)
      return warn({
        ownCause: true,
        value: before.url,
        title: texts.redirects,
        evidence: evidence(before, `This sitemap lists ${askedUrl.slice(0, 300)}, which redirects.`),
      })
    const listing = read.find((sitemap) => lists(sitemap, finalUrl))
    const { state, code, reason } = indexabilityOfTarget(facts)
    // An error of robots.txt keeps no page out of the index for long, and Google runs scripts.
    const isUnwanted = state !== null && !canBeIndexed(state) && code !== 'robots_error'
    if (listing) {
      // The fault is then the canonical tag, not the entry.
      if (!isUnwanted || isBlockedByCanonical(code))
        return pass({ value: listing.url, title: texts.listed, evidence: [{ url: listing.url }] })
      return warn({
        value: listing.url,
        title: texts.shouldNot,
        evidence: evidence(listing, texts.listedBut(reason)),
      })
    }
    if (unread !== null)
      return unknown(undetermined, texts.unread(unread), {
        evidence: read.map(({ url }) => ({ url })),
      })
    if (isUnwanted) return pass({ value: null, title: texts.leftOut })
    return warn({
      ownCause: true,
      value: null,
      evidence: read.map(({ url, sitemap }) => ({
        url,
        note: texts.notAmong(count(sitemap.urls, 'URL')),
      })),
    })
  },
})

const lists = ({ sitemap }: ReadSitemap, url: string) => sitemap.found.some((found) => isSameUrl(found, url))
