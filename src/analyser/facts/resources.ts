import { clip, type Cut, cutList, limits, plain } from './text.ts'
import { attribute, type Element, tokens } from './tree.ts'
import { insecureCssUrls, isLocalhost, isHttp, resolve, srcsetUrls } from './urls.ts'
import { childText, type Handlers, type OnElement, type Ordinal } from './walk.ts'

export const activeKinds = ['script', 'style', 'frame', 'object', 'manifest'] as const

export const passiveKinds = ['image', 'media', 'track', 'icon', 'css-image'] as const

export type ResourceKind = (typeof activeKinds)[number] | (typeof passiveKinds)[number]

export type Resource = { kind: ResourceKind; url: string; noscript: boolean; at: Ordinal }

export type ResourceFacts = Cut<Resource> & {
  /** Resources over HTTP from another machine, outside noscript. */
  insecureActive: Cut<Resource>
  insecurePassive: Cut<Resource>
  /** The page tells browsers to upgrade insecure requests. */
  upgrades: boolean
}

type Found = { kind: ResourceKind; href: string; noscript: boolean; at: number }

const scriptTypes =
  /^\s{0,9}(?:module|importmap|speculationrules|(?:text|application)\/(?:x-)?(?:java|ecma)script)?\s{0,9}(?:;|$)/i
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
  ['font', 'style'],
  ['fetch', 'object'],
  ['video', 'media'],
  ['audio', 'media'],
  ['track', 'track'],
])

/** Collects the resources of a page in document order, and those loaded over HTTP. */
export function collectResources(headers: [string, string][]) {
  const found: Found[] = []
  /** Whole srcset attributes. A browser loads one of their URLs, so they are parsed only for URLs over HTTP. */
  const candidates: Found[] = []
  let upgrades = headers.some(([name, value]) => name === 'content-security-policy' && upgradesRequests(value))

  const from =
    (kind: ResourceKind, name: string): OnElement =>
    (element, { ordinal, noscript }) => {
      const href = attribute(element, name)
      if (href?.trim()) found.push({ kind, href, noscript, at: ordinal })
    }
  const fromCandidates: OnElement = (element, { ordinal, noscript }) => {
    const href = attribute(element, 'srcset')
    if (href) candidates.push({ kind: 'image', href, noscript, at: ordinal })
  }
  const onStyles = (css: string, at: number, noscript: boolean) => {
    for (const { url, imported } of insecureCssUrls(css))
      found.push({ kind: imported ? 'style' : 'css-image', href: url, noscript, at })
  }
  const onMarked: OnElement = (_, { style, ordinal, noscript }) => {
    if (style?.includes('(')) onStyles(style, ordinal, noscript)
  }
  const handlers: Handlers = {
    script(element, position) {
      if (scriptTypes.test((attribute(element, 'type') ?? '').slice(0, 200))) from('script', 'src')(element, position)
    },
    link(element, position) {
      const kind = linkKind(element)
      if (kind) from(kind, 'href')(element, position)
    },
    img(element, position) {
      from('image', 'src')(element, position)
      fromCandidates(element, position)
    },
    input(element, position) {
      if (attribute(element, 'type')?.toLowerCase() === 'image') from('image', 'src')(element, position)
    },
    source(element, position) {
      from('media', 'src')(element, position)
      fromCandidates(element, position)
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

  const finish = (base: string): ResourceFacts => {
    const all = cutList<Resource>()
    const insecureActive = cutList<Resource>()
    const insecurePassive = cutList<Resource>()
    const addIfInsecure = (kind: ResourceKind, url: URL, at: number) => {
      if (url.protocol !== 'http:' || isLocalhost(url)) return
      const list = activeKinds.some((active) => active === kind) ? insecureActive : insecurePassive
      list.add(() => ({ kind, url: clip(url.href, limits.url), noscript: false, at }))
    }
    for (const { kind, href, noscript, at } of found) {
      const url = resolve(href, base)
      if (!url || !isHttp(url)) continue
      all.add(() => ({ kind, url: clip(url.href, limits.url), noscript, at }))
      if (!noscript) addIfInsecure(kind, url, at)
    }
    for (const { kind, href, noscript, at } of candidates) {
      if (noscript || (base.startsWith('https:') && !/http:/i.test(href))) continue
      for (const one of srcsetUrls(href)) {
        const url = resolve(one, base)
        if (url) addIfInsecure(kind, url, at)
      }
    }
    return { ...plain(all), insecureActive: plain(insecureActive), insecurePassive: plain(insecurePassive), upgrades }
  }
  return { handlers, onMarked, finish }
}

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
