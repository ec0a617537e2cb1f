import { isBlockedByCanonical } from '#contract/reports/indexability.ts'
import { sitemapEntry, sitemapEntryNeeds, undeterminedEntry, unreadText } from '../check-helpers/sitemap-entry.ts'
import type { ReadSitemap } from '../check-helpers/sitemaps.ts'
import { defineCheck, type LocatedEvidence, googleDocs, pass, unknown, warn } from '../define-check.ts'

export const texts = {
  notListed: 'The sitemap doesn’t list this URL',
  redirects: 'The sitemap lists a URL that redirects to this page',
  listedBut: (reason: string) => `This sitemap lists the page, but ${reason}.`,
}

export const inSitemap = defineCheck({
  id: 'in-sitemap',
  name: 'Sitemap URLs',
  aliases: ['non-indexable URL in sitemap', 'XML sitemap', 'redirect in sitemap', '404 in sitemap'],
  titlePass: 'The sitemap lists a URL Google can index',
  titleFail: 'The sitemap lists a URL Google won’t index',
  faults: {
    redirects: 'The sitemap lists a URL that redirects',
  },
  why: 'A sitemap should list every page you want in search, and no others. Mistakes mislead search engines.',
  how: 'If the page belongs in search, repair what keeps it out. Otherwise remove its URL from the sitemap, or list the URL to which it redirects.',
  action: 'Remove addresses that don’t belong in search from the list of pages for search engines',
  effort: 'minutes',
  thresholds:
    'Pass: the sitemap lists no URL of the page, or Google can index it. Warning: it lists a page that Google won’t index (an error, a block, noindex, another canonical that Google can read or no content), or a URL that redirects to the page. Not applicable: no sitemap was found.',
  reference: googleDocs('Build and submit a sitemap', 'crawling-indexing/sitemaps/build-sitemap'),
  grade: 'recommended',
  needs: sitemapEntryNeeds,
  uses: ['mainText', 'beyond', 'canonicalHost'],
  changeable: true,
  judgesErrors: true,
  run(facts) {
    const entry = sitemapEntry(facts)
    if ('outcome' in entry) return entry
    const { before, listing, read, unread, unwanted, code } = entry
    const evidence = (sitemap: ReadSitemap, note: string): LocatedEvidence[] => [{ url: sitemap.url, note }]
    if (before)
      return warn({
        ownCause: true,
        value: before.url,
        fault: 'redirects',
        title: texts.redirects,
        evidence: evidence(before, `This sitemap lists ${facts.response.askedUrl.slice(0, 300)}, which redirects.`),
      })
    // The fault is then the canonical tag, not the entry.
    if (unwanted === null || isBlockedByCanonical(code))
      return listing
        ? pass({ value: listing.url, evidence: [{ url: listing.url }] })
        : pass({ value: null, title: texts.notListed })
    if (!listing)
      return unread === null
        ? pass({ value: null, title: texts.notListed })
        : unknown(undeterminedEntry, unreadText(unread), { evidence: read.map(({ url }) => ({ url })) })
    return warn({ value: listing.url, evidence: evidence(listing, texts.listedBut(unwanted)) })
  },
})
