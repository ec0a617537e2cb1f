import { urlKey } from '#contract/url-key.ts'
import { versionsInSitemaps } from './check-helpers/sitemap-versions.ts'
import { namedCanonical } from './facts/link-elements.ts'
import { probesFor, redirectsElsewhere } from './facts/probes.ts'
import type { PageFacts } from './page-facts.ts'

/**
 * A hreflang link of a page. `status` is that of the URL itself, 301 if it redirects, where a probe request shows it,
 * else null.
 */
export type PageAlternate = { code: string; url: string; status: number | null }

/** `whole` is false if there are more, so that a missing link proves nothing. */
export type PageAlternates = { whole: boolean; items: PageAlternate[] }

/** Safety limits of a page. Real sets have fewer than 100 versions. */
const maxItems = 100
const maxLength = 10_000

/** Returns the hreflang links that search engines use, of the tags, the Link header and the sitemaps together. */
export function pageAlternates(
  facts: Pick<PageFacts, 'alternates' | 'canonicals' | 'response' | 'probes' | 'robots'>,
): PageAlternates | null {
  const { alternates, canonicals, probes } = facts
  const sitemaps = versionsInSitemaps(facts, namedCanonical(canonicals))
  const probed = new Map(
    probesFor(probes, 'alternate').map((probe) => [
      urlKey(probe.url),
      (redirectsElsewhere(probe) ? probe.redirects[0]?.status : probe.status) ?? null,
    ]),
  )
  const found = new Map<string, PageAlternate>()
  for (const { hreflang: code, url } of [...alternates.items.filter(({ inHead }) => inHead), ...sitemaps.items]) {
    if (url === null) continue
    const key = urlKey(url)
    found.set(`${code} ${key}`, { code, url, status: probed.get(key) ?? null })
  }
  if (found.size === 0) return null
  let length = 0
  const items = [...found.values()]
    .slice(0, maxItems)
    .filter(({ code, url }) => (length += code.length + url.length) <= maxLength)
  const isCut = alternates.total > alternates.items.length || sitemaps.total > sitemaps.items.length
  return { whole: !isCut && items.length === found.size, items }
}

type Stored = { whole: boolean; items: [code: string, url: string, status: number | null][] }

/** The form in which a page is stored with its alternates; null without any. */
export const packAlternates = (alternates: PageAlternates | null): string | null =>
  alternates &&
  JSON.stringify({
    whole: alternates.whole,
    items: alternates.items.map(({ code, url, status }) => [code, url, status]),
  } satisfies Stored)

export function readAlternates(packed: string): PageAlternates {
  const { whole, items } = JSON.parse(packed) as Stored
  return { whole, items: items.map(([code, url, status]) => ({ code, url, status })) }
}
