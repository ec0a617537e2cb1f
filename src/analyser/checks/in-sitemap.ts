import { defineCheck, type Finding, googleDocs, notApplicable, pass, unknown, warn } from '../define-check.ts'
import { withoutFragment } from '../facts/urls.ts'
import { headline } from '../headline.ts'
import { noResponse } from '../probes/results.ts'
import { type ReadSitemap, sitemapsOf } from '../sitemaps.ts'

const undetermined = 'Whether the sitemap lists the page could not be determined'

export const inSitemap = defineCheck({
  id: 'in-sitemap',
  name: 'Sitemap entry',
  aliases: ['in sitemap', 'XML sitemap', 'indexability', 'orphan page'],
  titlePass: 'The sitemap and the page agree on whether it is to be found',
  titleFail: 'The sitemap does not list the page',
  why: 'A sitemap lists the pages that are meant for search results. One that leaves such a page out, or lists one that must not be indexed, sends search engines the wrong way.',
  how: 'List the page at exactly its canonical address. Take pages out of the sitemap that redirect, answer with an error, forbid indexing or name another page as canonical.',
  thresholds:
    'A page that may be indexed and is not listed, and one that may not and is, warn. Where not all sitemaps were read and the page was not found in them, nothing is said.',
  reference: googleDocs('Build and submit a sitemap', 'crawling-indexing/sitemaps/build-sitemap'),
  grade: 'recommended',
  needs: ['probes', 'robots', 'response', 'directives', 'canonicals', 'metadata', 'document', 'headings'],
  extras: ['words', 'appRoot'],
  run(facts) {
    const { wanted, read, unread } = sitemapsOf(facts)
    if (read.length === 0) {
      const silent = wanted.filter(({ outcome }) => outcome !== 'answered')
      return silent.length > 0 || wanted.length === 0
        ? noResponse(undetermined, silent)
        : notApplicable('There is no sitemap that could list the page')
    }
    const { finalUrl, askedUrl } = facts.response
    const listing = read.find((one) => lists(one, finalUrl))
    const { state, reason } = headline(facts)
    const isUnwanted = state !== null && state !== 'indexable'
    const evidence = (one: ReadSitemap, note: string): Finding[] => [{ url: one.url, note }]
    if (listing) {
      if (!isUnwanted)
        return pass({ value: listing.url, title: 'The sitemap lists the page', evidence: [{ url: listing.url }] })
      return warn({
        value: listing.url,
        title: 'The sitemap lists the page, though it is not to be indexed',
        evidence: evidence(listing, `It lists the page, but ${reason}.`),
      })
    }
    const before = read.find((one) => lists(one, askedUrl))
    if (before)
      return warn({
        value: before.url,
        title: 'The sitemap lists an address that redirects to the page',
        evidence: evidence(before, `It lists ${askedUrl.slice(0, 300)}, which redirects.`),
      })
    if (unread !== null)
      return unknown(undetermined, `It was not found, but ${unread}.`, { evidence: read.map(({ url }) => ({ url })) })
    if (isUnwanted) return pass({ value: null, title: 'The sitemap leaves the page out, which is not to be indexed' })
    return warn({
      value: null,
      evidence: read.map(({ url, sitemap }) => ({ url, note: `The page is not among its ${sitemap.urls} addresses.` })),
    })
  },
})

const lists = ({ sitemap }: ReadSitemap, url: string) => sitemap.found.includes(withoutFragment(url))
