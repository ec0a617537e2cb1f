import type { Cut, Ordinal } from '../page-facts.ts'
import type { Handlers } from './walk.ts'

/** How images are brought to the screen. `total`s count beyond the cut. */
export type PictureFacts = {
  /** Without width and height, and without an aspect ratio of their own. */
  unsized: Cut<{ src: string | null; at: Ordinal }>
}

export function collectPictures() {
  const handlers: Handlers = {}
  return { handlers, finish: (_base: string): PictureFacts => ({ unsized: { items: [], total: 0 } }) }
}
