import { isHiddenMail, privateReason } from '../facts/addresses.ts'
import { limits } from '../facts/text.ts'
import type { ProbeRequest } from '../crawl.ts'
import type { Link, Resource } from '../page-facts.ts'

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
