import { documentTitle } from '#analyser/facts/metadata.ts'
import type { StoredFacts } from '#analyser/page-facts.ts'
import type { SearchPreview, SocialPreview } from '#contract/reports/report-facts.ts'

type Metas = StoredFacts['metadata']['metas']['items']

/** Returns the content of the first of these meta tags. Like social networks, accepts both `property` and `name`. */
function metaOf(metas: Metas, ...names: string[]): string | null {
  for (const name of names) {
    const found = metas.find(
      (meta) => meta.inHead && (meta.property === name || meta.name === name) && meta.content?.trim(),
    )
    if (found?.content) return found.content.trim()
  }
  return null
}

export function presentSearchPreview(facts: StoredFacts): SearchPreview {
  const { metadata, response } = facts
  return {
    title: documentTitle(metadata),
    description: metadata.description,
    favicon_url: faviconOf(facts),
    site_name: metaOf(metadata.metas.items, 'og:site_name'),
    breadcrumb: breadcrumbOf(facts) ?? pathSegments(response.finalUrl),
  }
}

/** Returns the requested icon's URL, unless the response was not an image. */
function faviconOf({ probes = [], icons }: StoredFacts): string | null {
  const probe = probes.find(({ purpose }) => purpose === 'favicon')
  if (probe?.outcome === 'answered') return probe.image ? (probe.finalUrl ?? probe.url) : null
  return probe?.url ?? icons?.items.find(({ url }) => url !== null)?.url ?? null
}

/** Returns the names in the page's BreadcrumbList. */
const breadcrumbOf = ({ entities }: StoredFacts) =>
  entities?.trail && entities.trail.length > 0 ? entities.trail : null

/** Returns the decoded parts of a URL's path: "lamps", "old ones" of "https://shop.example/lamps/old%20ones?page=2". */
function pathSegments(url: string): string[] {
  if (!URL.canParse(url)) return []
  return new URL(url).pathname.split('/').filter(Boolean).map(decodePart)
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function presentSocialPreview({ metadata, probes = [] }: StoredFacts): SocialPreview {
  const metas = metadata.metas.items
  const named = metaOf(metas, 'og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image', 'twitter:image:src')
  const url = absoluteUrl(named)
  const probe = named !== null && url === null ? undefined : probes.find(({ purpose }) => purpose === 'og-image')
  return {
    title: metaOf(metas, 'og:title', 'twitter:title') ?? documentTitle(metadata),
    description: metaOf(metas, 'og:description', 'twitter:description') ?? metadata.description,
    site_name: metaOf(metas, 'og:site_name'),
    image_url: probe?.url ?? url,
    image_unusable: url === null ? named : null,
    image_width: probe?.image?.width ?? null,
    image_height: probe?.image?.height ?? null,
    image_type: probe?.image?.type ?? null,
    image_bytes: probe?.wireBytes ?? null,
    card: metaOf(metas, 'twitter:card'),
  }
}

/** Returns null for a relative URL, because networks do not resolve it. */
function absoluteUrl(href: string | null): string | null {
  return href !== null && /^https?:\/\//i.test(href) ? (URL.parse(href)?.href ?? null) : null
}
