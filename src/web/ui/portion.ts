/** How much of a long text or list is shown at first, and how much "show more" adds. */
export type Portions = { first: number; step: number }

/** The next length after "show more"; null if everything is shown. */
export function nextPortion(shown: number, total: number, { step }: Portions): { to: number; isAll: boolean } | null {
  if (shown >= total) return null
  const isAll = total - shown <= step
  return { to: isAll ? total : shown + step, isAll }
}

/** The last index up to `end` at which a text can be cut without splitting a surrogate pair. */
export function cutAt(text: string, end: number): number {
  const before = text.charCodeAt(end - 1)
  return end < text.length && before >= 0xd800 && before <= 0xdbff ? end - 1 : end
}
