import { searchWords } from '#web/ui/text.ts'

/**
 * Something the command menu finds by its label or its `terms`. The terms of an `eager` item count like its label.
 * `sure` items were matched by the server.
 */
export type Ranked = {
  label: string
  terms?: string | undefined
  eager?: boolean | undefined
  sure?: boolean | undefined
}

/** Removes case, accents and compatibility forms. */
export const folded = (text: string) =>
  text
    .slice(0, 2000)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .trim()

/** A URL begins with its host: the scheme and `www.` don't count. */
const bare = (label: string) => label.replace(/^(?:https?:\/\/)?(?:www\.)?/, '')

const exact = 0
const beginning = 1
const wordBeginning = 2
const inside = 3
const allWords = 4
const sure = 5

/** Match rank (0 is best), or null for no match. `sure` items were matched by the server and always rank. */
export function rankOf(typed: string, item: Ranked): number | null {
  const wanted = folded(typed)
  const label = folded(item.label)
  if (wanted === '' || label === wanted) return exact
  const starts = [label, bare(label)]
  if (starts.some((start) => start.startsWith(wanted))) return beginning
  if (item.eager && beginsWord(folded(item.terms ?? ''), wanted)) return beginning
  const at = label.indexOf(wanted)
  if (at >= 0) return beginsWord(label, wanted) ? wordBeginning : inside
  const all = `${label} ${folded(item.terms ?? '')}`
  if (searchWords(wanted).every((word) => all.includes(word))) return allWords
  return item.sure ? sure : null
}

function beginsWord(label: string, wanted: string) {
  for (let at = label.indexOf(wanted); at >= 0; at = label.indexOf(wanted, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(label[at - 1] ?? ' ')) return true
  }
  return false
}

/** The matching items, best first; equal matches keep their order. */
export function ranked<Item extends Ranked>(typed: string, items: readonly Item[]): Item[] {
  const fitting = items.flatMap((item) => {
    const rank = rankOf(typed, item)
    return rank === null ? [] : [{ item, rank }]
  })
  return fitting.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item)
}
