import { clip } from './text.ts'

type Measure = { list: number; text: number }

/** From what is hardly missed to what only a page made to fill the store comes to. */
const measures: Measure[] = [
  { list: 300, text: 2048 },
  { list: 100, text: 2048 },
  { list: 50, text: 400 },
  { list: 20, text: 150 },
  { list: 10, text: 60 },
]

/** Of text without any pattern, a compressor saves little more: its letters are not all 256. */
const literal = 0.83
const match = 3
/** Bytes that one UTF-16 unit of usual texts comes to by far at most; in Chinese without any pattern it is 1.8. */
const widest = 1.5
/** A value so many times larger than it may become is not looked at closely. */
const hopeless = 20

/**
 * Plain data, made to take at most about `limit` bytes when it is compressed: where it would take more, lists are cut
 * shorter and texts clipped, at one measure for all, until it fits. Totals beside lists stay true.
 */
export function fit<T>(value: T, limit: number): T {
  let fitting = value
  for (const measure of measures) {
    if (isWithin(fitting, limit)) break
    fitting = cutTo(measure, fitting) as T
  }
  return fitting
}

function isWithin(value: unknown, limit: number): boolean {
  if (textIn(value, limit / widest) <= limit / widest) return true
  const json = JSON.stringify(value)
  if (json.length > hopeless * limit) return false
  const bytes = new TextEncoder().encode(json)
  return bytes.length * literal <= limit || compressedSize(bytes) <= limit
}

function cutTo(measure: Measure, value: unknown): unknown {
  if (typeof value === 'string') return clip(value, measure.text)
  if (Array.isArray(value)) return value.slice(0, measure.list).map((item) => cutTo(measure, item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutTo(measure, item)]))
}

/** UTF-16 units of all texts and numbers in a value, counted until there are more than `enough`: a small value needs no closer look. */
function textIn(value: unknown, enough: number): number {
  if (typeof value === 'string') return value.length
  if (typeof value === 'number') return 4
  if (typeof value !== 'object' || value === null) return 1
  let sum = 0
  if (Array.isArray(value))
    for (let at = 0; at < value.length && sum <= enough; at++) sum += textIn(value[at], enough - sum)
  else for (const key in value) if (sum <= enough) sum += textIn((value as Record<string, unknown>)[key], enough - sum)
  return sum
}

const hashBits = 15
const shortest = 5

/** About what a compressor of the Lempel-Ziv family makes of bytes: in one pass, and the same everywhere. */
export function compressedSize(bytes: Uint8Array): number {
  const seen = new Int32Array(1 << hashBits).fill(-1)
  const { length } = bytes
  let size = 0
  let at = 0
  while (at + shortest <= length) {
    const next =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24)
    const hash = Math.imul(next ^ (bytes[at + 4] as number), 0x9e3779b1) >>> (32 - hashBits)
    const earlier = seen[hash] as number
    seen[hash] = at
    let same = 0
    if (earlier >= 0) while (at + same < length && bytes[earlier + same] === bytes[at + same]) same++
    if (same >= shortest) {
      size += match
      at += same
    } else {
      size += literal
      at++
    }
  }
  return size + (length - at)
}
