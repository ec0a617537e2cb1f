import { canBeIndexed, type IndexingCode } from '#contract/reports/indexability.ts'
import { isSameUrl } from '#contract/url-key.ts'
import { type CheckOutput, notApplicable } from '../define-check.ts'
import { type IndexabilityFacts, indexabilityOfTarget } from '../indexability.ts'
import { noResponse } from '../probes/results.ts'
import { type ReadSitemap, sitemapsOf } from './sitemaps.ts'

export const undeterminedEntry = 'We couldn’t check the sitemap for this page'

/** The reason for not knowing if a sitemap lists a page. */
export const unreadText = (reason: string) => `We didn’t find the page, but ${reason}.`

/** The groups of facts from which {@link sitemapEntry} is read. */
export const sitemapEntryNeeds = [
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
  'links',
] as const

export type SitemapEntry = {
  read: ReadSitemap[]
  /** The reason for unknown listed URLs, as a clause; null if all are known. */
  unread: string | null
  /** The sitemap that lists the URL before its redirects. */
  before: ReadSitemap | undefined
  listing: ReadSitemap | undefined
  /** The reason that Google won't index the page, as a clause; null if it can. */
  unwanted: string | null
  code: IndexingCode | null
}

/** Returns what sitemaps say of a page, or the result of a check that can't tell. */
export function sitemapEntry(facts: IndexabilityFacts): SitemapEntry | CheckOutput {
  const { wanted, read, unread } = sitemapsOf(facts)
  if (read.length === 0) {
    const silent = wanted.filter(({ outcome }) => outcome !== 'answered')
    return silent.length > 0 || wanted.length === 0
      ? noResponse(undeterminedEntry, silent)
      : notApplicable('No sitemap was found')
  }
  const { finalUrl, askedUrl } = facts.response
  const { state, code, reason } = indexabilityOfTarget(facts)
  // An error of robots.txt keeps no page out of the index for long, and Google runs scripts.
  const isUnwanted = state !== null && !canBeIndexed(state) && code !== 'robots_error'
  return {
    read,
    unread,
    before: isSameUrl(askedUrl, finalUrl) ? undefined : read.find((sitemap) => lists(sitemap, askedUrl)),
    listing: read.find((sitemap) => lists(sitemap, finalUrl)),
    unwanted: isUnwanted ? reason : null,
    code,
  }
}

const lists = ({ sitemap }: ReadSitemap, url: string) => sitemap.found.some((found) => isSameUrl(found, url))
