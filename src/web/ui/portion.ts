/** How something long is shown part by part: how much at first, and by how much it grows. */
export type Portions = { first: number; step: number }

/** What a press of "show more" leads to: null where everything is shown already. */
export function nextPortion(shown: number, total: number, { step }: Portions): { to: number; isAll: boolean } | null {
  if (shown >= total) return null
  const isAll = total - shown <= step
  return { to: isAll ? total : shown + step, isAll }
}

/** The place at or before `end` where a text may be cut without tearing a character in two. */
export function cutAt(text: string, end: number): number {
  const before = text.charCodeAt(end - 1)
  return end < text.length && before >= 0xd800 && before <= 0xdbff ? end - 1 : end
}
