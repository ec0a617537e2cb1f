import { kind, kinds } from './unit-kinds.ts'

/** Texts of fewer words are too short to compare. */
const fewestWords = 50

const bits = 64
/** Marks which pairs have been counted, by 18 bits of their hash. */
const seen = new Uint8Array(1 << 18)
/** The bits of half a byte as numbers of one byte each, so that one addition counts four of them. */
const lanes = Int32Array.from({ length: 16 }, (_, half) => [0, 1, 2, 3].reduce((lane, bit) => lane | (((half >>> bit) & 1) << (bit * 8)), 0))
const sums = new Int32Array(bits / 4)

/**
 * A SimHash of the text in 16 hex digits: near texts differ in few of its 64 bits. Null for a text too short to compare.
 * Its features are the different pairs of neighbouring words, or of neighbouring characters where no spaces are written;
 * single words would make any two texts of one language alike.
 * M. Charikar, Similarity Estimation Techniques from Rounding Algorithms, 2002.
 */
export function shapeOf(text: string): string | null {
  const normal = text.toLowerCase()
  const ones = new Int32Array(bits)
  seen.fill(0)
  sums.fill(0)
  let words = 0
  let features = 0
  let before = 0
  let hash = 0
  const close = () => {
    if (hash === 0) return
    if (words++ > 0 && countPair(before, hash) && ++features % 255 === 0) carry(ones)
    before = hash
    hash = 0
  }
  for (let at = 0; at < normal.length; at++) {
    const unit = normal.charCodeAt(at)
    const is = kinds[unit]
    if (is === kind.letter || (is === kind.joined && hash !== 0)) hash = (Math.imul(hash ^ unit, 0x01000193) + 0x9e3779b9) | 1
    else {
      close()
      if (is !== kind.unspaced) continue
      hash = unit
      close()
    }
  }
  close()
  if (words < fewestWords) return null
  carry(ones)
  let hex = ''
  for (let bit = 0; bit < bits; bit += 4) {
    let digit = 0
    for (let at = bit; at < bit + 4; at++) digit = digit * 2 + ((ones[at] as number) * 2 > features ? 1 : 0)
    hex += digit.toString(16)
  }
  return hex
}

function countPair(first: number, second: number): boolean {
  const low = mix(Math.imul(first, 31) ^ second, 0x85ebca6b)
  const slot = low >>> 14
  if (seen[slot] === 1) return false
  seen[slot] = 1
  const high = mix(Math.imul(second, 37) ^ first, 0x27d4eb2f)
  for (let half = 0; half < 8; half++) {
    sums[half] = (sums[half] as number) + (lanes[(low >>> (half * 4)) & 15] as number)
    sums[half + 8] = (sums[half + 8] as number) + (lanes[(high >>> (half * 4)) & 15] as number)
  }
  return true
}

/** Before a lane can overflow, after 255 additions. */
function carry(ones: Int32Array) {
  for (let bit = 0; bit < bits; bit++) ones[bit] = (ones[bit] as number) + (((sums[bit >> 2] as number) >>> ((bit & 3) * 8)) & 255)
  sums.fill(0)
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
