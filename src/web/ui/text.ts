import { decode } from 'punycode/'

/** Names invisible characters and those that reverse a line, as "[U+202E]", so that they can't disguise a text. */
export const showInvisible = (text: string) =>
  text.replace(
    /(?![\n\r\t])\p{Cc}|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu,
    (sign) => `[U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )

const acronyms = new Set(
  'api cdn cms css csp csv dns dom hsts html http https id ip json js jpeg og pdf php png seo serp ssl svg tls ttfb url utf xml'.split(
    ' ',
  ),
)
const maxName = 120

/**
 * Makes an identifier readable: `seo_title` → "SEO title", `imageAltText` → "Image alt text". A readable name stays as
 * it is.
 */
export function humanise(name: string): string {
  const end = name.length > maxName ? '…' : ''
  if (/^\p{Lu}.*\s/u.test(name)) return name.slice(0, maxName) + end
  const text = name
    .slice(0, maxName)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_\-./:]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase())
    .map((word) => (acronyms.has(word) || /^h[1-6]$/.test(word) ? word.toUpperCase() : word))
    .join(' ')
  return text === '' ? name.slice(0, maxName) + end : text[0]!.toUpperCase() + text.slice(1) + end
}

/** The most characters a DNS label holds after `xn--`. */
const maxPunycode = 59

/**
 * A host as people read it: each `xn--` label in Unicode, the rest as it is. A label that isn't valid Punycode stays as
 * it is; invisible characters are named.
 */
export const unicodeHost = (host: string) => showInvisible(host.split('.').map(readable).join('.'))

function readable(label: string): string {
  if (!label.toLowerCase().startsWith('xn--') || label.length > maxPunycode + 4) return label
  try {
    return decode(label.slice(4))
  } catch {
    return label
  }
}

/**
 * Returns the words of a search. A plural is cut to its singular, which is part of both: "alt tags" finds "alt tag".
 */
export const searchWords = (search: string) =>
  search
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/(?<=\p{L}{3})(?<!s|http)s$/u, ''))

/** The first letters of the first and the last word of a name: "KN" of "Kim von Novak". */
export function initialsOf(name: string): string {
  const words = name.split(' ').filter(Boolean)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return [first, last].map((word) => ([...word][0] ?? '').toLocaleUpperCase('en')).join('')
}
