import {
  firstCandidate,
  formatOf,
  formatOfSource,
  isSized,
  isTrackingPixel,
  type Lazy,
  type Picture,
  type PictureFormat,
  pixels,
  sizeProperties,
  widthOfSizes,
  withoutQuery,
} from './image-markup.ts'
import { declarations } from './inline-style.ts'
import { collectStyleSheets } from './style-sheets.ts'
import { clip, type Cut, cutList, limits, plain } from './text.ts'
import { attribute, type Element } from './tree.ts'
import type { Handlers } from './walk.ts'

/**
 * Facts about the loading of images. `total`s count beyond the cut. Images in noscript, hidden or inline are left out.
 */
export type PictureFacts = {
  /** Number of images that are shown. */
  judged: number
  /** Images without width, height and aspect ratio. */
  unsized: Cut<Picture>
  /**
   * Raster images with and without a modern format for a browser that supports WebP and AVIF. Images whose URL does not
   * show their format are in neither.
   */
  modern: number
  legacy: Cut<Picture>
}

const smallName = /logo|icon|avatar|flag|sprite|badge|pixel|spinner|placeholder|emoji|captcha/i
const placeholderName = /placeholder|blank|spacer|transparent|pixel|loading|lazy|1x1|grey|gray/i
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

type Candidate = {
  element: Element
  width: number | null
  height: number | null
  declared: ReadonlyMap<string, string>
  item: () => Picture
}
type PictureElement = { formats: Set<PictureFormat>; sized: boolean }

export function collectPictures(hero: Pick<ReturnType<typeof collectHero>, 'add'>) {
  const sheets = collectStyleSheets(sizeProperties)
  /** Images without a size of their own. Style elements can follow that give them one. */
  const candidates: Candidate[] = []
  const legacy = cutList<Picture>()
  let picture: PictureElement | null = null
  let judged = 0
  let modern = 0

  const handlers: Handlers = {
    ...sheets.handlers,
    picture() {
      picture = { formats: new Set(), sized: false }
      return () => {
        picture = null
      }
    },
    source(element) {
      if (!picture) return
      picture.formats.add(formatOfSource(element))
      if (pixels(attribute(element, 'width')) !== null && pixels(attribute(element, 'height')) !== null)
        picture.sized = true
    },
    img(element, { ordinal, hidden, noscript, style, textMark }) {
      if (hidden || noscript || isTrackingPixel(element, style)) return
      const named = readAttributes(element.attrs)
      const { url, lazy } = sourceOf(named)
      if (url === null) return
      const item = (): Picture => ({ src: clip(url, limits.text), at: ordinal })
      const width = pixels(named.width)
      const height = pixels(named.height)

      judged++
      if (!picture?.sized && (width === null || height === null)) {
        const declared = style === null ? new Map<string, string>() : declarations(style, sizeProperties)
        if (!isSized(width, height, declared)) candidates.push({ element, width, height, declared, item })
      }

      const format = formatOf(url)
      const isTiny = width !== null && height !== null && width <= 32 && height <= 32
      if (format !== 'vector' && !isTiny) {
        const offered = new Set([format, ...(picture?.formats ?? [])])
        if (isUrl(named.srcset)) offered.add(formatOf(named.srcset))
        if (offered.has('modern')) modern++
        else if (!offered.has('open')) legacy.add(item)
      }

      if (format === 'vector' || isNamedSmall(named, url)) return
      const priority = named.fetchpriority?.toLowerCase() === 'high'
      hero.add({ ...item(), lazy, priority, width, height, sizes: widthOfSizes(named.sizes) }, textMark)
    },
  }
  const finish = (): PictureFacts => {
    const unsized = cutList<Picture>()
    const styleOf = sheets.finish()
    for (const { element, width, height, declared, item } of candidates)
      if (!isSized(width, height, new Map([...styleOf(element), ...declared]))) unsized.add(item)
    return { judged, unsized: plain(unsized), modern, legacy: plain(legacy) }
  }
  return { handlers, finish }
}

const names = ['src', 'width', 'height', 'sizes', 'loading', 'fetchpriority', 'class', 'id'] as const
const known = new Set<string>(names)
const isNamed = (name: string): name is (typeof names)[number] => known.has(name)
/** `srcset` is its first URL, `awaited` the URL that a script fills in. */
type Named = Record<(typeof names)[number] | 'srcset' | 'awaited', string | null>

