import { isSameUrl, urlKey } from '#contract/url-key.ts'
import { fingerprint } from '../facts/fingerprint.ts'
import { bestIcon } from '../facts/link-elements.ts'
import type { Link } from '../facts/links.ts'
import { sharedImage } from '../facts/metadata.ts'
import type { Resource } from '../facts/resources.ts'
import { limits } from '../facts/text.ts'
import { isHiddenMail, isHttp, privateReason, resolve, withoutFragment } from '../facts/urls.ts'
import type { PageFacts } from '../page-facts.ts'
import type { ProbePurpose, ProbeRequest } from '../probe.ts'
import { asOwnHost, urlInProduction } from '../production-host.ts'

const maxSitemaps = 3
const maxAlternates = 4

/** The facts that decide which probe requests are made. */
export type PlanFacts = Pick<
  PageFacts,
  | ('response' | 'robots' | 'links' | 'resources' | 'icons' | 'metadata' | 'document' | 'canonicals' | 'alternates')
  | 'productionHost'
>

/**
 * @property isOfCrawl the page is one of a crawl, which asks for links and the HTTP variant of a host once
 * @property judgesAsProduction the page is judged as if no robots.txt and no noindex kept it from search
 * @property productionHost the host that the website stands for then
 */
export type PlanOptions = { isOfCrawl?: boolean; judgesAsProduction?: boolean; productionHost?: string | null }

/**
 * Plans the probe requests of a page, the most important first, because the fetcher stops when requests or time run
 * out. URLs that robots.txt forbids are included; the fetcher skips them. Equal facts give equal requests.
 */
export function planProbes(stored: PlanFacts, { isOfCrawl = false }: PlanOptions = {}): ProbeRequest[] {
  const facts = asOwnHost(stored)
  const page = new URL(facts.response.finalUrl)
  const sampled = alternate(sampleLinks(facts.links.items, page), sampleResources(facts.resources.items, page))
  return [
    ...secureVariants(page, isOfCrawl),
    ...sitemaps(facts, page),
    favicon(facts, page),
    ...socialImage(facts),
    probeRequest('soft-404', new URL(`/${fingerprint(page.origin)}-not-here`, page), 'nothing'),
    ...canonical(facts, page),
    ...alternates(facts, page),
    probeRequest('llms-txt', new URL('/llms.txt', page), 'nothing'),
    // As many files as beside the links, which a crawl asks for once at its end.
    ...sampled.filter(({ purpose }) => !isOfCrawl || purpose !== 'link'),
  ]
}

const probeRequest = (
  purpose: ProbePurpose,
  url: URL | string,
  read: ProbeRequest['read'],
  at: number | null = null,
  obeysRobots = true,
): ProbeRequest => ({ purpose, url: withoutFragment(String(url)), read, obeysRobots, at })

/** There is an HTTP variant only at the default port. A crawl asks for that of the host's start page alone. */
function secureVariants(page: URL, isOfCrawl: boolean): ProbeRequest[] {
  if (page.protocol !== 'https:') return []
  const handshake = probeRequest('old-tls', `${page.origin}/`, 'handshake', null, false)
  return page.port === ''
    ? [
        probeRequest(
          'http-variant',
          (isOfCrawl ? `${page.origin}/` : page.href).replace(/^https:/, 'http:'),
          'nothing',
          null,
          false,
        ),
        handshake,
      ]
    : [handshake]
}

/** Requests the sitemaps that robots.txt names, on any host, else the usual path. */
function sitemaps({ robots, response, canonicals, productionHost }: PlanFacts, page: URL): ProbeRequest[] {
  const named = robots.sitemaps.items.flatMap((text) => httpUrl(text) ?? [])
  const urls = named.length > 0 ? [...new Set(named)].slice(0, maxSitemaps) : [new URL('/sitemap.xml', page).href]
  const own = [response.askedUrl, response.finalUrl, ...canonicals.items.slice(0, 1).map(({ url }) => url)]
  const all = own.flatMap((url) => (url === null ? [] : [url, urlInProduction(url, productionHost) ?? url]))
  const lookFor = [...new Set(all.map(withoutFragment))]
  const others = { lookFor, ...(productionHost && { productionHost }) }
  return urls.map((url) => ({ ...probeRequest('sitemap', url, 'sitemap', null, false), ...others }))
}

/** Requests the best icon of the head, else the path that browsers use. */
function favicon({ icons }: PlanFacts, page: URL): ProbeRequest {
  const icon = bestIcon(icons, isComplete)
  return probeRequest('favicon', icon?.url ?? new URL('/favicon.ico', page), 'start', icon?.at ?? null)
}

