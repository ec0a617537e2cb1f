/**
 * Kinds of UTF-16 units. `letter` includes digits, `unspaced` is writing without spaces between words, and `joined`
 * continues the unit before it.
 */
export const unitKinds = { other: 0, letter: 1, unspaced: 2, joined: 3, stop: 4 } as const

/** The kind of each unit. A look-up takes a tenth of the time of a regular expression. */
export const kindByUnit = classify()

function classify(): Uint8Array {
  const table = new Uint8Array(0x10000)
  const units = Array.from({ length: 0x10000 }, (_, unit) => (unit < 0xd800 || unit > 0xdfff ? unit : 0x20))
  const all = Array.from({ length: 16 }, (_, part) =>
    String.fromCharCode(...units.slice(part * 0x1000, (part + 1) * 0x1000)),
  ).join('')
  const mark = (pattern: RegExp, value: number) => {
    for (const match of all.matchAll(pattern)) table.fill(value, match.index, match.index + match[0].length)
  }
  mark(/[\p{L}\p{N}]+/gu, unitKinds.letter)
  mark(/(?:\p{M}|\u00AD|\u200C|\u200D|\u2060)+/gu, unitKinds.joined)
  mark(
    /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3041-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\uFF66-\uFF9F]+/g,
    unitKinds.unspaced,
  )
  mark(/[.!?…。！？｡؟۔।։።]/g, unitKinds.stop)
  table.fill(unitKinds.letter, 0xd801, 0xd83b)
  table.fill(unitKinds.unspaced, 0xd840, 0xd8c0)
  table.fill(unitKinds.joined, 0xdc00, 0xe000)
  return table
}

/** Marks in a sequence of words: the end of a sentence, and the end of a block of the page. */
export const sentenceEnd = -1
export const blockEnd = -2

export type Tokens = {
  /** Number of words in the whole text. */
  count: number
  /** Number of sentences in the whole text: words that end in a full stop, a question mark or the like. */
  sentences: number
  /** The distinct words among those analysed, in lower case. */
  words: string[]
  /** The analysed words as indices into `words`, with {@link sentenceEnd} and {@link blockEnd} between them. */
  sequence: number[]
}

/** A part of a text in UTF-16 units, from `from` up to but without `to`. */
export type Span = { from: number; to: number }

/** The separator of blocks that the walk writes into the text. Everything else treats it as white space. */
export const blockMark = '\v'

/** Further words are counted, but not analysed. */
export const maxAnalysed = 4000
/** Further units of writing without spaces are estimated, because each word takes a dictionary look-up. */
const maxSegmented = 4000

/**
 * Splits a text into words by Unicode's letters and digits, in linear time. A dictionary is used only for writing
 * without spaces. Words inside the spans `excluded` are counted, but not analysed.
 */
export function tokenize(text: string, excluded: readonly Span[] = []): Tokens {
  const words: string[] = []
  const sequence: number[] = []
  const known = new Map<string, number>()
  const hasSoftHyphens = text.includes('\u00AD')
  let count = 0
  let sentences = 0
  let wordsOfSentence = 0
  const segmented = { units: 0, words: 0 }
  let nextExcluded = 0
  let isAnalysed = true

  const addWord = (written: string) => {
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
    if (sequence.length > 0 && (sequence[sequence.length - 1] ?? 0) >= 0) sequence.push(mark)
  }

  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at)
    const unitKind = kindByUnit[unit] ?? 0
    if (unitKind === unitKinds.letter || unitKind === unitKinds.unspaced) {
      const end = unitKind === unitKinds.letter ? wordEnd(text, at) : runEnd(text, at)
      let passed = excluded[nextExcluded]
      while (passed && passed.to <= at) passed = excluded[++nextExcluded]
      const wasAnalysed = isAnalysed
      isAnalysed = count < maxAnalysed && !(passed && at >= passed.from)
      if (wasAnalysed && !isAnalysed) breakAt(blockEnd)
      const added =
        unitKind === unitKinds.letter ? 1 : segmentRun(text.slice(at, end), segmented, isAnalysed ? addWord : null)
      if (unitKind === unitKinds.letter && isAnalysed) addWord(text.slice(at, end))
      count += added
      wordsOfSentence += added
      at = end
    } else {
      if (unitKind === unitKinds.stop && wordsOfSentence > 0 && endsSentence(text, at)) {
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

/**
 * Returns the end of a word: letters and digits, with an apostrophe between letters and a point or comma between
 * digits.
 */
function wordEnd(text: string, start: number): number {
  let at = start + 1
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const unitKind = kindByUnit[unit]
    if (unitKind === unitKinds.letter || unitKind === unitKinds.joined) continue
    if (unit === 0x27 || unit === 0x2019) {
      if (kindByUnit[text.charCodeAt(at + 1)] === unitKinds.letter) continue
    } else if ((unit === 0x2e || unit === 0x2c) && isDigit(text.charCodeAt(at + 1)) && isDigit(text.charCodeAt(at - 1)))
      continue
    break
  }
  return at
}

function runEnd(text: string, start: number): number {
  let at = start + 1
  for (; at < text.length; at++) {
    const unitKind = kindByUnit[text.charCodeAt(at)]
    if (unitKind !== unitKinds.unspaced && unitKind !== unitKinds.joined) break
  }
  return at
}

const isDigit = (unit: number) => unit >= 0x30 && unit <= 0x39
const isLower = (unit: number) => unit >= 0x61 && unit <= 0x7a

/**
 * True if a full stop ends a sentence. It doesn't inside a name or number, after an initial, or before a small letter
 * (“e.g. this”).
 */
function endsSentence(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== 0x2e) return true
  const next = text.charCodeAt(at + 1)
  if (kindByUnit[next] === unitKinds.letter) return false
  if (
    kindByUnit[text.charCodeAt(at - 1)] === unitKinds.letter &&
    !isDigit(text.charCodeAt(at - 1)) &&
    kindByUnit[text.charCodeAt(at - 2)] !== unitKinds.letter
  )
    return false
  return !(next === 0x20 && isLower(text.charCodeAt(at + 2)))
}

/** Created at first use, because it loads a dictionary. */
let segmenter: Intl.Segmenter | null = null

function segmentRun(
  run: string,
  estimate: { units: number; words: number },
  addWord: ((word: string) => void) | null,
): number {
  if (estimate.units >= maxSegmented) return Math.max(1, Math.round((run.length * estimate.words) / estimate.units))
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  const analysed = run.slice(0, maxSegmented - estimate.units)
  let words = 0
  for (const { segment, isWordLike } of segmenter.segment(analysed)) {
    if (!isWordLike) continue
    words++
    addWord?.(segment)
  }
  estimate.units += analysed.length
  estimate.words += words
  return words + Math.round(((run.length - analysed.length) * estimate.words) / estimate.units)
}
