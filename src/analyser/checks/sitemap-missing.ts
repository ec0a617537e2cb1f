import { sitemapEntry, sitemapEntryNeeds, undeterminedEntry, unreadText } from '../check-helpers/sitemap-entry.ts'
import { count, defineCheck, googleDocs, pass, unknown, warn } from '../define-check.ts'

export const texts = {
  listed: 'The sitemap lists this page',
  leftOut: 'The sitemap correctly leaves out this page',
  notAmong: (urls: string) => `This page isn’t among its ${urls}.`,
  unread: unreadText,
}

export const sitemapMissing = defineCheck({
  id: 'sitemap-missing',
  name: 'Sitemap entry',
  aliases: ['in sitemap', 'XML sitemap', 'indexability', 'orphan page'],
  titlePass: 'The sitemap lists this page',
  titleFail: 'This page is missing from the sitemap',
  why: 'A sitemap should list every page you want in search, and no others. Mistakes mislead search engines.',
  how: 'List the page’s exact canonical URL.',
  action: 'Add this page to the list of pages for search engines',
  effort: 'minutes',
  thresholds:
    'Pass: the sitemap lists the page, or correctly leaves it out. Warning: an indexable page isn’t listed. Unknown: we couldn’t read every sitemap and didn’t find the page. Not applicable: no sitemap was found.',
  reference: googleDocs('Build and submit a sitemap', 'crawling-indexing/sitemaps/build-sitemap'),
  grade: 'recommended',
  needs: sitemapEntryNeeds,
  uses: ['mainText', 'beyond', 'canonicalHost'],
  changeable: true,
  judgesErrors: true,
  run(facts) {
    const entry = sitemapEntry(facts)
    if ('outcome' in entry) return entry
    const { read, unread, unwanted } = entry
    const listing = entry.listing ?? entry.before
    if (listing) return pass({ value: listing.url, evidence: [{ url: listing.url }] })
    if (unread !== null)
      return unknown(undeterminedEntry, texts.unread(unread), { evidence: read.map(({ url }) => ({ url })) })
    if (unwanted !== null) return pass({ value: null, title: texts.leftOut })
    return warn({
      ownCause: true,
      value: null,
      evidence: read.map(({ url, sitemap }) => ({ url, note: texts.notAmong(count(sitemap.urls, 'URL')) })),
    })
  },
})
