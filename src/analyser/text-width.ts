/** Advance widths of Arial for U+0020 to U+007E, in thousandths of the font size. */
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
  1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
  333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]
const letter = 556
const fullWidth = 1000
const mark = /^\p{M}|\p{Cf}$/u
const wide = /^[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u

/** Width of a text in Arial at `size` px, rounded. Accents add nothing, CJK and emoji take a full square, other scripts an average letter. */
export function pixelWidth(text: string, size: number): number {
  let thousandths = 0
  for (const char of text.normalize('NFD')) {
    const known = widths[(char.codePointAt(0) ?? 0) - 0x20]
    if (known !== undefined) thousandths += known
    else if (!mark.test(char)) thousandths += wide.test(char) ? fullWidth : letter
  }
  return Math.round((thousandths * size) / 1000)
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const printableAscii = /^[ -~]*$/

/** Characters as a reader counts them: an emoji with its joiners is one, and so is a letter with its accents. */
export function graphemes(text: string): number {
  if (printableAscii.test(text)) return text.length
  let total = 0
  for (const _ of segmenter.segment(text)) total++
  return total
}
