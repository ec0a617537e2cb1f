import type { Lazy, Picture } from './image-markup.ts'
import { type Cut, cutList, plain } from './text.ts'
import type { Handlers } from './walk.ts'

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
    images: images.map((one) => ({ ...one.image, textBefore: lettersBetween(text, one, outside) })),
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
