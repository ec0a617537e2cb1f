import type { ApiError } from '#web/data/api-error.ts'

/** One of the things a batch does something with, and how it went. `to` leads to what came of it. */
export type BatchLine = { id: number; url: string; error: ApiError | null; to?: string; note?: string }

/** What is being done with many things at once, as the card over the page shows it. */
export type Batch = {
  title: string
  /** For those who hear it, where the title changes by the second. */
  said?: string
  /** How many there are, once it is under way. */
  of: number | null
  lines: BatchLine[]
  action?: { label: string; onSelect: () => void } | undefined
}

export const failedOf = (lines: readonly BatchLine[]) => lines.filter(({ error }) => error !== null)
