/** `letter` also means digits; `unspaced` is writing without spaces between words; `joined` goes on with what stands before it. */
export const kind = { other: 0, letter: 1, unspaced: 2, joined: 3, stop: 4 } as const

/** What a UTF-16 unit is, by its number: a look-up costs a tenth of a regular expression. */
export const kinds = classify()

function classify(): Uint8Array {
  const table = new Uint8Array(0x10000)
  const units = Array.from({ length: 0x10000 }, (_, unit) => (unit < 0xd800 || unit > 0xdfff ? unit : 0x20))
  const all = Array.from({ length: 16 }, (_, part) =>
    String.fromCharCode(...units.slice(part * 0x1000, (part + 1) * 0x1000)),
  ).join('')
  const mark = (pattern: RegExp, value: number) => {
    for (const match of all.matchAll(pattern)) table.fill(value, match.index, match.index + match[0].length)
  }
  mark(/[\p{L}\p{N}]+/gu, kind.letter)
  mark(/(?:\p{M}|\u00AD|\u200C|\u200D|\u2060)+/gu, kind.joined)
  mark(
    /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3041-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\uFF66-\uFF9F]+/g,
    kind.unspaced,
  )
  mark(/[.!?…。！？｡؟۔।։።]/g, kind.stop)
  table.fill(kind.letter, 0xd801, 0xd83b)
  table.fill(kind.unspaced, 0xd840, 0xd8c0)
  table.fill(kind.joined, 0xdc00, 0xe000)
  return table
}

/** Where a stretch of words ends: at a full stop, or with the block of the page it stands in. */
export const sentenceEnd = -1
export const blockEnd = -2

export type Tokens = {
  /** Words of the whole text. */
  count: number
  /** Sentences of the whole text: words that end in a full stop, a question mark or the like. */
  sentences: number
  /** The different words among those looked at closely, in lower case. */
  words: string[]
  /** The words looked at closely, as indices into `words`, with {@link sentenceEnd} and {@link blockEnd} between them. */
  sequence: number[]
}

/** A part of a text, in UTF-16 units, from one up to the other. */
export type Span = { from: number; to: number }

/** The block separator that the walk leaves in the text; white space to everybody else. */
export const blockMark = '\v'

/** Words beyond these are counted only. */
const closeLimit = 4000
/** Words of writing without spaces cost a dictionary look-up each; beyond so many units they are estimated. */
const segmentedLimit = 4000

/**
 * Words of a text by Unicode's letters and digits: linear, with a dictionary only for scripts that write no spaces. What
 * stands in `apart`, in order and not overlapping, is counted but not looked at closely.
 */
export function tokenize(text: string, apart: readonly Span[] = []): Tokens {
  const words: string[] = []
  const sequence: number[] = []
  const known = new Map<string, number>()
  const hasSoftHyphens = text.includes('\u00AD')
  let count = 0
  let sentences = 0
  let wordsOfSentence = 0
  const segmented = { units: 0, words: 0 }
  let nextApart = 0
  let close = true

  const note = (written: string) => {
    let index = known.get(written)
    if (index === undefined) {
      const word = (hasSoftHyphens ? written.replaceAll('\u00AD', '') : written).toLowerCase().replaceAll('’', "'")
      index = known.get(word)
      if (index === undefined) {
        index = words.push(word) - 1
        known.set(word, index)
      }
      known.set(written, index)
    }
    sequence.push(index)
  }
  const breakAt = (mark: number) => {
    if (sequence.length > 0 && (sequence[sequence.length - 1] as number) >= 0) sequence.push(mark)
  }

  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at)
    const is = kinds[unit] as number
    if (is === kind.letter || is === kind.unspaced) {
      const end = is === kind.letter ? wordEnd(text, at) : runEnd(text, at)
      let passed = apart[nextApart]
      while (passed && passed.to <= at) passed = apart[++nextApart]
      const wasClose = close
      close = count < closeLimit && !(passed && at >= passed.from)
      if (wasClose && !close) breakAt(blockEnd)
      const added = is === kind.letter ? 1 : segmentRun(text.slice(at, end), segmented, close ? note : null)
      if (is === kind.letter && close) note(text.slice(at, end))
      count += added
      wordsOfSentence += added
      at = end
    } else {
      if (is === kind.stop && wordsOfSentence > 0 && endsSentence(text, at)) {
        sentences++
        wordsOfSentence = 0
        breakAt(sentenceEnd)
      } else if (unit === 11) {
        wordsOfSentence = 0
        breakAt(blockEnd)
      }
      at++
    }
  }
  breakAt(blockEnd)
  return { count, sentences, words, sequence }
}

/** Letters and digits, with an apostrophe between letters and a point or comma between digits. */
function wordEnd(text: string, start: number): number {
  let at = start + 1
  // Never beyond the text: V8 answers that with NaN, and is then slower everywhere.
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const is = kinds[unit]
    if (is === kind.letter || is === kind.joined) continue
    if (unit === 0x27 || unit === 0x2019) {
      if (kinds[text.charCodeAt(at + 1)] === kind.letter) continue
    } else if ((unit === 0x2e || unit === 0x2c) && isDigit(text.charCodeAt(at + 1)) && isDigit(text.charCodeAt(at - 1)))
      continue
    break
  }
  return at
}

function runEnd(text: string, start: number): number {
  let at = start + 1
  for (; at < text.length; at++) {
    const is = kinds[text.charCodeAt(at)]
    if (is !== kind.unspaced && is !== kind.joined) break
  }
  return at
}

const isDigit = (unit: number) => unit >= 0x30 && unit <= 0x39
const isLower = (unit: number) => unit >= 0x61 && unit <= 0x7a

/** A full stop ends no sentence inside a name or number, after an initial, or before a small letter ("e.g. this"). */
function endsSentence(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== 0x2e) return true
  const next = text.charCodeAt(at + 1)
  if (kinds[next] === kind.letter) return false
  if (
    kinds[text.charCodeAt(at - 1)] === kind.letter &&
    !isDigit(text.charCodeAt(at - 1)) &&
    kinds[text.charCodeAt(at - 2)] !== kind.letter
  )
    return false
  return !(next === 0x20 && isLower(text.charCodeAt(at + 2)))
}

let segmenter: Intl.Segmenter | null = null

function segmentRun(
  run: string,
  done: { units: number; words: number },
  note: ((word: string) => void) | null,
): number {
  if (done.units >= segmentedLimit) return Math.max(1, Math.round((run.length * done.words) / done.units))
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  const looked = run.slice(0, segmentedLimit - done.units)
  let words = 0
  for (const { segment, isWordLike } of segmenter.segment(looked)) {
    if (!isWordLike) continue
    words++
    note?.(segment)
  }
  done.units += looked.length
  done.words += words
  return words + Math.round(((run.length - looked.length) * done.words) / done.units)
}
