import { unicodeHost } from './text.ts'

export type UrlParts = { scheme: string; host: string; path: string }

/**
 * Splits a URL for reading: the scheme with its slashes, the host in Unicode, the rest with readable percent-encoded
 * letters. A text that isn't a URL is all path; without a scheme, the scheme is empty.
 */
export function urlParts(text: string): UrlParts {
  const cut = /^([a-z][a-z0-9+.-]*:\/\/)?([^/?#\s]+)([^]*)$/i.exec(text)
  if (!cut) return { scheme: '', host: '', path: text }
  const [, scheme = '', host = '', path = ''] = cut
  return { scheme, host: unicodeHost(host), path: readable(path) }
}

/** Decodes percent-encoding if the result is a letter, number or symbol, so that the URL keeps its meaning. */
function readable(path: string) {
  return path.replace(/(?:%[89a-f][0-9a-f])+/gi, (bytes) => {
    try {
      const text = decodeURIComponent(bytes)
      return /^[\p{L}\p{M}\p{N}\p{S}]+$/u.test(text) ? text : bytes
    } catch {
      return bytes
    }
  })
}

/**
 * Splits a path into a part that can be shortened and an end of 6 to 20 characters that stays, at a separator if
 * possible.
 */
export function splitEnd(path: string): [string, string] {
  if (path.length <= 20) return ['', path]
  const borders = [...path.slice(-20, -5).matchAll(/[/?&]/g)]
  const from = path.length - 20 + (borders.at(-1)?.index ?? 6)
  return [path.slice(0, from), path.slice(from)]
}
