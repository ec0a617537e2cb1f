import { blockingImports } from './css-urls.ts'
import { clip, type Cut, cutList, limits, plain } from './text.ts'
import { attribute, type Element, isStyle, loadsSheet, scriptKind, tokens } from './tree.ts'
import { isHttp, resolve } from './urls.ts'
import { childText, type Handlers, type Ordinal } from './walk.ts'

/** Resources that the browser loads before it renders the page, and those it loads later. */
export type LoadingFacts = {
  /** Scripts come before stylesheets. */
  blocking: Cut<{ kind: 'script' | 'style'; url: string; at: Ordinal }>
  /** Number of blocking scripts, also beyond the cut. */
  blockingScripts: number
  /** Elements whose URL a browser does not load with the page: lazy images and frames, scripts for old browsers. */
  later: Cut<Ordinal>
}

type FoundBlocker = { kind: 'script' | 'style'; href: string; at: Ordinal }

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
      if (!loadsSheet(element, rels)) later.add(() => ordinal)
      else if (isForScreens(attribute(element, 'media'))) found.push({ kind: 'style', href, at: ordinal })
    },
  }
  handlers.style = (element, { ordinal, inHead, noscript }) => {
    if (noscript || !inHead || !isStyle(element) || !isForScreens(attribute(element, 'media'))) return
    for (const href of blockingImports(childText(element))) found.push({ kind: 'style', href, at: ordinal })
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

type ScriptKind = ReturnType<typeof scriptKind>

const isAwaited = (element: Element, kind: ScriptKind) =>
  kind === 'classic' && attribute(element, 'async') === null && attribute(element, 'defer') === null

const declaresBlocking = (element: Element, kind: ScriptKind) =>
  kind !== 'data' && tokens(attribute(element, 'blocking')).includes('render')

/** True if the media attribute certainly matches a screen. Queries about its size are uncertain. */
function isForScreens(media: string | null): boolean {
  if (media === null || media.trim() === '') return true
  return media
    .slice(0, 1000)
    .toLowerCase()
    .split(',')
    .some((query) => /^(?:only\s+)?(?:all|screen)$|^not\s+(?:print|speech)$/.test(query.trim()))
}