function socialImage({ metadata, document }: PlanFacts): ProbeRequest[] {
  const image = sharedImage(metadata.metas.items)
  const url = image && image.url.length < limits.content ? resolve(image.url, document.baseUrl) : null
  return image && url && isHttp(url) && isComplete(url.href) ? [probeRequest('og-image', url, 'start', image.at)] : []
}

function canonical({ canonicals }: PlanFacts, page: URL): ProbeRequest[] {
  const first = canonicals.items.find(({ url, inHead }) => url !== null && inHead)
  if (!first?.url || isSameUrl(first.url, page.href) || !isComplete(first.url)) return []
  return [probeRequest('canonical', first.url, 'all', first.at)]
}

function alternates({ alternates: { items } }: PlanFacts, page: URL): ProbeRequest[] {
  const own = urlKey(page.href)
  const byUrl = new Map<string, ProbeRequest>()
  for (const { url, inHead, at } of items) {
    if (url === null || !inHead || !isComplete(url)) continue
    const key = urlKey(url)
    if (key !== own && !byUrl.has(key)) byUrl.set(key, probeRequest('alternate', url, 'start', at))
  }
  return [...byUrl.values()].slice(0, maxAlternates)
}

/** Returns true if a URL is complete. Longer ones were cut when the facts were collected. */
const isComplete = (url: string) => url.length < limits.url

function httpUrl(text: string): string | null {
  const url = URL.canParse(text) && isComplete(text) ? new URL(text) : null
  return url && isHttp(url) ? withoutFragment(url.href) : null
}

const internalLinks = 8
const externalLinks = 4
const codeFiles = 6
const imageFiles = 6
const maxSampled = internalLinks + externalLinks + codeFiles + imageFiles
/** Safety limit: each further host costs a request for its robots.txt. */
const foreignHosts = 3

/** In order: the usual share first, then those added if others leave requests unused. */
export type Sample = ProbeRequest[]

/** Samples links in document order: internal ones, and external ones to different hosts. */
export function sampleLinks(links: Link[], page: URL): Sample {
  const internal: ProbeRequest[] = []
  const external: ProbeRequest[] = []
  const hosts = new Set<string>()
  for (const [url, { internal: own, at }] of distinct(
    links,
    page,
    (link) => (link.internal ? internal : external).length < maxSampled,
    urlKey,
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

/** Samples scripts and stylesheets, which are read whole, and images, whose start contains the size. */
export function sampleResources(resources: Resource[], page: URL): Sample {
  const code: ProbeRequest[] = []
  const images: ProbeRequest[] = []
  const hosts = new Set<string>([page.host])
  const isWanted = ({ kind, noscript }: Resource) =>
    !noscript && ((isCode(kind) && code.length < maxSampled) || (kind === 'image' && images.length < maxSampled))
  for (const [url, { kind, at }] of distinct(resources, page, isWanted, withoutFragment)) {
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

/**
 * Alternates links and resources, so that a page with many links leaves requests for the rest. Each takes the requests
 * that the other leaves.
 */
export function alternate(links: Sample, resources: Sample): ProbeRequest[] {
  const room = (other: Sample) => maxSampled - Math.min(maxSampled / 2, other.length)
  const [some, others] = [links.slice(0, room(resources)), resources.slice(0, room(links))]
  return Array.from({ length: Math.max(some.length, others.length) }, (_, index) =>
    [some[index], others[index]].flatMap((request) => request ?? []),
  ).flat()
}

const inOrder = (probeRequests: ProbeRequest[]) => probeRequests.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))

const isCode = (kind: Resource['kind']) => kind === 'script' || kind === 'style'

/**
 * Yields each wanted URL once by its key, without its fragment, except the page's own. Stops parsing when enough are
 * found.
 */
function* distinct<T extends { url: string | null }>(
  items: T[],
  page: URL,
  isWanted: (item: T) => boolean,
  keyOf: (url: string) => string,
): Generator<[URL, T]> {
  const seen = new Set([keyOf(page.href)])
  for (const item of items) {
    // Longer URLs were cut when the facts were collected.
    if (item.url === null || item.url.length >= limits.url || !isWanted(item)) continue
    const key = keyOf(item.url)
    if (seen.has(key) || !URL.canParse(item.url)) continue
    seen.add(key)
    yield [new URL(withoutFragment(item.url)), item]
  }
}
