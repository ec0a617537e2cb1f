import { type Cut, listLimit } from '../page-facts.ts'

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

/** 64 bits of FNV-1a (two streams) of collapsed text in hex: equal texts but for case, equal hashes. Not for secrets. */
export const fingerprint = (text: string): string | null => fingerprintOf(unitsOf(text.toLowerCase()))

/** The same of the units of a text that is in lower case already. */
export function fingerprintOf(units: Uint16Array): string | null {
  if (units.length === 0) return null
  let first = 0x811c9dc5
  let second = 0xc9dc5118
  for (let at = 0; at < units.length; at++) {
    const unit = units[at] as number
    first = Math.imul(first ^ unit, 0x01000193)
    second = Math.imul(second ^ unit ^ (first >>> 13), 0x01000193)
  }
  return [first, second].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}

export function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length)
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at)
  return units
}
