import { clip, type Cut, cutList, limits, plain } from './text.ts'
import { attribute, type Element, isScript, tokens } from './tree.ts'
import { insecureCssUrls, isLocalhost, isHttp, resolve, srcsetUrls } from './urls.ts'
import { childText, type Handlers, type OnElement, type Ordinal } from './walk.ts'

/** Browsers block these over HTTP. */
const activeKinds = ['script', 'style', 'frame', 'object', 'manifest', 'font', 'track'] as const

/** Browsers load these over HTTPS instead, unless {@link MixedContentFacts} says otherwise. */
const passiveKinds = ['image', 'media', 'icon', 'css-image'] as const

export type ResourceKind = (typeof activeKinds)[number] | (typeof passiveKinds)[number]

export type Resource = { kind: ResourceKind; url: string; noscript: boolean; at: Ordinal }

export type ResourceFacts = Cut<Resource> & {
  /** Resources over HTTP from another machine, outside noscript. */
  insecureActive: Cut<Resource>
  insecurePassive: Cut<Resource>
  /** The page tells browsers to upgrade insecure requests. */
  upgrades: boolean
}

/**
 * Passive resources over HTTP that browsers block too: images chosen from a set (srcset, picture), and those of a host
 * that is an IP address (W3C Mixed Content, 4.1).
 */
export type MixedContentFacts = { blockedPassive: Cut<Resource> }

type ResourceReference = { kind: ResourceKind; href: string; noscript: boolean; at: number; inSet?: boolean }

const linkKinds = new Map<string, ResourceKind>([
  ['stylesheet', 'style'],
  ['modulepreload', 'script'],
  ['manifest', 'manifest'],
  ['icon', 'icon'],
  ['apple-touch-icon', 'icon'],
])
const preloadKinds = new Map<string, ResourceKind>([
  ['script', 'script'],
  ['style', 'style'],
  ['image', 'image'],
  ['font', 'font'],
  ['fetch', 'object'],
  ['video', 'media'],
  ['audio', 'media'],
  ['track', 'track'],
])

/** Collects the resources of a page in document order, and those loaded over HTTP. */
export function collectResources(headers: [string, string][]) {
  const references: ResourceReference[] = []
  /** Whole srcset attributes. A browser loads one of their URLs, so they are parsed only for URLs over HTTP. */
  const candidates: ResourceReference[] = []
  let upgrades = headers.some(([name, value]) => name === 'content-security-policy' && upgradesRequests(value))

  const from =
    (kind: ResourceKind, name: string, inSet = false): OnElement =>
    (element, { ordinal, noscript }) => {
      const href = attribute(element, name)
      if (href?.trim()) references.push({ kind, href, noscript, at: ordinal, inSet })
    }
  const fromCandidates =
    (name: string): OnElement =>
    (element, { ordinal, noscript }) => {
      const href = attribute(element, name)
      if (href) candidates.push({ kind: 'image', href, noscript, at: ordinal, inSet: true })
    }
  const onStyles = (css: string, at: number, noscript: boolean) => {
    for (const { url, kind } of insecureCssUrls(css)) references.push({ kind, href: url, noscript, at })
  }
  const onMarked: OnElement = (_, { style, ordinal, noscript }) => {
    if (style?.includes('(')) onStyles(style, ordinal, noscript)
  }
  const handlers: Handlers = {
    script(element, position) {
      if (isScript(element)) from('script', 'src')(element, position)
    },
    link(element, position) {
      const kind = linkKind(element)
      if (!kind) return
      const hasSet = kind === 'image' && attribute(element, 'imagesrcset') !== null
      from(kind, 'href', hasSet)(element, position)
      if (hasSet) fromCandidates('imagesrcset')(element, position)
    },
    img(element, position) {
      const hasSet = attribute(element, 'srcset') !== null || isInPicture(element)
      from('image', 'src', hasSet)(element, position)
      fromCandidates('srcset')(element, position)
    },
    input(element, position) {
      if (attribute(element, 'type')?.toLowerCase() === 'image') from('image', 'src')(element, position)
    },
    source(element, position) {
      if (!isInPicture(element)) from('media', 'src')(element, position)
      else fromCandidates('srcset')(element, position)
    },
    video(element, position) {
      from('media', 'src')(element, position)
      from('image', 'poster')(element, position)
    },
    body: from('image', 'background'),
    table: from('image', 'background'),
    td: from('image', 'background'),
    audio: from('media', 'src'),
    track: from('track', 'src'),
    iframe: from('frame', 'src'),
    frame: from('frame', 'src'),
    embed: from('object', 'src'),
    object: from('object', 'data'),
    'svg image': from('image', 'href'),
    'svg use'(element, position) {
      if (!attribute(element, 'href')?.startsWith('#')) from('object', 'href')(element, position)
    },
    style: (element, { ordinal, noscript }) => onStyles(childText(element), ordinal, noscript),
    meta(element, { inHead }) {
      const policy = inHead && attribute(element, 'http-equiv')?.toLowerCase() === 'content-security-policy'
      if (policy && upgradesRequests(attribute(element, 'content') ?? '')) upgrades = true
    },
  }

  const finish = (base: string) => readResources({ references, candidates, upgrades }, base)
  return { handlers, onMarked, finish }
}

type Noted = { references: readonly ResourceReference[]; candidates: readonly ResourceReference[]; upgrades: boolean }

function readResources(
  { references, candidates, upgrades }: Noted,
  base: string,
): ResourceFacts & { mixedContent: MixedContentFacts } {
  const all = cutList<Resource>()
  const insecureActive = cutList<Resource>()
  const insecurePassive = cutList<Resource>()
  const blockedPassive = cutList<Resource>()
  const addIfInsecure = ({ kind, at, inSet = false }: ResourceReference, url: URL) => {
    if (url.protocol !== 'http:' || isLocalhost(url)) return
    const make = () => ({ kind, url: clip(url.href, limits.url), noscript: false, at })
    if (activeKinds.some((active) => active === kind)) return insecureActive.add(make)
    insecurePassive.add(make)
    if (inSet || isIpAddress(url)) blockedPassive.add(make)
  }
  for (const reference of references) {
    const { kind, href, noscript, at } = reference
    const url = resolve(href, base)
    if (!url || !isHttp(url)) continue
    all.add(() => ({ kind, url: clip(url.href, limits.url), noscript, at }))
    if (!noscript) addIfInsecure(reference, url)
  }
  for (const candidate of candidates) {
    const { href, noscript } = candidate
    if (noscript || (base.startsWith('https:') && !/http:/i.test(href))) continue
    for (const source of srcsetUrls(href)) {
      const url = resolve(source, base)
      if (url) addIfInsecure(candidate, url)
    }
  }
  return {
    ...plain(all),
    insecureActive: plain(insecureActive),
    insecurePassive: plain(insecurePassive),
    upgrades,
    mixedContent: { blockedPassive: plain(blockedPassive) },
  }
}

const isInPicture = ({ parentNode }: Element) => parentNode?.nodeName === 'picture'

const isIpAddress = ({ hostname }: URL) => hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname)

function linkKind(element: Element): ResourceKind | undefined {
  const rels = tokens(attribute(element, 'rel'))
  if (rels.includes('preload')) return preloadKinds.get((attribute(element, 'as') ?? '').toLowerCase())
  if (rels.includes('stylesheet') && rels.includes('alternate')) return undefined
  return rels.map((rel) => linkKinds.get(rel)).find(Boolean)
}

const upgradesRequests = (policy: string) =>
  policy
    .toLowerCase()
    .split(/[;,]/)
    .some((part) => part.trim() === 'upgrade-insecure-requests')
