import { domainOf } from '#contract/websites/website.ts'
import type { PageFacts } from './page-facts.ts'
import type { SitemapReading } from './probe.ts'

type Facts = Pick<PageFacts, 'productionHost' | 'response' | 'robots' | 'canonicals' | 'metadata'> &
  Partial<Pick<PageFacts, 'alternates' | 'probes'>>

/**
 * Returns the facts of a page as if the production host that its website stands for were the website's own: URLs of
 * canonical tags, hreflang, og:url and sitemaps that name it are those of the website.
 */
export function asOwnHost<Judged extends Facts>(facts: Judged): Judged {
  const { productionHost, response, robots, canonicals, alternates, metadata, probes } = facts
  if (!productionHost) return facts
  const own = asOwnUrls(productionHost, response.finalUrl)
  const withUrl = <Item extends { url: string | null }>(item: Item) => ({
    ...item,
    url: item.url === null ? null : own(item.url),
  })
  const metas = metadata.metas.items.map((meta) =>
    meta.property?.trim().toLowerCase() === 'og:url' && meta.content ? { ...meta, content: own(meta.content) } : meta,
  )
  return {
    ...facts,
    robots: { ...robots, sitemaps: { ...robots.sitemaps, items: robots.sitemaps.items.map(own) } },
    canonicals: { ...canonicals, items: canonicals.items.map(withUrl) },
    ...(alternates && { alternates: { ...alternates, items: alternates.items.map(withUrl) } }),
    metadata: { ...metadata, metas: { ...metadata.metas, items: metas } },
    ...(probes && {
      probes: probes.map((probe) => ({
        ...probe,
        page: probe.page && {
          ...probe.page,
          canonicals: probe.page.canonicals.map(own),
          alternates: probe.page.alternates.map((alternate) => ({ ...alternate, url: own(alternate.url) })),
        },
        sitemap: probe.sitemap && sitemapOf(probe.sitemap, own),
      })),
    }),
  }
}

/** Returns the URL with which a page's production host has the page; null if its website stands for none. */
export function urlInProduction(url: string, productionHost: string | undefined): string | null {
  if (!productionHost || !URL.canParse(url)) return null
  const inProduction = new URL(url)
  inProduction.host = productionHost
  return inProduction.href
}

/** Returns a function that replaces the production host in a URL by that of a page of the website. */
export function asOwnUrls(productionHost: string, pageUrl: string): (url: string) => string {
  const production = domainOf({ host: productionHost })
  const { protocol, host } = new URL(pageUrl)
  return (text) => {
    const url = URL.canParse(text) ? new URL(text) : null
    if (!url || domainOf(url) !== production) return text
    url.protocol = protocol
    url.host = host
    return url.href
  }
}

function sitemapOf(sitemap: SitemapReading, own: (url: string) => string): SitemapReading {
  const { found, versions } = sitemap
  return {
    ...sitemap,
    found: found.map(own),
    ...(versions && {
      versions: {
        ...versions,
        links: {
          ...versions.links,
          items: versions.links.items.map((link) => ({ ...link, entry: own(link.entry), href: own(link.href) })),
        },
        returns: {
          ...versions.returns,
          items: versions.returns.items.map(({ from, to }) => ({ from: own(from), to: own(to) })),
        },
      },
    }),
  }
}
