type Compare = (one: string | number, other: string | number) => number

const collator = new Intl.Collator('en', { ignorePunctuation: true })
const bare = (text: string) => text.replace(/^https?:\/\//i, '').replace(/^www\./i, '')
const byCodePoint: Compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0)

/** Databases order text in their own ways; any of these is an order. */
const orders: Compare[] = [
  byCodePoint,
  (one, other) => byCodePoint(String(one).toLowerCase(), String(other).toLowerCase()),
  (one, other) => collator.compare(String(one), String(other)),
  (one, other) => byCodePoint(bare(String(one)).toLowerCase(), bare(String(other)).toLowerCase()),
]

/** Whether values stand in order, those that are not there left out; null where they differ too little to tell. */
export function isOrdered(values: (string | number | null)[], direction: 'asc' | 'desc'): boolean | null {
  const known = values.filter((value) => value !== null)
  if (new Set(known).size < 3) return null
  const sign = direction === 'asc' ? 1 : -1
  const tried = typeof known[0] === 'number' ? [byCodePoint] : orders
  return tried.some((compare) =>
    known.every((value, index) => index === 0 || sign * compare(known[index - 1] ?? value, value) <= 0),
  )
}
