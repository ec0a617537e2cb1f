import { canBeIndexed } from '#contract/reports/indexability.ts'
import { sitemapEntryNeeds } from '../check-helpers/sitemap-entry.ts'
import { defineCheck, googleDocs, notApplicable, pass, warn } from '../define-check.ts'
import { indexabilityOfTarget } from '../indexability.ts'
import { crawlRunning } from '../probes/results.ts'

export const texts = {
  notCrawled: 'Only a crawl finds out which links lead to the page',
  notReached: 'The crawl may not have seen all links to the page',
  notIndexed: 'Google won’t index the page, so it needs no links',
}

export const sitemapOnly = defineCheck({
  id: 'sitemap-only',
  name: 'Orphan page',
  aliases: ['orphaned page', 'only in sitemap', 'internal linking', 'inlinks', 'no internal links'],
  titlePass: 'Links lead to the page',
  titleFail: 'Only the sitemap leads to this page',
  why: 'Visitors can’t find the page, and search engines treat a page without links as unimportant.',
  how: 'Link to the page from a related one or from a menu. If no one needs it, remove it from the website and from the sitemap.',
  action: 'Link to this page, or remove it',
  effort: 'minutes',
  thresholds:
    'Pass: links lead to the page from where the crawl started. Warning: the crawl found the page in the sitemap, and no link to it. Not applicable: reports without a crawl, crawls that reached a limit, and pages that can’t be indexed.',
  reference: googleDocs('Crawlable links', 'crawling-indexing/links-crawlable'),
  grade: 'recommended',
  needs: sitemapEntryNeeds,
  uses: ['mainText', 'beyond', 'canonicalHost', 'crawl'],
  changeable: true,
  run(facts) {
    const { crawl } = facts
    if (crawl === undefined) return notApplicable(texts.notCrawled)
    if (crawl.state === 'running') return crawlRunning
    if (!crawl.isOnlyListed) return crawl.clicks === null ? notApplicable(texts.notReached) : pass()
    const { state } = indexabilityOfTarget(facts)
    return canBeIndexed(state) ? warn({ extent: 1 }) : notApplicable(texts.notIndexed)
  },
})
