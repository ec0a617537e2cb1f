import { pixelWidth } from '#analyser/text-width.ts'

/**
 * Width in px of a desktop search result on Google: titles in Arial 20 px, descriptions in Arial 14 px on two lines.
 */
export const titleRoom = { size: 20, room: 580 }
export const descriptionRoom = { size: 14, room: 920 }

/** Safety limit in characters: no search result shows more, so the rest isn't measured. */
const longest = 1000
const dots = ' ...'
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

export type CutText = { shown: string; width: number; isCut: boolean }

/**
 * Cuts `text` after the last word that leaves room for the dots, or inside a single long word. `width` is that of the
 * whole text.
 */
export function cutText(text: string, { size, room }: { size: number; room: number }): CutText {
  const whole = text.replace(/\s+/g, ' ').trim()
  const start = whole.slice(0, longest)
  const width = pixelWidth(start, size)
  if (width <= room && start.length === whole.length) return { shown: whole, width, isCut: false }
  const left = room - pixelWidth(dots, size)
  const fits = (length: number) => pixelWidth(start.slice(0, length).trimEnd(), size) <= left
  const ends = [...segmenter.segment(start)].map(({ segment, index }) => index + segment.length)
  const end =
    lastFitting(ends, fits) ||
    lastFitting(
      [...start].map((_, index, all) => all.slice(0, index + 1).join('').length),
      fits,
    )
  return { shown: `${start.slice(0, end).replace(/[\s,.;:–—|-]+$/u, '')}${dots}`, width, isCut: true }
}

/** Returns the greatest of the ascending `ends` that fits, or 0. */
function lastFitting(ends: readonly number[], fits: (end: number) => boolean): number {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (fits(ends[middle - 1]!)) low = middle
    else high = middle - 1
  }
  return ends[low - 1] ?? 0
}
