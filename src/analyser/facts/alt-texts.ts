import type { Ordinal } from '../page-facts.ts'
import { graphemes } from '../text-width.ts'
import { attribute } from './tree.ts'
import { kind, kinds } from './unit-kinds.ts'
import { type Handlers, isDecoration } from './walk.ts'

/** Alternative texts of all images that are asked for one, in characters as readers count them. */
export type AltFacts = {
  /** How many are not empty. */
  given: number
  longest: number
  /** Those of more than {@link longAlt} characters. */
  long: { items: { length: number; at: Ordinal }[]; total: number }
}

export const longAlt = 100
const kept = 20
/** Counting as readers do is slow: longer texts, and after so many all others, are counted without marks and joiners alone. */
const slowLength = 1000
const slowCounts = 200

export function collectAltTexts() {
  const long: AltFacts['long'] = { items: [], total: 0 }
  let given = 0
  let longest = 0
  let longestShort = ''
  let counted = 0
  const lengthOf = (text: string) =>
    text.length <= slowLength && counted++ < slowCounts ? graphemes(text) : countBases(text)
  const handlers: Handlers = {
    img(element, { ordinal, hidden, noscript }) {
      const alt = attribute(element, 'alt')?.trim()
      if (!alt || hidden || noscript || isDecoration(element)) return
      given++
      if (alt.length <= longAlt) {
        if (alt.length > longestShort.length) longestShort = alt
        return
      }
      const length = lengthOf(alt)
      longest = Math.max(longest, length)
      if (length > longAlt && long.total++ < kept) long.items.push({ length, at: ordinal })
    },
  }
  return { handlers, finish: (): AltFacts => ({ given, longest: Math.max(longest, graphemes(longestShort)), long }) }
}

function countBases(text: string): number {
  let total = 0
  for (let at = 0; at < text.length; at++) if (kinds[text.charCodeAt(at)] !== kind.joined) total++
  return total
}