/** Reads all attributes in one pass, because pages have many images. */
function readAttributes(attrs: Element['attrs']): Named {
  const named: Named = {
    src: null,
    width: null,
    height: null,
    sizes: null,
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
      const url = name.endsWith('srcset') ? firstCandidate(value) : value
      if (isUrl(url)) named.awaited = url
    }
  }
  return named
}

const isUrl = (value: string | null): value is string =>
  value !== null && /\S/.test(value) && !/^\s{0,100}(?:data:|about:|blob:|#)/i.test(value)

/** Returns the URL an image finally shows and the cause of a delay. Null for images that are inline or have none. */
function sourceOf({ src, srcset, awaited, loading, class: classes }: Named): {
  url: string | null
  lazy: Lazy
} {
  const shown = isUrl(src) ? src : isUrl(srcset) ? srcset : null
  const byScript =
    awaited !== null &&
    (shown === null || placeholderName.test(shown.slice(-100)) || lazyClass.test((classes ?? '').slice(0, 500)))
  if (byScript) return { url: awaited, lazy: 'script' }
  return { url: shown, lazy: loading?.toLowerCase() === 'lazy' ? 'browser' : null }
}

function isNamedSmall({ class: classes, id }: Named, url: string): boolean {
  const file = withoutQuery(url.slice(0, 2048))
  return [file.slice(file.lastIndexOf('/') + 1), id, classes].some(
    (name) => name !== null && smallName.test(name.slice(0, 500)),
  )
}

/** A large image, with its declared size in CSS pixels. */
export type LargeImage = Picture & {
  lazy: Lazy
  /** The image has fetchpriority="high". */
  priority: boolean
  width: number | null
  height: number | null
  /** The width by the sizes attribute. */
  sizes: number | null
  /** Number of visible characters before it, without white space, menus and the page's header. */
  textBefore: number
}

export type HeroFacts = {
  /** The first large images, in document order. */
  images: LargeImage[]
  /** The large images after them that are not lazy-loaded. */
  eager: Cut<Picture>
}

const imagesAboveTheFold = 3
/** Safety limit for the number of menus and headers. */
const maxSpans = 200

type Span = { from: number; to: number }

/**
 * Collects the large images from which the hero image is chosen. Text is counted from the main element on if there is
 * one. Menus and headers do not count as text, and menus have no hero image.
 */
export function collectHero() {
  const images: { image: Omit<LargeImage, 'textBefore'>; from: number; mark: number }[] = []
  const eager = cutList<Picture>()
  const outside: Span[] = []
  let from = 0
  let depth = 0
  let menus = 0
  let mainSeen = false

  const leaveOut =
    (isMenu: boolean): Handlers[string] =>
    (_, { textMark }) => {
      const span = depth++ === 0 && outside.length < maxSpans ? { from: textMark, to: Number.POSITIVE_INFINITY } : null
      if (span) outside.push(span)
      if (isMenu) menus++
      return (left) => {
        depth--
        if (isMenu) menus--
        if (span) span.to = left.textMark
      }
    }
  const handlers: Handlers = {
    nav: leaveOut(true),
    header: leaveOut(false),
    main(_, { textMark }) {
      if (!mainSeen) from = textMark
      mainSeen = true
    },
  }
  const add = (image: Omit<LargeImage, 'textBefore'>, mark: number) => {
    if (menus > 0 || isSmall(image)) return
    if (images.length < imagesAboveTheFold) images.push({ image, from, mark })
    else if (image.lazy === null) eager.add(() => ({ src: image.src, at: image.at }))
  }
  const finish = (text: string): HeroFacts => ({
    images: images.map((image) => ({ ...image.image, textBefore: lettersBetween(text, image, outside) })),
    eager: plain(eager),
  })
  return { handlers, add, finish }
}

function isSmall({ width, height, sizes }: Pick<LargeImage, 'width' | 'height' | 'sizes'>): boolean {
  const shown = sizes ?? width
  return (shown !== null && shown < 200) || (height !== null && height < 100)
}

function lettersBetween(text: string, { from, mark }: { from: number; mark: number }, outside: Span[]): number {
  let counted = 0
  let at = from
  const countTo = (end: number) => {
    if (end > at) counted += text.slice(at, end).replace(/\s+/g, '').length
  }
  for (const span of outside) {
    if (span.to <= at || span.from >= mark) continue
    countTo(span.from)
    at = Math.min(span.to, mark)
  }
  countTo(mark)
  return counted
}
