import { kindByUnit, unitKinds } from './tokens.ts'

/**
 * Returns a 64-bit hash of collapsed text as 16 hex digits, two streams of FNV-1a. Texts that differ only by case have
 * the same hash; an empty text has none. Not for secrets.
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

/** Texts of fewer words are too short to compare. */
const minWords = 50
/** The digits of a MinHash, each of which stands for one order of all pairs of words. */
const digits = 128
const seeds = Array.from({ length: digits }, (_, at) => mix(at + 1, 0x27d4eb2f))

/**
 * Returns a case-insensitive MinHash of a text as 128 hex digits, or null for a text too short to compare. The share of
 * digits in which two agree tells the share of word pairs that their texts have in common. Neighbouring characters are
 * the pairs of writing without spaces: single words would make any two texts of one language similar. Stored reports
 * are compared by it, so the same text must always give the same hash. A. Broder, On the resemblance and containment of
 * documents, 1997; P. Li and C. König, b-Bit Minwise Hashing, 2010.
 */
export function minHash(text: string): string | null {
  const words = wordHashes(text.slice(0, maxCompared).toLowerCase())
  if (words.length < minWords) return null
  const pairs = pairsOf(words)
  return seeds
    .map((seed) => {
      let least = 0xffffffff
      for (const pair of pairs) least = Math.min(least, mix(pair ^ seed, 0x85ebca6b))
      return (least & 15).toString(16)
    })
    .join('')
}

/** Shorter texts can't be compared. */
const minPairs = 5
const maxSampled = 500
/** Safety limit in characters for the texts that are compared. */
const maxCompared = 300_000

/**
 * Samples the pairs of neighbouring words of a text, as in {@link minHash}, so that another text can be searched for
 * them. Returns null for a text too short to compare.
 */
export function samplePairs(text: string): number[] | null {
  const pairs = [...pairsIn(text)]
  return pairs.length < minPairs ? null : pairs.toSorted((a, b) => a - b).slice(0, maxSampled)
}

/** Returns the share of a sample, from 0 to 1, that a text contains; null for a text too short to compare. */
export function sharedPairs(sample: readonly number[], text: string): number | null {
  const pairs = pairsIn(text)
  return pairs.size < minPairs ? null : sample.filter((pair) => pairs.has(pair)).length / sample.length
}

const pairsIn = (text: string) => pairsOf(wordHashes(text.slice(0, maxCompared).toLowerCase()))

const pairsOf = (words: readonly number[]): Set<number> =>
  new Set(words.slice(1).map((word, index) => mix(Math.imul(words[index] ?? 0, 31) ^ word, 0x85ebca6b)))

/** Returns one number per word, or per character in writing without spaces. */
function wordHashes(text: string): number[] {
  const hashes: number[] = []
  let word = 0
  const endWord = () => {
    if (word !== 0) hashes.push(word)
    word = 0
  }
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const unitKind = kindByUnit[unit]
    if (unitKind === unitKinds.letter || (unitKind === unitKinds.joined && word !== 0))
      word = (Math.imul(word ^ unit, 0x01000193) + 0x9e3779b9) | 1
    else {
      endWord()
      if (unitKind === unitKinds.unspaced) hashes.push(unit)
    }
  }
  endWord()
  return hashes
}

function mix(value: number, factor: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), factor)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/**
 * Returns the estimated share of word pairs, from 0 to 1, that two texts have in common, by their hashes. The standard
 * error is 0.04 for similar texts. Other hashes, such as those of older reports, have nothing in common.
 */
export function similarity(a: string, b: string): number {
  if (a.length !== digits || b.length !== digits) return 0
  let equal = 0
  for (let at = 0; at < digits; at++) if (a.charCodeAt(at) === b.charCodeAt(at)) equal++
  // One digit in 16 agrees by chance.
  return Math.max(0, (equal / digits - 1 / 16) / (1 - 1 / 16))
}
