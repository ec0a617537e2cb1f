import {
  firstCandidate,
  formatOf,
  formatOfSource,
  isSized,
  type PictureFormat,
  pixels,
  withoutQuery,
} from './image-markup.ts'
import { clip, type Cut, cutList, limits, plain } from './text.ts'
import { attribute, type Element } from './tree.ts'
import type { Handlers, Ordinal } from './walk.ts'

export type Picture = { src: string; at: Ordinal }

/** How images are brought to the screen. `total`s count beyond the cut. Those in noscript, hidden or inline are left out. */
export type PictureFacts = {
  /** Images that take room. */
  judged: number
  /** Without width and height, and without an aspect ratio of their own. */
  unsized: Cut<Picture>
  /** Raster images by what they offer a browser that reads WebP and AVIF; those whose address does not tell are in neither. */
  modern: number
  legacy: Cut<Picture>
  /** The first large image near the top; null when there is none. */
  first: (Picture & { lazy: 'browser' | 'script' | null; priority: boolean }) | null
  /** Large images from the fourth on that are loaded with the page. */
  eager: Cut<Picture>
}

/** Visible text before an image, in UTF-16 units of the source, beyond which it stands below the first screen. */
const firstScreen = 1500
const perScreen = 3
const smallName = /logo|icon|avatar|flag|sprite|badge|pixel|spinner|placeholder|emoji|captcha/i
const standIn = /placeholder|blank|spacer|transparent|pixel|loading|lazy|1x1|grey|gray/i
const lazyNames = new Set([
  'data-src',
  'data-srcset',
  'data-lazy-src',
  'data-lazy-srcset',
  'data-lazy',
  'data-original',
  'data-lazyload',
  'data-ll-src',
])
const lazyClass = /(?:^|\s)(?:lazy|lazyload|lazyloading|lazyloaded|lazy-load|b-lazy|lozad|unveil)(?:\s|$)/i

type Around = { formats: Set<PictureFormat>; sized: boolean }

export function collectPictures() {
  const unsized = cutList<Picture>()
  const legacy = cutList<Picture>()
  const eager = cutList<Picture>()
  const top = textBefore()
  let around: Around | null = null
  let judged = 0
  let modern = 0
  let large = 0
  let first: PictureFacts['first'] = null
  let passedTop = false

  const handlers: Handlers = {
    ...top.handlers,
    picture() {
      around = { formats: new Set(), sized: false }
      return () => {
        around = null
      }
    },
    source(element) {
      if (!around) return
      around.formats.add(formatOfSource(element))
      if (pixels(attribute(element, 'width')) !== null && pixels(attribute(element, 'height')) !== null)
        around.sized = true
    },
    img({ attrs }, { ordinal, hidden, noscript, style, textMark }) {
      if (hidden || noscript) return
      const named = readAttributes(attrs)
      const { address, lazy } = sourceOf(named)
      if (address === null) return
      const picture = (): Picture => ({ src: clip(address, limits.text), at: ordinal })
      const width = pixels(named.width)
      const height = pixels(named.height)

      judged++
      if (!around?.sized && !isSized(width, height, style)) unsized.add(picture)

      const format = formatOf(address)
      const isTiny = width !== null && height !== null && width <= 32 && height <= 32
      if (format !== 'vector' && !isTiny) {
        const offered = new Set([format, ...(around?.formats ?? [])])
        if (isAddress(named.srcset)) offered.add(formatOf(named.srcset))
        if (offered.has('modern')) modern++
        else if (!offered.has('open')) legacy.add(picture)
      }

      const isSmall = (width !== null && width < 200) || (height !== null && height < 100)
      if (format === 'vector' || isSmall || top.inMenu() || isNamedSmall(named, address)) return
      large++
      if (!passedTop) {
        passedTop = true
        if (top.distance(textMark) <= firstScreen)
          first = { ...picture(), lazy, priority: named.fetchpriority?.toLowerCase() === 'high' }
      } else if (large > perScreen && lazy === null) eager.add(picture)
    },
  }
  const finish = (_base: string): PictureFacts => ({
    judged,
    unsized: plain(unsized),
    modern,
    legacy: plain(legacy),
    first,
    eager: plain(eager),
  })
  return { handlers, finish }
}

/** How much visible text stands before a point, from main on where there is one, menus and the page's header left out. */
function textBefore() {
  let from = 0
  let aside = 0
  let depth = 0
  let menus = 0
  let entered = 0
  let mainSeen = false
  const outside =
    (isMenu: boolean): Handlers[string] =>
    (_, { textMark }) => {
      if (depth++ === 0) entered = textMark
      if (isMenu) menus++
      return (left) => {
        if (isMenu) menus--
        if (--depth === 0) aside += left.textMark - entered
      }
    }
  const handlers: Handlers = {
    nav: outside(true),
    header: outside(false),
    main(_, { textMark }) {
      if (mainSeen) return
      mainSeen = true
      from = textMark
      aside = 0
      if (depth > 0) entered = textMark
    },
  }
  return { handlers, inMenu: () => menus > 0, distance: (mark: number) => (depth > 0 ? entered : mark) - from - aside }
}

const names = ['src', 'width', 'height', 'loading', 'fetchpriority', 'class', 'id'] as const
const known = new Set<string>(names)
const isNamed = (name: string): name is (typeof names)[number] => known.has(name)
/** `srcset` is its first address, `awaited` the one that a script is to fill in. */
type Named = Record<(typeof names)[number] | 'srcset' | 'awaited', string | null>

/** In one pass over the attributes, for pages have many images. */
function readAttributes(attrs: Element['attrs']): Named {
  const named: Named = {
    src: null,
    width: null,
    height: null,
    loading: null,
    fetchpriority: null,
    class: null,
    id: null,
    srcset: null,
    awaited: null,
  }
  for (const { name, value } of attrs) {
    if (isNamed(name)) named[name] = value
    else if (name === 'srcset') named.srcset = firstCandidate(value)
    else if (named.awaited === null && lazyNames.has(name)) {
      const address = name.endsWith('srcset') ? firstCandidate(value) : value
      if (isAddress(address)) named.awaited = address
    }
  }
  return named
}

const isAddress = (value: string | null): value is string =>
  value !== null && /\S/.test(value) && !/^\s{0,100}(?:data:|about:|blob:|#)/i.test(value)

/** The address an image shows in the end, and who puts its loading off. Null for those that are inline or have none. */
function sourceOf({ src, srcset, awaited, loading, class: classes }: Named): {
  address: string | null
  lazy: 'browser' | 'script' | null
} {
  const shown = isAddress(src) ? src : isAddress(srcset) ? srcset : null
  const byScript =
    awaited !== null &&
    (shown === null || standIn.test(shown.slice(-100)) || lazyClass.test((classes ?? '').slice(0, 500)))
  if (byScript) return { address: awaited, lazy: 'script' }
  return { address: shown, lazy: loading?.toLowerCase() === 'lazy' ? 'browser' : null }
}

function isNamedSmall({ class: classes, id }: Named, address: string): boolean {
  const file = withoutQuery(address.slice(0, 2048))
  return [file.slice(file.lastIndexOf('/') + 1), id, classes].some(
    (name) => name !== null && smallName.test(name.slice(0, 500)),
  )
}
