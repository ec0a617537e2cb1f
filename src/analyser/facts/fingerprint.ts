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
const bits = 64

/**
 * Returns a case-insensitive SimHash of a text as 16 hex digits, or null for a text too short to compare. Similar texts
 * differ in few of the 64 bits. The features are the distinct pairs of neighbouring words, or of neighbouring
 * characters in writing without spaces: single words would make any two texts of one language similar. Stored reports
 * are compared by it, so the same text must always give the same hash. M. Charikar, Similarity Estimation Techniques
 * from Rounding Algorithms, 2002.
 */
export function simHash(text: string): string | null {
  const words = wordHashes(text.toLowerCase())
  if (words.length < minWords) return null
  const pairs = new Set<number>()
  const counts = Array.from({ length: bits }, () => 0)
  for (let at = 1; at < words.length; at++) {
    const [first, second] = [words[at - 1] ?? 0, words[at] ?? 0]
    const high = mix(Math.imul(first, 31) ^ second, 0x85ebca6b)
    // Pairs are distinct by 18 bits. More bits would change the hashes that are stored.
    const pair = high >>> 14
    if (pairs.has(pair)) continue
    pairs.add(pair)
    const low = mix(Math.imul(second, 37) ^ first, 0x27d4eb2f)
    for (let bit = 0; bit < 32; bit++) {
      counts[bit] = (counts[bit] ?? 0) + ((high >>> bit) & 1)
      counts[bit + 32] = (counts[bit + 32] ?? 0) + ((low >>> bit) & 1)
    }
  }
  let hex = ''
  for (let bit = 0; bit < bits; bit += 4) {
    const digit = counts.slice(bit, bit + 4).reduce((sum, count) => sum * 2 + (count * 2 > pairs.size ? 1 : 0), 0)
    hex += digit.toString(16)
  }
  return hex
}

/** Shorter texts can't be compared. */
const minPairs = 5
const maxSampled = 500
/** Safety limit in characters for the texts that are compared. */
const maxCompared = 300_000

/**
 * Samples the pairs of neighbouring words of a text, as in {@link simHash}, so that another text can be searched for
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

function pairsIn(text: string): Set<number> {
  const words = wordHashes(text.slice(0, maxCompared).toLowerCase())
  return new Set(words.slice(1).map((word, index) => mix(Math.imul(words[index] ?? 0, 31) ^ word, 0x85ebca6b)))
}

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

/** Returns the share of bits, from 0 to 1, in which two hashes agree. Unrelated texts are near one half. */
export function similarity(a: string, b: string): number {
  let different = 0
  for (let at = 0; at < bits / 4; at++) {
    let digit = Number.parseInt(a.charAt(at), 16) ^ Number.parseInt(b.charAt(at), 16)
    for (; digit > 0; digit &= digit - 1) different++
  }
  return 1 - different / bits
}
