import type { ProbePurpose, ProbeRequest } from '../crawl.ts'
import { fingerprint } from '../facts/fingerprint.ts'
import { bestIcon } from '../facts/link-elements.ts'
import type { Link } from '../facts/links.ts'
import type { Resource } from '../facts/resources.ts'
import { limits } from '../facts/text.ts'
import { isHiddenMail, isHttp, privateReason, resolve, withoutFragment } from '../facts/urls.ts'
import type { PageFacts } from '../page-facts.ts'

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
): ProbeRequest => ({ purpose, url: withoutFragment(String(url)), read, obeysRobots, at })

/** Only at the scheme's own port is there an http variant to speak of. */
function secureVariants(page: URL): ProbeRequest[] {
  if (page.protocol !== 'https:') return []
  const handshake = probeRequest('old-tls', `${page.origin}/`, 'handshake', null, false)
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
  return named && url && isHttp(url) && askable(url.href) ? [probeRequest('og-image', url, 'start', named.at)] : []
}

function canonical({ canonicals }: PageFacts, page: URL): ProbeRequest[] {
  const first = canonicals.items.find(({ url, inHead }) => url !== null && inHead)
  if (!first?.url || withoutFragment(first.url) === withoutFragment(page.href) || !askable(first.url)) return []
  return [probeRequest('canonical', first.url, 'start', first.at)]
}

function alternates({ alternates: { items } }: PageFacts, page: URL): ProbeRequest[] {
  const own = withoutFragment(page.href)
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
  return url && isHttp(url) ? withoutFragment(url.href) : null
}

const internalLinks = 8
const externalLinks = 4
const codeFiles = 6
const imageFiles = 6
const most = internalLinks + externalLinks + codeFiles + imageFiles
/** Every further host costs its robots.txt. */
const foreignHosts = 3

/** In order: the usual share first, then what is taken as well where others leave requests. */
export type Sample = ProbeRequest[]

/** Links in document order: those of the own site, and others to different hosts. */
export function sampleLinks(links: Link[], page: URL): Sample {
  const internal: ProbeRequest[] = []
  const external: ProbeRequest[] = []
  const hosts = new Set<string>()
  for (const [url, { internal: own, at }] of distinct(
    links,
    page,
    (link) => (link.internal ? internal : external).length < most,
  )) {
    if (isHiddenMail(url) || (url.hostname !== page.hostname && privateReason(url) !== null)) continue
    const request: ProbeRequest = { purpose: 'link', url: url.href, read: 'nothing', obeysRobots: true, at }
    if (own) internal.push(request)
    else if (!hosts.has(url.host)) {
      hosts.add(url.host)
      external.push(request)
    }
  }
  const first = inOrder([...internal.slice(0, internalLinks), ...external.slice(0, externalLinks)])
  return [...first, ...internal.slice(internalLinks), ...external.slice(externalLinks)]
}

/** Scripts and style sheets, read whole, and images, of which the start tells the size. */
export function sampleResources(resources: Resource[], page: URL): Sample {
  const code: ProbeRequest[] = []
  const images: ProbeRequest[] = []
  const hosts = new Set<string>([page.host])
  const isWanted = ({ kind, noscript }: Resource) =>
    !noscript && ((isCode(kind) && code.length < most) || (kind === 'image' && images.length < most))
  for (const [url, { kind, at }] of distinct(resources, page, isWanted)) {
    if (!hosts.has(url.host) && hosts.size > foreignHosts) continue
    hosts.add(url.host)
    const request: ProbeRequest = {
      purpose: 'resource',
      url: url.href,
      read: isCode(kind) ? 'all' : 'start',
      obeysRobots: true,
      at,
    }
    ;(isCode(kind) ? code : images).push(request)
  }
  const [fewCode, fewImages] = [
    Math.max(codeFiles, codeFiles + imageFiles - images.length),
    Math.max(imageFiles, codeFiles + imageFiles - code.length),
  ]
  const first = inOrder([...code.slice(0, fewCode), ...images.slice(0, fewImages)])
  return [...first, ...inOrder([...code.slice(fewCode), ...images.slice(fewImages)])]
}

/** Links and resources by turns, so that a page of many links leaves requests for the rest; what one leaves the other takes. */
export function shareOut(links: Sample, resources: Sample): ProbeRequest[] {
  const room = (other: Sample) => most - Math.min(most / 2, other.length)
  const [some, others] = [links.slice(0, room(resources)), resources.slice(0, room(links))]
  return Array.from({ length: Math.max(some.length, others.length) }, (_, index) =>
    [some[index], others[index]].flatMap((request) => request ?? []),
  ).flat()
}

const inOrder = (probeRequests: ProbeRequest[]) => probeRequests.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))

const isCode = (kind: Resource['kind']) => kind === 'script' || kind === 'style'

/** Every wanted address once, without its fragment, but not the page's own. Only what is still wanted is parsed. */
function* distinct<T extends { url: string | null }>(
  items: T[],
  page: URL,
  isWanted: (item: T) => boolean,
): Generator<[URL, T]> {
  const seen = new Set([page.href.replace(/#.*/s, '')])
  for (const item of items) {
    // A longer address was cut when the facts were collected.
    if (item.url === null || item.url.length >= limits.url || !isWanted(item)) continue
    const [address = ''] = item.url.split('#', 1)
    if (seen.has(address) || !URL.canParse(address)) continue
    seen.add(address)
    yield [new URL(address), item]
  }
}
