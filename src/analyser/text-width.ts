import { arialWidths } from './arial-widths.ts'

const printableAscii = /^[ -~]*$/

/** An average letter, for scripts that Arial's table here has no widths of. */
const letter = 556
const fullWidth = 1000
const zeroWidthJoiner = '\u200D'
/** Marks, format characters, and the skin tones that colour the emoji before them. */
const nothing = /\p{M}|\p{Cf}|[\u{1F3FB}-\u{1F3FF}]/u
const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u

/** Width of a text in Arial at `size` px, rounded. CJK and emoji take a full square, unknown scripts an average letter. */
export function pixelWidth(text: string, size: number): number {
  if (printableAscii.test(text)) return Math.round((asciiWidth(text) * size) / 1000)
  let thousandths = 0
  let before = ''
  for (const char of text.normalize('NFC')) {
    if (before !== zeroWidthJoiner) thousandths += widthOf(char)
    before = char
  }
  return Math.round((thousandths * size) / 1000)
}

function asciiWidth(text: string): number {
  let thousandths = 0
  for (let at = 0; at < text.length; at++) thousandths += arialWidths.get(text.charCodeAt(at)) ?? letter
  return thousandths
}

function widthOf(char: string): number {
  const known = widthOfGlyph(char)
  if (known !== undefined) return known
  if (nothing.test(char)) return 0
  if (wide.test(char)) return fullWidth
  return widthOfGlyph(char.normalize('NFD')) ?? letter
}

const widthOfGlyph = (text: string) => arialWidths.get(text.codePointAt(0) ?? 0)

/** Characters that take the room of two, as those of Chinese, Japanese and Korean do. */
export function countWide(text: string): number {
  if (printableAscii.test(text)) return 0
  let total = 0
  for (const char of text) if (wide.test(char)) total++
  return total
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Characters as a reader counts them: an emoji with its joiners is one, and so is a letter with its accents. */
export function graphemes(text: string): number {
  if (printableAscii.test(text)) return text.length
  let total = 0
  for (const _ of segmenter.segment(text)) total++
  return total
}
