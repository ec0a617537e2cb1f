/** The first {@link maxListed} items of a list; `total` counts all. */
export type Cut<T> = { items: T[]; total: number }

/** Safety limit for each list of the facts. */
export const maxListed = 1000

/** Replaces each run of white space by one space and trims the ends. */
export const collapse = (text: string) => text.replace(/[^\S ]\s*|\s{2,}/g, ' ').trim()

const showsNothing = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** Collapses a text. Returns an empty one if all its characters show nothing, such as zero-width spaces. */
export function collapseShown(text: string): string {
  const collapsed = collapse(text)
  return showsNothing.test(collapsed) ? '' : collapsed
}

/**
 * Makes a text safe to store and to send: at most `limit` UTF-16 units, no NUL (PostgreSQL rejects it), no lone
 * surrogate and no half character. Text that was cut ends in an ellipsis.
 */
export function clip(text: string, limit: number): string {
  const cut = text.length > limit ? `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text
  return cut.replaceAll('\0', '\uFFFD').toWellFormed()
}

export const clipOrNull = (text: string | null, limit: number) => (text === null ? null : clip(text, limit))

/** Safety limits in UTF-16 units. */
export const limits = { url: 2048, text: 300, content: 2000 }

/** Returns a list that keeps the first {@link maxListed} items and counts all. */
export function cutList<T>(): Cut<T> & { add(make: () => T): void } {
  const items: T[] = []
  return {
    items,
    total: 0,
    add(make) {
      this.total++
      if (items.length < maxListed) items.push(make())
    },
  }
}

/** Returns the list as plain data. */
export const plain = <T>({ items, total }: Cut<T>): Cut<T> => ({ items, total })
