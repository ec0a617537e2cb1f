import { domainToUnicode } from 'node:url'
import { normaliseEscapes } from '#contract/url-key.ts'

/**
 * Folds a text for comparison: Unicode case folding by code point (so that a sigma at a word's end folds the same),
 * then NFC. This is not left to the database, so that both engines find the same rows.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  let folded = ''
  for (const char of text.toWellFormed().normalize('NFC'))
    folded += char === dotlessI ? char : char.toUpperCase().toLowerCase()
  return folded.normalize('NFC')
}

/** Returns the search text of a URL: with normal escapes, and decoded if that differs. */
export function searchTextOfUrl(url: string): string {
  return both(normaliseEscapes(url), readableUrl(url))
}

export const searchTextOfTitle = (title: string | null): string => fold(title ?? '')

/** Returns the search text of a domain with an optional port: as stored, and in Unicode if that differs. */
export function searchTextOfDomain(domain: string): string {
  return both(domain, readableHost(domain))
}

// The Turkish dotless i is a separate letter. Folding it through its capital would turn it into i.
const dotlessI = 'ı'

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text)

const both = (stored: string, readable: string) =>
  readable === stored ? fold(stored) : `${fold(stored)}\n${fold(readable)}`

function readableUrl(url: string): string {
  if (!url.includes('xn--') && !url.includes('%')) return url
  const parts = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)(.*)$/is.exec(url)
  if (!parts) return decodeEscapes(url)
  const [, scheme = '', host = '', rest = ''] = parts
  return scheme + readableHost(host) + decodeEscapes(rest)
}

function readableHost(host: string): string {
  if (!host.includes('xn--')) return host
  const [, name = '', port = ''] = /^(.*?)(:\d*)?$/.exec(host) ?? []
  return (domainToUnicode(name) || name) + port
}

// Escapes of a printable ASCII character or one well-formed sequence of two to four bytes.
const escapes =
  /%[2-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-4](?:%[89ab][0-9a-f]){3}/gi

/** Decodes escapes of valid UTF-8, except those of control characters. */
function decodeEscapes(text: string): string {
  return text.replace(escapes, (escape) => {
    try {
      const char = decodeURIComponent(escape)
      return /\p{Cc}/u.test(char) ? escape : char
    } catch {
      return escape
    }
  })
}
