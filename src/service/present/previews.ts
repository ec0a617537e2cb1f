import type { StoredFacts } from '#analyser/page-facts.ts'
import type { SearchPreview, SocialPreview } from '#contract/report-facts.ts'

type Metas = StoredFacts['metadata']['metas']['items']

/** Social networks read a property written as a name, and the other way round. */
function metaOf(metas: Metas, ...names: string[]): string | null {
  for (const name of names) {
    const found = metas.find((meta) => (meta.property === name || meta.name === name) && meta.content?.trim())
    if (found?.content) return found.content.trim()
  }
  return null
}

export function presentSearchPreview(facts: StoredFacts): SearchPreview {
  const { metadata, response } = facts
  return {
    title: metadata.title,
    description: metadata.description,
    favicon_url: faviconOf(facts),
    site_name: metaOf(metadata.metas.items, 'og:site_name'),
    breadcrumb: trailOf(facts) ?? stepsOf(response.finalUrl),
  }
}

/** The icon that was asked for, unless it turned out to be none. */
function faviconOf({ probes = [], icons }: StoredFacts): string | null {
  const probe = probes.find(({ purpose }) => purpose === 'favicon')
  if (probe?.outcome === 'answered') return probe.image ? (probe.finalUrl ?? probe.url) : null
  return probe?.url ?? icons?.items.find(({ url }) => url !== null)?.url ?? null
}

/** As the page's BreadcrumbList names it. */
const trailOf = ({ entities }: StoredFacts) => (entities?.trail && entities.trail.length > 0 ? entities.trail : null)

/** "https://shop.example/lamps/old%20ones?page=2": lamps, old ones */
function stepsOf(address: string): string[] {
  if (!URL.canParse(address)) return []
  return new URL(address).pathname.split('/').filter(Boolean).map(readable)
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function presentSocialPreview({ metadata, probes = [] }: StoredFacts): SocialPreview {
  const metas = metadata.metas.items
  const named = metaOf(metas, 'og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image', 'twitter:image:src')
  const address = webAddress(named)
  const probe = named !== null && address === null ? undefined : probes.find(({ purpose }) => purpose === 'og-image')
  return {
    title: metaOf(metas, 'og:title', 'twitter:title') ?? metadata.title,
    description: metaOf(metas, 'og:description', 'twitter:description') ?? metadata.description,
    site_name: metaOf(metas, 'og:site_name'),
    image_url: probe?.url ?? address,
    image_unusable: address === null ? named : null,
    image_width: probe?.image?.width ?? null,
    image_height: probe?.image?.height ?? null,
    image_type: probe?.image?.type ?? null,
    image_bytes: probe?.wireBytes ?? null,
    card: metaOf(metas, 'twitter:card'),
  }
}

/** Networks resolve nothing: what is no full web address is none to them. */
function webAddress(href: string | null): string | null {
  return href !== null && /^https?:\/\//i.test(href) ? (URL.parse(href)?.href ?? null) : null
}
