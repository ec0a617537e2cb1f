import { activeKinds, type Resource, type ResourceFacts, type ResourceKind } from '../page-facts.ts'
import { insecureCssUrls, isThisMachine, isWeb, resolve, srcsetUrls } from './addresses.ts'
import { clip, cutList, limits, plain } from './text.ts'
import { attribute, type Element, tokens } from './tree.ts'
import { childText, type Handlers, type OnElement } from './walk.ts'

type Found = { kind: ResourceKind; href: string; noscript: boolean; at: number }

const scriptTypes = /^\s{0,9}(?:module|importmap|speculationrules|(?:text|application)\/(?:x-)?(?:java|ecma)script)?\s{0,9}(?:;|$)/i
const linkKinds: Record<string, ResourceKind> = { stylesheet: 'style', modulepreload: 'script', manifest: 'manifest', icon: 'icon', 'apple-touch-icon': 'icon' }
const preloadKinds: Record<string, ResourceKind> = { script: 'script', style: 'style', image: 'image', font: 'style', fetch: 'object', video: 'media', audio: 'media', track: 'track' }

/** What a browser loads with the page, in document order, and which of it comes over http. */
export function collectResources(headers: [string, string][]) {
  const found: Found[] = []
  let upgrades = headers.some(([name, value]) => name === 'content-security-policy' && asksForUpgrade(value))

  const from = (kind: ResourceKind, ...names: string[]): OnElement => (element, { ordinal, noscript }) => {
    for (const name of names) {
      const value = attribute(element, name)
      if (!value?.trim()) continue
      const hrefs = name === 'srcset' ? srcsetUrls(value) : [value]
      for (const href of hrefs) found.push({ kind, href, noscript, at: ordinal })
    }
  }
  const onStyles = (css: string, at: number, noscript: boolean) => {
    for (const { url, imported } of insecureCssUrls(css)) found.push({ kind: imported ? 'style' : 'css-image', href: url, noscript, at })
  }
  const handlers: Handlers = {
    script(element, position) {
      if (scriptTypes.test((attribute(element, 'type') ?? '').slice(0, 200))) from('script', 'src')(element, position)
    },
    link(element, position) {
      const kind = linkKind(element)
      if (kind) from(kind, 'href')(element, position)
    },
    img: from('image', 'src', 'srcset'),
    input(element, position) {
      if (attribute(element, 'type')?.toLowerCase() === 'image') from('image', 'src')(element, position)
    },
    source: from('media', 'src', 'srcset'),
    video(element, position) {
      from('media', 'src')(element, position)
      from('image', 'poster')(element, position)
    },
    audio: from('media', 'src'),
    track: from('track', 'src'),
    iframe: from('frame', 'src'),
    frame: from('frame', 'src'),
    embed: from('object', 'src'),
    object: from('object', 'data'),
    'svg image': from('image', 'href'),
    'svg use': from('object', 'href'),
    style: (element, { ordinal, noscript }) => onStyles(childText(element), ordinal, noscript),
    '*'(element, { ordinal, noscript }) {
      const style = attribute(element, 'style')
      if (style?.includes('(')) onStyles(style, ordinal, noscript)
    },
    meta(element, { inHead }) {
      const policy = inHead && attribute(element, 'http-equiv')?.toLowerCase() === 'content-security-policy'
      if (policy && asksForUpgrade(attribute(element, 'content') ?? '')) upgrades = true
    },
  }

  const finish = (base: string): ResourceFacts => {
    const all = cutList<Resource>()
    const insecureActive = cutList<Resource>()
    const insecurePassive = cutList<Resource>()
    for (const { kind, href, noscript, at } of found) {
      const url = resolve(href, base)
      if (!url || !isWeb(url)) continue
      const make = (): Resource => ({ kind, url: clip(url.href, limits.url), noscript, at })
      all.add(make)
      if (url.protocol !== 'http:' || noscript || isThisMachine(url)) continue
      if (activeKinds.some((active) => active === kind)) insecureActive.add(make)
      else insecurePassive.add(make)
    }
    return { ...plain(all), insecureActive: plain(insecureActive), insecurePassive: plain(insecurePassive), upgrades }
  }
  return { handlers, finish }
}

function linkKind(element: Element): ResourceKind | undefined {
  const rels = tokens(attribute(element, 'rel'))
  if (rels.includes('preload')) return preloadKinds[(attribute(element, 'as') ?? '').toLowerCase()]
  if (rels.includes('stylesheet') && rels.includes('alternate')) return undefined
  return rels.map((rel) => linkKinds[rel]).find(Boolean)
}

const asksForUpgrade = (policy: string) => policy.toLowerCase().split(/[;,]/).some((part) => part.trim() === 'upgrade-insecure-requests')
