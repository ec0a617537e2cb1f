import { attributeUrls, type CssUrls, loadedUrls, sheetUrls } from './css-urls.ts'
import { parsePage } from './parse-page.ts'
import { clip, type Cut, cutList, limits, plain } from './text.ts'
import { attribute, type Element, isScript, isStyle, loadsSheet, scriptKind, tokens } from './tree.ts'
import { isLocalhost, isHttp, resolve, srcsetUrls } from './urls.ts'
import { childText, type Handlers, type OnElement, type Ordinal, walk } from './walk.ts'

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

/**
 * Collects the resources of a page in document order, and those loaded over HTTP.
 * @param isWithin the document of a frame that is written in the page
 */
export function collectResources(headers: [string, string][], isWithin = false) {
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
  /** CSS is parsed only if it can name a URL over HTTP, and beside it only what uses custom properties. */
  const styles: (CssUrls & { place: Pick<ResourceReference, 'noscript' | 'at'> })[] = []
  const onStyles = (css: string, at: number, noscript: boolean, read: typeof sheetUrls) => {
    if (/http:|var\(/i.test(css)) styles.push({ ...read(css), place: { noscript, at } })
  }
  const onMarked: OnElement = (_, { style, ordinal, noscript }) => {
    if (style?.includes('(')) onStyles(style, ordinal, noscript, attributeUrls)
  }
  const onStyle: OnElement = (element, { ordinal, noscript }) => {
    if (isStyle(element)) onStyles(childText(element), ordinal, noscript, sheetUrls)
  }
  /** Documents that are written in the page, such as those of srcdoc. */
  const nested: { resources: ReturnType<typeof collectResources>; at: Ordinal }[] = []
  const onFrame: OnElement = (element, position) => {
    const source = attribute(element, 'srcdoc')
    if (source === null) return from('frame', 'src')(element, position)
    if (position.noscript || isWithin || nested.length >= maxNested || !/http:/i.test(source)) return
    const resources = collectResources([], true)
    walk(parsePage(source.slice(0, maxNestedLength)), [resources])
    nested.push({ resources, at: position.ordinal })
  }
  const onScript: (name: string) => OnElement = (name) => (element, position) => {
    if (isScript(element) && !isForOldBrowsers(element)) from('script', name)(element, position)
  }
  const handlers: Handlers = {
    script: onScript('src'),
    'svg script': onScript('href'),
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
    iframe: onFrame,
    frame: from('frame', 'src'),
    embed: from('object', 'src'),
    object: from('object', 'data'),
    'svg image': from('image', 'href'),
    'svg feImage': from('image', 'href'),
    'svg use'(element, position) {
      if (!attribute(element, 'href')?.startsWith('#')) from('object', 'href')(element, position)
    },
    style: onStyle,
    'svg style': onStyle,
    meta(element, { inHead }) {
      const policy = inHead && attribute(element, 'http-equiv')?.toLowerCase() === 'content-security-policy'
      if (policy && upgradesRequests(attribute(element, 'content') ?? '')) upgrades = true
    },
  }

  const finish = (base: string): ReturnType<typeof readResources> => {
    const insecure = loadedUrls(styles).filter(({ url }) => /^\s*http:/i.test(url))
    references.push(...insecure.map(({ url, kind, place }) => ({ kind, href: url, ...place })))
    const inside = nested.map(({ resources, at }) => ({ ...resources.finish(base), at }))
    return readResources({ references, candidates, upgrades, inside }, base)
  }
  return { handlers, onMarked, finish }
}

/** Safety limits for the documents of frames that are written in the page. */
const maxNested = 20
const maxNestedLength = 100_000

/** Browsers with modules don't load it. */
const isForOldBrowsers = (element: Element) =>
  attribute(element, 'nomodule') !== null && scriptKind(element) === 'classic'

type Insecure = Pick<ResourceFacts, 'insecureActive' | 'insecurePassive'> & { mixedContent: MixedContentFacts }
type Noted = {
  references: readonly ResourceReference[]
  candidates: readonly ResourceReference[]
  upgrades: boolean
  /** What the documents of frames load, with their frames. */
  inside: readonly (Insecure & { at: Ordinal })[]
}

function readResources(
  { references, candidates, upgrades, inside }: Noted,
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
  for (const frame of inside) {
    const { at, mixedContent } = frame
    for (const item of frame.insecureActive.items) insecureActive.add(() => ({ ...item, at }))
    for (const item of frame.insecurePassive.items) insecurePassive.add(() => ({ ...item, at }))
    for (const item of mixedContent.blockedPassive.items) blockedPassive.add(() => ({ ...item, at }))
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
  if (rels.includes('stylesheet') && !loadsSheet(element, rels)) return undefined
  return rels.map((rel) => linkKinds.get(rel)).find(Boolean)
}

const upgradesRequests = (policy: string) =>
  policy
    .toLowerCase()
    .split(/[;,]/)
    .some((part) => part.trim() === 'upgrade-insecure-requests')
