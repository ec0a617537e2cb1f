import { type ProbeFact, probesFor } from '../facts/probes.ts'
import { isHttp, withoutFragment } from '../facts/urls.ts'
import { isAbsent, isSuccess } from '../fetched-page.ts'
import type { PageFacts } from '../page-facts.ts'
import type { SitemapReading } from '../probe.ts'

/** A clause that completes “Not everything was read: …”. */
export const partlyRead = 'a sitemap is longer than the part we read'

export type ReadSitemap = ProbeFact & { sitemap: SitemapReading }

export type Sitemaps = {
  /** robots.txt names sitemaps by full URLs. */
  named: boolean
  /** All sitemaps that were to be requested. */
  wanted: ProbeFact[]
  /** Sitemaps that were received. A page at /sitemap.xml that is no sitemap is left out. */
  read: ReadSitemap[]
  /** Indexes that another index lists, which the protocol forbids. */
  nested: ReadSitemap[]
  /** Sitemaps named by robots.txt or an index, but not received with a success. */
  missing: ProbeFact[]
  /** The reason for unknown listed URLs, as a clause; null if all are known. */
  unread: string | null
}

/** Collects the sitemaps that robots.txt names, the one at the usual path, and those that an index lists. */
export function sitemapsOf({ probes, robots, response }: Pick<PageFacts, 'probes' | 'robots' | 'response'>): Sitemaps {
  const wanted = probesFor(probes, 'sitemap')
  const named = new Set(robots.sitemaps.items.flatMap(httpUrl))
  const defaultUrl = named.size > 0 ? null : new URL('/sitemap.xml', response.finalUrl).href
  const isReceived = (probe: ProbeFact): probe is ReadSitemap =>
    probe.outcome === 'answered' && isSuccess(probe.status) && probe.sitemap !== null
  const read = wanted.filter(isReceived).filter(({ url, sitemap }) => url !== defaultUrl || sitemap.kind !== 'unknown')
  const received = new Set<ProbeFact>(read)
  const missing = wanted.filter((probe) => !received.has(probe) && probe.url !== defaultUrl)
  const isRoot = ({ url }: ProbeFact) => url === defaultUrl || named.has(url)
  return {
    named: named.size > 0,
    wanted,
    read,
    nested: read.filter((fetched) => fetched.sitemap.kind === 'index' && !isRoot(fetched)),
    missing,
    unread: whyUnread(
      read,
      // One that doesn't exist lists nothing.
      missing.filter((probe) => !isAbsentSitemap(probe)),
      wanted.filter(isRoot).length,
      named.size,
      [...read, ...missing.filter(isAbsentSitemap)].filter((fetched) => !isRoot(fetched)).length,
    ),
  }
}

const isAbsentSitemap = ({ outcome, status }: ProbeFact) => outcome === 'answered' && isAbsent(status)

function whyUnread(
  read: ReadSitemap[],
  missing: ProbeFact[],
  roots: number,
  named: number,
  children: number,
): string | null {
  const listed = read.reduce((sum, { sitemap }) => sum + sitemap.children, 0)
  if (named > roots) return `we requested ${roots} of the ${named} sitemaps in robots.txt`
  if (listed > children) return `we read ${children} of the ${listed} sitemaps in a sitemap index`
  const [lost] = missing
  if (lost)
    return `${lost.url.slice(0, 300)} couldn’t be fetched: ${lost.reason ?? `status ${lost.status ?? 'unknown'}`}`
  const [broken] = read.filter(({ sitemap }) => sitemap.problem !== null || sitemap.kind === 'unknown')
  if (broken) return `${broken.url.slice(0, 300)} is incomplete or invalid`
  return read.some(({ sitemap }) => sitemap.cut) ? partlyRead : null
}

/** Returns the URL if it can be requested. The check robots-valid reports the others. */
function httpUrl(text: string): string[] {
  const url = URL.canParse(text) ? new URL(text) : null
  return url && isHttp(url) ? [withoutFragment(url.href)] : []
}
