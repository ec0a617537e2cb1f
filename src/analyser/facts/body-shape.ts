import { kind, kinds } from './unit-kinds.ts'

/** Texts of fewer words are too short to compare. */
const fewestWords = 50

const bits = 64
/** The text for which a pair was counted last, by 18 bits of its hash. */
const seen = new Uint8Array(1 << 18)
let current = 0
/**
 * Counts of all bits at once: the n-th number holds the n-th binary digits of 32 counts. Beside each waits one number of the
 * same weight, until a second comes: three are added to a sum and a carry in five operations, whatever their bits.
 */
const digits = 20
const low = { sums: new Int32Array(digits), waiting: new Int32Array(digits) }
const high = { sums: new Int32Array(digits), waiting: new Int32Array(digits) }

/**
 * A SimHash of a text's units in lower case, in 16 hex digits: near texts differ in few of its 64 bits. Null for a text too short to compare.
 * Its features are the different pairs of neighbouring words, or of neighbouring characters where no spaces are written;
 * single words would make any two texts of one language alike.
 * M. Charikar, Similarity Estimation Techniques from Rounding Algorithms, 2002.
 */
export function shapeOf(units: Uint16Array): string | null {
  current = (current % 255) + 1
  if (current === 1) seen.fill(0)
  low.sums.fill(0)
  high.sums.fill(0)
  let words = 0
  let features = 0
  let before = 0
  let hash = 0
  const close = () => {
    if (hash === 0) return
    if (words++ > 0 && countPair(before, hash, features)) features++
    before = hash
    hash = 0
  }
  for (let at = 0; at < units.length; at++) {
    const unit = units[at] as number
    const is = kinds[unit]
    if (is === kind.letter || (is === kind.joined && hash !== 0))
      hash = (Math.imul(hash ^ unit, 0x01000193) + 0x9e3779b9) | 1
    else {
      close()
      if (is !== kind.unspaced) continue
      hash = unit
      close()
    }
  }
  close()
  if (words < fewestWords) return null
  let hex = ''
  for (let bit = 0; bit < bits; bit += 4) {
    let digit = 0
    for (let at = bit; at < bit + 4; at++) digit = digit * 2 + (countOf(at, features) * 2 > features ? 1 : 0)
    hex += digit.toString(16)
  }
  return hex
}

/** False for a pair that was counted before; `features` are those counted so far. */
function countPair(first: number, second: number, features: number): boolean {
  const lower = mix(Math.imul(first, 31) ^ second, 0x85ebca6b)
  const slot = lower >>> 14
  if (seen[slot] === current) return false
  seen[slot] = current
  add(low, lower, features)
  add(high, mix(Math.imul(second, 37) ^ first, 0x27d4eb2f), features)
  return true
}

/** One more for every bit that is set. Where a number waits, the binary digit of how many were added before is 1. */
function add({ sums, waiting }: typeof low, word: number, before: number) {
  let carry = word | 0
  let at = 0
  for (; ((before >>> at) & 1) === 1; at++) {
    const sum = sums[at] as number
    const other = waiting[at] as number
    const odd = sum ^ other
    sums[at] = odd ^ carry
    carry = (sum & other) | (odd & carry)
  }
  waiting[at] = carry
}

function countOf(bit: number, features: number): number {
  const { sums, waiting } = bit < 32 ? low : high
  const bitOf = (word: number) => (word >>> (bit & 31)) & 1
  let sum = 0
  for (let at = 0; at < digits; at++)
    sum += (bitOf(sums[at] as number) + ((features >>> at) & 1) * bitOf(waiting[at] as number)) * 2 ** at
  return sum
}

function mix(value: number, factor: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), factor)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** From 0 to 1: the share of bits in which two shapes agree. Unrelated texts are near one half. */
export function similarity(a: string, b: string): number {
  let different = 0
  for (let at = 0; at < bits / 4; at++) {
    let digit = Number.parseInt(a.charAt(at), 16) ^ Number.parseInt(b.charAt(at), 16)
    for (; digit > 0; digit &= digit - 1) different++
  }
  return 1 - different / bits
}
