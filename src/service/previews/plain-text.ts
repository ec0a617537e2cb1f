import { domainToUnicode } from 'node:url'

/** Safety limit: the rest of a longer text is ignored. No line has room for as many characters. */
export const maxTextLength = 400

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Returns a host name in Unicode; unchanged if right-to-left letters would reorder the text around it. */
export function readableHost(host: string): string {
  const unicode = domainToUnicode(host)
  return unicode && !rightToLeft.test(unicode) ? unicode : host
}

/** Decodes percent-encoded letters and digits, except those of right-to-left scripts. */
export function readablePath(path: string): string {
  return path.slice(0, maxTextLength).replace(/(?:%[89a-f][0-9a-f])+/gi, (bytes) => {
    try {
      const text = decodeURIComponent(bytes)
      return /^[\p{L}\p{M}\p{N}]+$/u.test(text) && !rightToLeft.test(text) ? text : bytes
    } catch {
      return bytes
    }
  })
}

/** Returns one line of plain text: without control and bidi characters and emoji, with single spaces. */
export function plainLine(text: string): string {
  return text
    .slice(0, maxTextLength)
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

/** Shortens a text to `length` characters in its middle. Both ends of a URL matter most. */
export function cutMiddle(text: string, length: number): string {
  const characters = [...text]
  if (characters.length <= length) return text
  const end = Math.floor((length - 1) * 0.4)
  return `${characters.slice(0, length - 1 - end).join('')}…${characters.slice(characters.length - end).join('')}`
}

/** Shortens a text to `length` characters at its end. */
export function cutEnd(text: string, length: number): string {
  const characters = [...text]
  if (characters.length <= length) return text
  const start = characters.slice(0, length - 1).join('')
  return `${start.trimEnd()}…`
}

/**
 * Characters that the picture's font, Inter, can write: a safe part of its glyphs (`card-image.test.ts` checks each).
 * Latin and its marks, Greek, Cyrillic, punctuation, currencies, and a few signs.
 */
const glyphs =
  String.raw`\u0020-\u007E\u00A0-\u0148\u014A-\u01C3\u01C5-\u024F\u1E00-\u1E9B\u1E9E-\u1EFF` +
  String.raw`\u0300-\u0304\u0306-\u030A\u030C\u0323\u0384-\u03CE\u1F00-\u1FFE\u0400-\u045F\u0490-\u049D\u04A0-\u04FF` +
  String.raw`\u2010-\u2027\u2030-\u203A\u20A0-\u20AF\u20B1-\u20B5\u20B8-\u20BA\u20BC-\u20BF` +
  String.raw`\u2116\u2122\u2190-\u2193\u2212\u2248\u2260\u2264\u2265\u25CF\u2605\u2606`
const writable = new RegExp(`^[${glyphs}]*$`, 'u')
const missingSigns = new RegExp(`(?![${glyphs}])[\\p{S}\\p{P}]`, 'gu')

export const hasGlyphs = (text: string): boolean => writable.test(text)

/** Removes signs and punctuation that the font lacks. Letters stay: without them a title would be another one. */
export const withoutMissingSigns = (text: string): string => text.replace(missingSigns, '').replace(/\s+/g, ' ').trim()
