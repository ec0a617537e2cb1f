import { domainToUnicode } from 'node:url'

/** No stored text is looked at further than this. */
const longest = 400

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** A host as people read it; as it is where that would change the direction of the text around it. */
export function readableHost(host: string): string {
  const unicode = domainToUnicode(host)
  return unicode && !rightToLeft.test(unicode) ? unicode : host
}

/** Percent-encoding undone where letters and digits come of it that are read from left to right. */
export function readablePath(path: string): string {
  return path.slice(0, longest).replace(/(?:%[89a-f][0-9a-f])+/gi, (bytes) => {
    try {
      const text = decodeURIComponent(bytes)
      return /^[\p{L}\p{M}\p{N}]+$/u.test(text) && !rightToLeft.test(text) ? text : bytes
    } catch {
      return bytes
    }
  })
}

/** One line of plain text: no control signs, none that turn its direction, no pictures, single spaces. */
export function plainLine(text: string): string {
  return text
    .slice(0, longest)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(
      /[\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Variation_Selector}\uFFFD]/gu,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim()
}

/** At most `most` characters, the middle left out: an address tells most at both its ends. */
export function cutMiddle(text: string, most: number): string {
  const letters = [...text]
  if (letters.length <= most) return text
  const end = Math.floor((most - 1) * 0.4)
  return `${letters.slice(0, most - 1 - end).join('')}…${letters.slice(letters.length - end).join('')}`
}

export function cutEnd(text: string, most: number): string {
  const letters = [...text]
  return letters.length <= most
    ? text
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}
