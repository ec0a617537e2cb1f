import { formatOf, isTrackingPixel } from './image-markup.ts'
import { graphemes } from './text-width.ts'
import { clip, clipOrNull, collapseShown, type Cut, cutList, limits, maxListed, plain } from './text.ts'
import { kindByUnit, unitKinds } from './tokens.ts'
import { attribute, type Element } from './tree.ts'
import { type Handlers, isDecoration, type Ordinal, type Position } from './walk.ts'

export type Image = {
  src: string | null
  /** Null if the attribute is absent. */
  alt: string | null
  width: string | null
  height: string | null
  loading: string | null
  /** Hidden, marked as decoration or a tracking pixel, so that no alt text is needed. */
  ignored: boolean
  noscript: boolean
  at: Ordinal
}

/** `judged` and `withoutAlt` count all images that need alt text, also those that `items` leaves out. */
export type ImageFacts = Cut<Image> & { judged: number; withoutAlt: Cut<{ src: string | null; at: Ordinal }> }

const needsNoText = (element: Element, position: Position) =>
  isDecoration(element, position) || isTrackingPixel(element, position.style)

/** Collects img elements. Those that need no alt text, or are in noscript, are listed too. */
export function collectImages() {
  const images = cutList<Image>()
  const withoutAlt = cutList<{ src: string | null; at: number }>()
  let judged = 0
  const handlers: Handlers = {
    img(element, position) {
      const { ordinal, hidden, noscript } = position
      const alt = attribute(element, 'alt')
      const src = clipOrNull(attribute(element, 'src'), limits.text)
      const ignored = hidden || noscript || needsNoText(element, position)
      if (!ignored) judged++
      if (!ignored && alt === null) withoutAlt.add(() => ({ src, at: ordinal }))
      images.add(() => ({
        src,
        alt: clipOrNull(alt, limits.text),
        width: clipOrNull(attribute(element, 'width'), 20),
        height: clipOrNull(attribute(element, 'height'), 20),
        loading: clipOrNull(attribute(element, 'loading'), 20),
        ignored,
        noscript,
        at: ordinal,
      }))
    },
  }
  return { handlers, finish: (): ImageFacts => ({ ...plain(images), judged, withoutAlt: plain(withoutAlt) }) }
}

/** Lengths of the alt texts of all images that need one, in characters as readers count them. */
export type AltFacts = {
  /** Number of alt texts that are not empty. */
  given: number
  longest: number
  /** Alt texts of more than {@link longAlt} characters. */
  long: { items: { length: number; at: Ordinal }[]; total: number }
}

export const longAlt = 100
const maxLongAlts = 20
/**
 * Safety limits: counting as readers do is slow. Longer texts, and all texts after this many, are counted only without
 * marks and joiners.
 */
const maxSlowLength = 1000
const maxSlowCounts = 200

export function collectAltTexts() {
  const long: AltFacts['long'] = { items: [], total: 0 }
  let given = 0
  let longest = 0
  let longestShort = ''
  let counted = 0
  const lengthOf = (text: string) =>
    text.length <= maxSlowLength && counted++ < maxSlowCounts ? graphemes(text) : countBases(text)
  const handlers: Handlers = {
    img(element, position) {
      const { ordinal, hidden, noscript } = position
      const alt = attribute(element, 'alt')?.trim()
      if (!alt || hidden || noscript || needsNoText(element, position)) return
      given++
      if (alt.length <= longAlt) {
        if (alt.length > longestShort.length) longestShort = alt
        return
      }
      const length = lengthOf(alt)
      longest = Math.max(longest, length)
      if (length > longAlt && long.total++ < maxLongAlts) long.items.push({ length, at: ordinal })
    },
  }
  return { handlers, finish: (): AltFacts => ({ given, longest: Math.max(longest, graphemes(longestShort)), long }) }
}

/** Images without a text of their own although they have an alt attribute. */
export type EmptyAltFacts = {
  /** Only white space, which is neither a text nor the mark of decoration. */
  blank: Cut<Ordinal>
  /** alt="". */
  empty: number
  /** Those of them that look like content: not small, and no picture of a link that has a text. */
  content: Cut<{ at: Ordinal; described: boolean }>
}

/** Smaller images are icons, and drawings of any size mostly are. */
const iconSide = 100

export function collectEmptyAlts() {
  const blank = cutList<Ordinal>()
  const large: { at: Ordinal; described: boolean; link: Link | null }[] = []
  let empty = 0
  type Link = { from: number; to: number }
  let link: Link | null = null
  const isIcon = (size: string | null) => size !== null && Number.parseInt(size, 10) < iconSide
  const handlers: Handlers = {
    a(_, { textMark }) {
      const opened: Link = { from: textMark, to: textMark }
      link = opened
      return (left) => {
        opened.to = left.textMark
        link = null
      }
    },
    img(element, position) {
      const { ordinal, hidden, noscript } = position
      const alt = attribute(element, 'alt')
      if (alt === null || hidden || noscript || needsNoText(element, position) || collapseShown(alt) !== '') return
      if (alt !== '') return blank.add(() => ordinal)
      empty++
      const isSmall = isIcon(attribute(element, 'width')) || isIcon(attribute(element, 'height'))
      const isDrawing = formatOf(attribute(element, 'src') ?? '') === 'vector'
      if (isSmall || isDrawing || large.length > maxListed) return
      large.push({ at: ordinal, described: attribute(element, 'itemprop')?.includes('image') ?? false, link })
    },
  }
  const finish = (text: string): EmptyAltFacts => {
    const content = cutList<{ at: Ordinal; described: boolean }>()
    for (const { at, described, link: around } of large)
      if (around === null || !/\S/.test(text.slice(around.from, around.to))) content.add(() => ({ at, described }))
    return { blank: plain(blank), empty, content: plain(content) }
  }
  return { handlers, finish }
}

/** Alt texts that are the name of a file. */
export type AltFaultFacts = { fileNames: Cut<{ alt: string; at: Ordinal }> }

/** A name with the ending of an image, or the name that a camera or phone gives. */
const fileName =
  /^(?:\S{1,200}\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?|heic|ico)|(?:img|dsc|dscn|dscf|pxl|mvimg)[_-]?\d{3,20}(?:[_-]\d{1,20})?)$/i

export function collectAltFaults() {
  const fileNames = cutList<{ alt: string; at: number }>()
  const handlers: Handlers = {
    img(element, position) {
      const { ordinal, hidden, noscript } = position
      const alt = attribute(element, 'alt')?.trim()
      if (!alt || alt.length > 300 || hidden || noscript || needsNoText(element, position) || !fileName.test(alt))
        return
      fileNames.add(() => ({ alt: clip(alt, 100), at: ordinal }))
    },
  }
  return { handlers, finish: (): AltFaultFacts => ({ fileNames: plain(fileNames) }) }
}

function countBases(text: string): number {
  let total = 0
  for (let at = 0; at < text.length; at++) if (kindByUnit[text.charCodeAt(at)] !== unitKinds.joined) total++
  return total
}
