import type { Handlers, OnElement } from './walk.ts'

/** Zeros of the scripts whose digits shops use, each followed by its nine others. */
const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040,
  0x17e0, 0x1810, 0xff10,
]
const asciiDigits = new Map(
  zeros.flatMap((zero) => Array.from({ length: 10 }, (_, digit) => [String.fromCharCode(zero + digit), String(digit)])),
)

const fractions: Record<string, string> = { '½': '.5', '¼': '.25', '¾': '.75' }

/** Writes the digits and separators of other scripts as in ASCII, and `4½` as 4.5. */
export const withAsciiDigits = (text: string) =>
  text
    .replace(/(?<=\d)\s?([½¼¾])/g, (_, sign: string) => fractions[sign] ?? '')
    .replace(/[\u066b\u066c\uff0c\uff0e]|(?![0-9])\p{Nd}/gu, (char) =>
      char === '\u066b' || char === '\uff0e'
        ? '.'
        : char === '\u066c' || char === '\uff0c'
          ? ','
          : (asciiDigits.get(char) ?? char),
    )

/** Safety limit: a page has few prices. */
const maxMarks = 2000

/** Collects where elements begin that can raise the cents of a price, as in `19<sup>99</sup>`. */
export function collectRaisedCents() {
  const marks: number[] = []
  const onElement: OnElement = (_, { textMark }) => {
    if (marks.length < maxMarks) marks.push(textMark)
  }
  const handlers: Handlers = Object.fromEntries(
    ['sup', 'small', 'span', 'sub', 'em', 'b'].map((tag) => [tag, onElement]),
  )
  /** Returns the prices whose cents are in an element of their own, with a point. */
  const finish = (text: string): string[] =>
    marks.flatMap((mark) => {
      const cents = /^\s{0,3}(\d{2})(?!\d)/.exec(text.slice(mark, mark + 6))?.[1]
      const whole = /(\d[\d.,'’\s]{0,15})$/.exec(text.slice(Math.max(0, mark - 20), mark).trimEnd())?.[1]
      return cents === undefined || whole === undefined ? [] : [`${whole}.${cents}`]
    })
  return { handlers, finish }
}

const free =
  /(?<!\p{L})(?:free|kostenlos|kostenfrei|gratis|umsonst|gratuit(?:e|o|a)?|gr[áa]tis|darmowy|darmowa|za darmo|zdarma|ingyenes|fri entr[ée]|freier eintritt|eintritt (?:ist )?frei|(?:entr[ée]e|acc[èe]s) libre|(?:entrada|acceso) libre|ingresso libero|entrata libera|(?:vrije|gratis) (?:toegang|entree)|(?:toegang|entree) (?:is )?vrij|entrada (?:livre|franca)|acesso livre|wst[ęe]p (?:jest )?wolny|wolny wst[ęe]p|bezpłatn[yaei]|vstup volný|бесплатно|вход свободный|безкоштовно|ücretsiz|δωρεάν|חינם|miễn phí)(?!\p{L})|免费|免費|無料|入場自由|무료|مجان|رایگان|मुफ़्त|मुफ्त|ฟรี/iu

/** The digits of a number, grouped as in most countries or as in India, or not at all. */
function grouped(whole: string): string {
  const separator = "[.,'’\\s_]"
  const thousands = whole.replace(/\B(?=(?:\d{3}){1,3}$)/g, `${separator}?`)
  const lakhs = whole.length > 5 ? whole.replace(/\B(?=(?:\d{2}){0,4}\d{3}$)/g, `${separator}?`) : thousands
  return thousands === lakhs ? thousands : `(?:${thousands}|${lakhs})`
}

/** Units of large prices, as in 1,280万円 and ₹85 lakh. */
const units: [size: number, names: string][] = [
  [1e4, '[万萬만]'],
  [1e5, '(?:[Ll]akhs?|[Ll]acs?)(?!\\p{L})'],
  [1e6, '(?:[Mm]illion(?:en|s)?|[Mm]io|M)(?!\\p{L})'],
  [1e7, '(?:[Cc]rores?|[Cc]r)(?!\\p{L})'],
  [1e8, '[億亿억]'],
]

function hasUnits(text: string, value: number): boolean {
  if (!Number.isInteger(value)) return false
  return units.some(([size, names]) => {
    if (value < size) return false
    const [whole = '', decimals = ''] = String(value / size).split('.')
    if (decimals.length <= 3 && hasNumber(text, whole, decimals, names)) return true
    // 12万8000円
    return size === 1e4 && hasNumber(text, whole, '', `${names}\\s?${grouped(String(value % size))}`)
  })
}

/** Finds a number in a text as people write it: with a point or comma, or a currency in its place. */
export function occursIn(text: string, value: string, kind: 'price' | 'ratingValue' = 'price'): boolean {
  const found = /^(\d{1,12})(?:[.,](\d{1,9}))?$/.exec(withAsciiDigits(value))
  // A value that is no number is reported as such.
  if (!found) return true
  const [, whole = '', fraction = ''] = found
  const decimals = fraction.replace(/(?<!0)0+$/, '')
  if (kind === 'price' && Number(`${whole}.${fraction}`) === 0 && free.test(text)) return true
  if (hasNumber(text, whole, decimals)) return true
  if (kind === 'price' && hasUnits(text, Number(`${whole}.${fraction}`))) return true
  return kind === 'ratingValue' && [1, 2].some((digits) => hasRounded(text, Number(`${whole}.${fraction}`), digits))
}

/** `unit` is the pattern of what follows the number. */
function hasNumber(text: string, whole: string, decimals: string, unit = ''): boolean {
  const rest =
    decimals === '' || /^0+$/.test(decimals) ? '(?:[.,](?:0+|[-–]))?' : `(?:[.,]|\\s?[€$£¥₹]\\s?)${decimals}0*`
  const after = unit && `\\s?${unit}`
  return new RegExp(`(?<!\\d)(?<!\\d[.,])${grouped(whole)}${rest}${after}(?![\\d]|[.,]\\d)`, 'u').test(text)
}

function hasRounded(text: string, rating: number, digits: number): boolean {
  const [whole = '', decimals = ''] = rating.toFixed(digits).split('.')
  return hasNumber(text, whole, decimals.replace(/(?<!0)0{1,2}$/, ''))
}
