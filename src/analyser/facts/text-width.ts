const printableAscii = /^[ -~]*$/

/** Width of an average letter, for scripts without measured widths. */
const letter = 556
const fullWidth = 1000
const zeroWidthJoiner = '\u200D'
/** Characters without width: marks, format characters, and the skin tones of emoji. */
const nothing = /\p{M}|\p{Cf}|[\u{1F3FB}-\u{1F3FF}]/u
const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u

/**
 * Returns the width of a text in Arial at `size` pixels, rounded. CJK and emoji take a full square, unknown scripts an
 * average letter.
 */
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

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Counts characters as readers do: an emoji with its joiners is one, and so is a letter with its accents. */
export function graphemes(text: string): number {
  if (printableAscii.test(text)) return text.length
  let total = 0
  for (const _ of segmenter.segment(text)) total++
  return total
}

/**
 * Advance widths of Arial in thousandths of the font size, each list with its first code point. 0 means that there is
 * no glyph.
 */
const rows: [first: number, widths: number[]][] = [
  [
    0x20,
    [
      278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
      556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556,
      833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500,
      556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500,
      334, 260, 334, 584,
    ],
  ],
  [
    0xa0,
    [
      278, 333, 556, 556, 556, 556, 260, 556, 333, 737, 370, 556, 584, 333, 737, 552, 400, 549, 333, 333, 333, 576, 537,
      278, 333, 333, 365, 556, 834, 834, 834, 611, 667, 667, 667, 667, 667, 667, 1000, 722, 667, 667, 667, 667, 278,
      278, 278, 278, 722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611, 556, 556, 556, 556,
      556, 556, 889, 500, 556, 556, 556, 556, 278, 278, 278, 278, 556, 556, 556, 556, 556, 556, 556, 549, 611, 556, 556,
      556, 556, 500, 556, 500, 667, 556, 667, 556, 667, 556, 722, 500, 722, 500, 722, 500, 722, 500, 722, 615, 722, 556,
      667, 556, 667, 556, 667, 556, 667, 556, 667, 556, 778, 556, 778, 556, 778, 556, 778, 556, 722, 556, 722, 556, 278,
      278, 278, 278, 278, 278, 278, 222, 278, 278, 735, 444, 500, 222, 667, 500, 500, 556, 222, 556, 222, 556, 292, 556,
      334, 556, 222, 722, 556, 722, 556, 722, 556, 604, 723, 556, 778, 556, 778, 556, 778, 556, 1000, 944, 722, 333,
      722, 333, 722, 333, 667, 500, 667, 500, 667, 500, 667, 500, 611, 278, 611, 375, 611, 278, 722, 556, 722, 556, 722,
      556, 722, 556, 722, 556, 722, 556, 944, 722, 667, 500, 667, 611, 500, 611, 500, 611, 500, 222,
    ],
  ],
  [
    0x384,
    [
      333, 333, 667, 278, 784, 838, 384, 0, 774, 0, 855, 752, 222, 667, 667, 551, 668, 667, 611, 722, 778, 278, 667,
      668, 833, 722, 650, 778, 722, 667, 0, 618, 611, 667, 798, 667, 835, 748, 278, 667, 578, 446, 556, 222, 547, 578,
      575, 500, 557, 446, 441, 556, 556, 222, 500, 500, 576, 500, 448, 556, 690, 569, 482, 617, 395, 547, 648, 525, 713,
      781, 222, 547, 556, 547, 781,
    ],
  ],
  [
    0x400,
    [
      667, 667, 865, 542, 719, 667, 278, 278, 500, 1057, 1010, 854, 583, 722, 635, 719, 667, 656, 667, 542, 677, 667,
      923, 604, 719, 719, 583, 656, 833, 722, 778, 719, 667, 722, 611, 635, 760, 667, 740, 667, 917, 938, 792, 885, 656,
      719, 1010, 722, 556, 573, 531, 365, 583, 556, 669, 458, 559, 559, 438, 583, 688, 552, 556, 542, 556, 500, 458,
      500, 823, 500, 573, 521, 802, 823, 625, 719, 521, 510, 750, 542, 556, 556, 556, 365, 510, 500, 222, 278, 222, 906,
      812, 556, 438, 559, 500, 552,
    ],
  ],
  [0x2010, [333, 333, 0, 556, 1000, 1000, 0, 552, 222, 222, 222, 222, 333, 333, 333, 0, 556, 556, 350, 0, 0, 0, 1000]],
]

const others: [codePoint: number, width: number][] = [
  [0x192, 556],
  [0x1fa, 667],
  [0x1fb, 556],
  [0x1fc, 1000],
  [0x1fd, 889],
  [0x1fe, 778],
  [0x1ff, 611],
  [0x218, 667],
  [0x219, 500],
  [0x21a, 611],
  [0x21b, 278],
  [0x2c6, 333],
  [0x2c7, 333],
  [0x2dc, 333],
  [0x490, 489],
  [0x491, 411],
  [0x2030, 1000],
  [0x2032, 188],
  [0x2033, 354],
  [0x2039, 333],
  [0x203a, 333],
  [0x203c, 500],
  [0x203e, 333],
  [0x2044, 167],
  [0x20a3, 556],
  [0x20a4, 556],
  [0x20a7, 1094],
  [0x20ac, 556],
  [0x2105, 885],
  [0x2113, 323],
  [0x2116, 1073],
  [0x2122, 1000],
  [0x2126, 768],
  [0x212e, 600],
  [0x2190, 1000],
  [0x2191, 500],
  [0x2192, 1000],
  [0x2193, 500],
  [0x2194, 1000],
  [0x2195, 500],
  [0x2202, 494],
  [0x2206, 612],
  [0x220f, 823],
  [0x2211, 713],
  [0x2212, 584],
  [0x221a, 549],
  [0x221e, 713],
  [0x222b, 274],
  [0x2248, 549],
  [0x2260, 549],
  [0x2264, 549],
  [0x2265, 549],
  [0x25a0, 604],
  [0x25a1, 604],
  [0x25aa, 354],
  [0x25ab, 354],
  [0x25b2, 990],
  [0x25ba, 990],
  [0x25bc, 990],
  [0x25c4, 990],
  [0x25ca, 494],
  [0x25cb, 604],
  [0x25cf, 604],
  [0x2660, 531],
  [0x2663, 656],
  [0x2665, 594],
  [0x2666, 510],
]

/** Widths by code point in thousandths of the font size. Arial's metric, shared by Liberation Sans and Arimo. */
export const arialWidths: ReadonlyMap<number, number> = new Map([
  ...others,
  ...rows.flatMap(([first, widths]) =>
    widths.flatMap((width, at): [number, number][] => (width === 0 ? [] : [[first + at, width]])),
  ),
])

/** An emoji that a variation selector makes wide. */
const madeWide = /\p{Emoji}\uFE0F/u

/**
 * Counts characters, as readers do, that take the space of two: those of Chinese, Japanese and Korean, and emoji,
 * however many code points they have.
 */
export function countWide(text: string): number {
  if (printableAscii.test(text)) return 0
  let total = 0
  for (const { segment } of segmenter.segment(text)) if (wide.test(segment) || madeWide.test(segment)) total++
  return total
}
