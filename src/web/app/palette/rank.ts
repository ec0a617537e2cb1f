/** Something the palette can lead to. `terms` are words it is also found by. */
export type Ranked = { label: string; terms?: string | undefined; sure?: boolean | undefined }

/** Without case, accents and what differs only in form. */
export const folded = (text: string) =>
  text
    .slice(0, 2000)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .trim()

/** An address is known by its host: what stands before it is not its beginning. */
const bare = (label: string) => label.replace(/^(?:https?:\/\/)?(?:www\.)?/, '')

const exact = 0
const beginning = 1
const wordBeginning = 2
const inside = 3
const allWords = 4
const sure = 5

/** How well `item` fits what was typed, the best is 0; null when it does not. What is `sure` was found by somebody who knows better. */
export function rankOf(typed: string, item: Ranked): number | null {
  const wanted = folded(typed)
  const label = folded(item.label)
  if (wanted === '' || label === wanted) return exact
  const starts = [label, bare(label)]
  if (starts.some((start) => start.startsWith(wanted))) return beginning
  const at = label.indexOf(wanted)
  if (at >= 0) return beginsWord(label, wanted) ? wordBeginning : inside
  const all = `${label} ${folded(item.terms ?? '')}`
  if (wanted.split(/\s+/).every((word) => all.includes(word))) return allWords
  return item.sure ? sure : null
}

function beginsWord(label: string, wanted: string) {
  for (let at = label.indexOf(wanted); at >= 0; at = label.indexOf(wanted, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(label[at - 1] ?? ' ')) return true
  }
  return false
}

/** What fits, the best first; what fits alike stays in its order. */
export function ranked<Item extends Ranked>(typed: string, items: readonly Item[]): Item[] {
  const fitting = items.flatMap((item) => {
    const rank = rankOf(typed, item)
    return rank === null ? [] : [{ item, rank }]
  })
  return fitting.toSorted((one, other) => one.rank - other.rank).map(({ item }) => item)
}
