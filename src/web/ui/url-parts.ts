import { unicodeHost } from './unicode-host.ts'

export type UrlParts = { scheme: string; host: string; path: string }

/**
 * An address cut for reading: scheme with its slashes, host in Unicode, and the rest with percent-encoded letters readable.
 * Text that is no address is all path; one without a scheme has an empty scheme.
 */
export function urlParts(text: string): UrlParts {
  const cut = /^([a-z][a-z0-9+.-]*:\/\/)?([^/?#\s]+)([^]*)$/i.exec(text)
  if (!cut) return { scheme: '', host: '', path: text }
  const [, scheme = '', host = '', path = ''] = cut
  return { scheme, host: unicodeHost(host), path: readable(path) }
}

/** Percent-encoding undone where the result is a letter or sign that can be read and changes nothing else. */
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

/** The path in two: what may be cut, and an end that always stays: 6 to 20 characters, from a border if there is one. */
export function splitEnd(path: string): [string, string] {
  if (path.length <= 20) return ['', path]
  const borders = [...path.slice(-20, -5).matchAll(/[/?&]/g)]
  const from = path.length - 20 + (borders.at(-1)?.index ?? 6)
  return [path.slice(0, from), path.slice(from)]
}
