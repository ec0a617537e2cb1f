import type { ProbeFact } from './probes.ts'
import type { ResourceFacts, ResourceKind } from './resources.ts'
import type { ResponseFacts } from './response.ts'
import { clip, type Cut, cutList, limits, plain } from './text.ts'
import { attribute, type Element, tokens } from './tree.ts'
import { isHttp, resolve, withoutFragment } from './urls.ts'
import type { Handlers, Ordinal } from './walk.ts'

/** What the browser loads before it renders the page, and what it loads later. */
export type LoadingFacts = {
  /** Scripts come before stylesheets. */
  blocking: Cut<{ kind: 'script' | 'style'; url: string; at: Ordinal }>
  /** Number of blocking scripts, also beyond the cut. */
  blockingScripts: number
  /** Elements whose URL a browser does not load with the page: lazy images and frames, scripts for old browsers. */
  later: Cut<Ordinal>
}

type FoundBlocker = { kind: 'script' | 'style'; href: string; at: Ordinal }

const classic = /^(?:|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/

/**
 * Collects scripts and stylesheets that block rendering by the HTML standard: those in the head that are not deferred,
 * and those with blocking=render. Only plain media types are assumed to match.
 */
export function collectLoading() {
  const found: FoundBlocker[] = []
  const later = cutList<Ordinal>()
  const lazy: Handlers[string] = (element, { ordinal }) => {
    if (attribute(element, 'loading')?.toLowerCase() === 'lazy') later.add(() => ordinal)
  }
  const handlers: Handlers = {
    img: lazy,
    iframe: lazy,
    script(element, { ordinal, inHead, noscript }) {
      const href = attribute(element, 'src')
      if (!href?.trim() || noscript) return
      const kind = scriptKind(element)
      const skipped = kind === 'classic' && attribute(element, 'nomodule') !== null
      if (skipped) later.add(() => ordinal)
      else if (inHead && (isAwaited(element, kind) || declaresBlocking(element, kind)))
        found.push({ kind: 'script', href, at: ordinal })
    },
    link(element, { ordinal, inHead, noscript }) {
      if (noscript || !inHead) return
      const rels = tokens(attribute(element, 'rel'))
      const href = attribute(element, 'href')
      if (!href?.trim() || !rels.includes('stylesheet') || rels.includes('alternate')) return
      if (attribute(element, 'disabled') !== null) later.add(() => ordinal)
      else if (isForScreens(attribute(element, 'media'))) found.push({ kind: 'style', href, at: ordinal })
    },
  }
  const finish = (base: string): LoadingFacts => {
    const blocking = cutList<LoadingFacts['blocking']['items'][number]>()
    let blockingScripts = 0
    const scriptsFirst = found.toSorted((a, b) => Number(a.kind === 'style') - Number(b.kind === 'style'))
    for (const { kind, href, at } of scriptsFirst) {
      const url = resolve(href, base)
      if (!url || !isHttp(url)) continue
      if (kind === 'script') blockingScripts++
      blocking.add(() => ({ kind, url: clip(url.href, limits.url), at }))
    }
    return { blocking: plain(blocking), blockingScripts, later: plain(later) }
  }
  return { handlers, finish }
}

type ScriptKind = 'classic' | 'module' | 'data'

function scriptKind(element: Element): ScriptKind {
  const type = (attribute(element, 'type') ?? '').slice(0, 200).trim().toLowerCase()
  if (type === 'module') return 'module'
  return classic.test(type) ? 'classic' : 'data'
}

const isAwaited = (element: Element, kind: ScriptKind) =>
  kind === 'classic' && attribute(element, 'async') === null && attribute(element, 'defer') === null

const declaresBlocking = (element: Element, kind: ScriptKind) =>
  kind !== 'data' && tokens(attribute(element, 'blocking')).includes('render')

/** Whether the media attribute certainly matches a screen. Queries about its size are uncertain. */
function isForScreens(media: string | null): boolean {
  if (media === null || media.trim() === '') return true
  return media
    .slice(0, 1000)
    .toLowerCase()
    .split(',')
    .some((query) => /^(?:only\s+)?(?:all|screen)$|^not\s+(?:print|speech)$/.test(query.trim()))
}

type Facts = { resources: ResourceFacts; loading: LoadingFacts; response: ResponseFacts }

/**
 * Kinds that are certainly loaded with the page. Media can wait for a click, browsers choose between icons, and
 * manifests are loaded on installation.
 */
const certainKinds: ReadonlySet<ResourceKind> = new Set(['script', 'style', 'frame', 'object', 'image'])

type PageLoad = {
  /** Without fragments, each once, in document order. */
  urls: Map<string, ResourceKind>
  /** The page has more resources than the facts contain. */
  cut: boolean
}

/**
 * Returns the files that a browser certainly loads with the page by its HTML. What stylesheets and scripts load comes
 * on top.
 */
export function loadedWithPage({ resources, loading, response }: Facts): PageLoad {
  const later = new Set(loading.later.items)
  const page = withoutFragment(response.finalUrl)
  const urls = new Map<string, ResourceKind>()
  for (const { kind, url, noscript, at } of resources.items) {
    if (noscript || !certainKinds.has(kind) || later.has(at)) continue
    const plain = withoutFragment(url)
    if (plain !== page && !urls.has(plain)) urls.set(plain, kind)
  }
  return { urls, cut: resources.total > resources.items.length }
}

/** Splits sampled files by whether they were received with a success. */
export function sampledFiles(probes: ProbeFact[]): { received: ProbeFact[]; missing: ProbeFact[] } {
  const sampled = probes.filter(({ purpose }) => purpose === 'resource')
  const isReceived = ({ outcome, status }: ProbeFact) =>
    outcome === 'answered' && status !== null && status >= 200 && status < 300
  return { received: sampled.filter(isReceived), missing: sampled.filter((probe) => !isReceived(probe)) }
}

/** Returns the media type of a response in lower case, without parameters. */
export const typeOf = ({ headers }: Pick<ProbeFact, 'headers'>) =>
  headers
    .find(([name]) => name === 'content-type')?.[1]
    .replace(/;[^]*$/, '')
    .trim()
    .toLowerCase() ?? null
