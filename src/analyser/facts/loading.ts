import type { ProbeFact } from './probes.ts'
import type { ResourceFacts, ResourceKind } from './resources.ts'
import type { ResponseFacts } from './response.ts'
import { clip, type Cut, cutList, limits, plain } from './text.ts'
import { attribute, type Element, tokens } from './tree.ts'
import { isHttp, resolve, withoutFragment } from './urls.ts'
import type { Handlers, Ordinal } from './walk.ts'

/** What the browser must fetch, and what it must wait for before it paints. */
export type LoadingFacts = {
  /** Scripts before style sheets. */
  blocking: Cut<{ kind: 'script' | 'style'; url: string; at: Ordinal }>
  /** Of the blocking ones, beyond the cut too. */
  blockingScripts: number
  /** Elements whose address a browser does not fetch with the page: lazy images and frames, scripts for browsers of old. */
  later: Cut<Ordinal>
}

type FoundBlocker = { kind: 'script' | 'style'; href: string; at: Ordinal }

const classic = /^(?:|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/

/**
 * Scripts and style sheets that block rendering as the HTML standard says: those before the body that are not deferred,
 * and all before it that ask for it with blocking=render. Of media queries only plain types are taken to match.
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
      else if (inHead && (isAwaited(element, kind) || asksToBlock(element, kind)))
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

const asksToBlock = (element: Element, kind: ScriptKind) =>
  kind !== 'data' && tokens(attribute(element, 'blocking')).includes('render')

/** Whether the media attribute surely matches a screen: queries about its size may or may not. */
function isForScreens(media: string | null): boolean {
  if (media === null || media.trim() === '') return true
  return media
    .slice(0, 1000)
    .toLowerCase()
    .split(',')
    .some((query) => /^(?:only\s+)?(?:all|screen)$|^not\s+(?:print|speech)$/.test(query.trim()))
}

type Facts = { resources: ResourceFacts; loading: LoadingFacts; response: ResponseFacts }

/** What surely comes with the page: media may wait for a click, of icons a browser chooses, a manifest is asked at installing. */
const sure: ReadonlySet<ResourceKind> = new Set(['script', 'style', 'frame', 'object', 'image'])

type AtOnce = {
  /** Without fragments, in document order, each once. */
  urls: Map<string, ResourceKind>
  /** The page names more than was kept, so there may be more. */
  cut: boolean
}

/** The files a browser surely loads with the page by what its HTML says: what style sheets and scripts load comes on top. */
export function loadedAtOnce({ resources, loading, response }: Facts): AtOnce {
  const later = new Set(loading.later.items)
  const page = withoutFragment(response.finalUrl)
  const urls = new Map<string, ResourceKind>()
  for (const { kind, url, noscript, at } of resources.items) {
    if (noscript || !sure.has(kind) || later.has(at)) continue
    const plain = withoutFragment(url)
    if (plain !== page && !urls.has(plain)) urls.set(plain, kind)
  }
  return { urls, cut: resources.total > resources.items.length }
}

/** Sampled files by how their asking ended: those that came with a success, and all others. */
export function sampledFiles(probes: ProbeFact[]): { came: ProbeFact[]; missed: ProbeFact[] } {
  const asked = probes.filter(({ purpose }) => purpose === 'resource')
  const hasCome = ({ outcome, status }: ProbeFact) =>
    outcome === 'answered' && status !== null && status >= 200 && status < 300
  return { came: asked.filter(hasCome), missed: asked.filter((probe) => !hasCome(probe)) }
}

/** The media type of an answer, lower case, without parameters. */
export const typeOf = ({ headers }: Pick<ProbeFact, 'headers'>) =>
  headers
    .find(([name]) => name === 'content-type')?.[1]
    .replace(/;[^]*$/, '')
    .trim()
    .toLowerCase() ?? null
