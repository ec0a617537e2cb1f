import { isWeb, resolve } from '../facts/addresses.ts'
import { bestIcon } from '../facts/icons.ts'
import { fingerprint, limits } from '../facts/text.ts'
import type { ProbePurpose, ProbeRequest } from '../crawl.ts'
import type { PageFacts } from '../page-facts.ts'
import { sampleLinks, sampleResources, shareOut } from './sample.ts'

const sitemapsAsked = 3
const alternatesAsked = 4

/**
 * What should be asked beside a page, in the order of importance: whoever asks stops where the requests or the time end.
 * Addresses that robots.txt forbids are in it all the same; the asker obeys. The same page gives the same probeRequests.
 */
export function planProbes(facts: PageFacts): ProbeRequest[] {
  const page = new URL(facts.response.finalUrl)
  const samples = shareOut(sampleLinks(facts.links.items, page), sampleResources(facts.resources.items, page))
  return [
    ...secureVariants(page),
    ...sitemaps(facts, page),
    favicon(facts, page),
    ...shareImage(facts),
    probeRequest('soft-404', new URL(`/${fingerprint(page.origin)}-not-here`, page), 'nothing'),
    ...canonical(facts, page),
    ...alternates(facts, page),
    ...samples,
  ]
}

const probeRequest = (
  purpose: ProbePurpose,
  url: URL | string,
  read: ProbeRequest['read'],
  at: number | null = null,
  obeysRobots = true,
): ProbeRequest => ({ purpose, url: withoutFragment(url), read, obeysRobots, at })

/** Only at the scheme's own port is there an http variant to speak of. */
function secureVariants(page: URL): ProbeRequest[] {
  if (page.protocol !== 'https:') return []
  const handshake = probeRequest('old-tls', page.origin, 'handshake', null, false)
  return page.port === ''
    ? [probeRequest('http-variant', page.href.replace(/^https:/, 'http:'), 'nothing', null, false), handshake]
    : [handshake]
}

/** What robots.txt names, on whatever host, and else the usual place. */
function sitemaps({ robots, response, canonicals }: PageFacts, page: URL): ProbeRequest[] {
  const named = robots.sitemaps.items.flatMap((text) => webAddress(text) ?? [])
  const urls = named.length > 0 ? [...new Set(named)].slice(0, sitemapsAsked) : [new URL('/sitemap.xml', page).href]
  const own = [response.askedUrl, response.finalUrl, ...canonicals.items.slice(0, 1).map(({ url }) => url)]
  const lookFor = [...new Set(own.flatMap((url) => (url === null ? [] : [withoutFragment(url)])))]
  return urls.map((url) => ({ ...probeRequest('sitemap', url, 'sitemap', null, false), lookFor }))
}

/** The icon of the head that tells most, else the place where browsers look. */
function favicon({ icons }: PageFacts, page: URL): ProbeRequest {
  const icon = bestIcon(icons, askable)
  return probeRequest('favicon', icon?.url ?? new URL('/favicon.ico', page), 'start', icon?.at ?? null)
}

const imageProperties = new Set(['og:image', 'og:image:url', 'og:image:secure_url'])

function shareImage({ metadata, document }: PageFacts): ProbeRequest[] {
  const named = metadata.metas.items.find(
    ({ property, content }) => property !== null && imageProperties.has(property.toLowerCase()) && content?.trim(),
  )
  const url =
    named?.content && named.content.length < limits.content ? resolve(named.content.trim(), document.baseUrl) : null
  return named && url && isWeb(url) && askable(url.href) ? [probeRequest('og-image', url, 'start', named.at)] : []
}

function canonical({ canonicals }: PageFacts, page: URL): ProbeRequest[] {
  const first = canonicals.items.find(({ url, inHead }) => url !== null && inHead)
  if (!first?.url || withoutFragment(first.url) === withoutFragment(page) || !askable(first.url)) return []
  return [probeRequest('canonical', first.url, 'start', first.at)]
}

function alternates({ alternates: { items } }: PageFacts, page: URL): ProbeRequest[] {
  const own = withoutFragment(page)
  const byUrl = new Map<string, ProbeRequest>()
  for (const { url, inHead, at } of items) {
    if (url === null || !inHead || !askable(url)) continue
    const one = probeRequest('alternate', url, 'start', at)
    if (one.url !== own && !byUrl.has(one.url)) byUrl.set(one.url, one)
  }
  return [...byUrl.values()].slice(0, alternatesAsked)
}

/** A longer address was cut when the facts were collected. */
const askable = (url: string) => url.length < limits.url

function webAddress(text: string): string | null {
  const url = URL.canParse(text) && askable(text) ? new URL(text) : null
  return url && isWeb(url) ? withoutFragment(url) : null
}

function withoutFragment(address: URL | string): string {
  const url = new URL(String(address))
  url.hash = ''
  return url.href
}
