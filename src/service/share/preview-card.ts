import type { Rating } from '#contract/rating.ts'

/** Of a preview's picture, in pixels: what networks show large. */
export const imageSize = { width: 1200, height: 630 }

/** What a preview's picture shows, as it is stored: what of it can be drawn is seen to by who draws. */
export type Card = {
  /** ASCII, as in a URL. */
  host: string
  /** With its query; empty for the root. */
  path: string
  title: string | null
  /** 0 to 100; null where nothing was judged yet. */
  score: number | null
  rating: Rating | null
  /** "14 to fix" */
  note: string
  /** "3 May 2026" */
  date: string | null
}
