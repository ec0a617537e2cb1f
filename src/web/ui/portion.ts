/** How something long is shown part by part: how much at first, by how much it grows, and up to where the rest comes at once. */
export type Portions = { first: number; step: number; atOnce: number }

/** What a press of "show more" leads to: null where everything is shown already. */
export function nextPortion(shown: number, total: number, { step, atOnce }: Portions): { to: number; isAll: boolean } | null {
  if (shown >= total) return null
  const isAll = total <= atOnce || total - shown <= step
  return { to: isAll ? total : shown + step, isAll }
}

/** The place at or before `end` where a text may be cut without tearing a character in two. */
export function cutAt(text: string, end: number): number {
  const before = text.charCodeAt(end - 1)
  return end < text.length && before >= 0xd800 && before <= 0xdbff ? end - 1 : end
}
