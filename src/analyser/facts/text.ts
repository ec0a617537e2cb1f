/** The first {@link listLimit} items of a list; `total` counts all. */
export type Cut<T> = { items: T[]; total: number }

export const listLimit = 1000

/** White space runs become one space, none at the ends. Single spaces, the most by far, are not touched: that is thrice as fast. */
export const collapse = (text: string) => text.replace(/[^\S ]\s*|\s{2,}/g, ' ').trim()

/**
 * Text fit to be stored and sent anywhere: at most `limit` UTF-16 units and never half a character, no NUL (which
 * PostgreSQL refuses), no lone surrogate. Cut text ends in an ellipsis.
 */
export function clip(text: string, limit: number): string {
  const cut = text.length > limit ? `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text
  return cut.replaceAll('\0', '\uFFFD').toWellFormed()
}

export const clipOrNull = (text: string | null, limit: number) => (text === null ? null : clip(text, limit))

export const limits = { url: 2048, text: 300, content: 2000 }

/** Collects a list that keeps its first {@link listLimit} items and counts all. */
export function cutList<T>(): Cut<T> & { add(make: () => T): void } {
  const items: T[] = []
  return {
    items,
    total: 0,
    add(make) {
      this.total++
      if (items.length < listLimit) items.push(make())
    },
  }
}

/** The same list as plain data. */
export const plain = <T>({ items, total }: Cut<T>): Cut<T> => ({ items, total })

/**
 * Returns a 64-bit hash of collapsed text as 16 hex digits, two streams of FNV-1a. Texts that differ only by case have the
 * same hash; an empty text has none. Not for secrets.
 */
export function fingerprint(text: string): string | null {
  if (text === '') return null
  const lower = text.toLowerCase()
  let first = 0x811c9dc5
  let second = 0xc9dc5118
  for (let at = 0; at < lower.length; at++) {
    const unit = lower.charCodeAt(at)
    first = Math.imul(first ^ unit, 0x01000193)
    second = Math.imul(second ^ unit ^ (first >>> 13), 0x01000193)
  }
  return [first, second].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}
