import type { SitemapReading } from './crawl.ts'
import { type ProbeFact, probesFor } from './facts/probes.ts'
import { isHttp, withoutFragment } from './facts/urls.ts'
import type { PageFacts } from './page-facts.ts'

export type ReadSitemap = ProbeFact & { sitemap: SitemapReading }

export type Sitemaps = {
  /** robots.txt names some, by their full addresses. */
  named: boolean
  /** Everything that was to be asked, answered or not. */
  wanted: ProbeFact[]
  /** Those that came and claim to be sitemaps: a page that stands at /sitemap.xml does not. */
  read: ReadSitemap[]
  /** Those that robots.txt or an index names and that did not come with a success. */
  missing: ProbeFact[]
  /** Why some of the listed addresses are not known, as a clause; null when all are. */
  unread: string | null
}

/** What came of the sitemaps that robots.txt names, of the one at the usual place, and of those that an index lists. */
export function sitemapsOf({ probes, robots, response }: Pick<PageFacts, 'probes' | 'robots' | 'response'>): Sitemaps {
  const wanted = probesFor(probes, 'sitemap')
  const named = new Set(robots.sitemaps.items.flatMap(webAddress))
  const usual = named.size > 0 ? null : new URL('/sitemap.xml', response.finalUrl).href
  const hasCome = (probe: ProbeFact): probe is ReadSitemap =>
    probe.outcome === 'answered' && isSuccess(probe.status) && probe.sitemap !== null
  const read = wanted.filter(hasCome).filter(({ url, sitemap }) => url !== usual || sitemap.kind !== 'unknown')
  const came = new Set<ProbeFact>(read)
  const missing = wanted.filter((probe) => !came.has(probe) && probe.url !== usual)
  const isRoot = ({ url }: ProbeFact) => url === usual || named.has(url)
  return {
    named: named.size > 0,
    wanted,
    read,
    missing,
    unread: whyUnread(
      read,
      missing,
      wanted.filter(isRoot).length,
      named.size,
      read.filter((one) => !isRoot(one)).length,
    ),
  }
}

function whyUnread(
  read: ReadSitemap[],
  missing: ProbeFact[],
  roots: number,
  named: number,
  children: number,
): string | null {
  const listed = read.reduce((sum, { sitemap }) => sum + sitemap.children, 0)
  if (named > roots)
    return `robots.txt names ${named} sitemaps, of which ${roots} ${roots === 1 ? 'was' : 'were'} asked`
  if (listed > children)
    return `an index lists ${listed} sitemaps, of which ${children} ${children === 1 ? 'was' : 'were'} read`
  const [lost] = missing
  if (lost) return `${lost.url.slice(0, 300)} did not come: ${lost.reason ?? `status ${lost.status ?? 'unknown'}`}`
  const [broken] = read.filter(({ sitemap }) => sitemap.problem !== null || sitemap.kind === 'unknown')
  if (broken) return `${broken.url.slice(0, 300)} cannot be read to its end`
  return read.some(({ sitemap }) => sitemap.cut) ? 'a sitemap goes on beyond what is read of one' : null
}

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300

/** What cannot be asked is no address of a sitemap, and robots-valid says so. */
function webAddress(text: string): string[] {
  const url = URL.canParse(text) ? new URL(text) : null
  return url && isHttp(url) ? [withoutFragment(url.href)] : []
}
