import type { Rating } from '#contract/reports/rating.ts'

/** The content of a shared page's preview picture. */
export type Card = {
  /** ASCII, as in a URL. */
  host: string
  /** The path with its query; empty for the root. */
  path: string
  title: string | null
  /** "Google can index this page"; null if not known, and without a report. */
  indexability: string | null
  /** 0 to 100; null without a report. */
  score: number | null
  rating: Rating | null
  /** "14 to fix" */
  note: string
  /** "3 May 2026" */
  date: string | null
}
