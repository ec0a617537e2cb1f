/**
 * Returns the normal form of an HTTP(S) URL, by which URLs are compared: two with the same key are one page. Browsers'
 * parsing removes default ports, empty paths and dot segments. This drops the fragment and normalises the escapes
 * before the query (RFC 3986, 6.2.2). The query stays as written, because servers can tell its spellings apart. Any
 * other text is returned without its fragment.
 */
export function urlKey(url: string): string {
  const parsed = URL.parse(url)
  const [href = ''] = (parsed?.href ?? url).split('#', 1)
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') return href
  const query = href.indexOf('?')
  return query < 0 ? normaliseEscapes(href) : normaliseEscapes(href.slice(0, query)) + href.slice(query)
}

export const isSameUrl = (a: string, b: string): boolean => a === b || urlKey(a) === urlKey(b)

/** Returns the key of a URL without its scheme and host: its path with its query. */
export const pathKey = (url: string): string => urlKey(url).replace(/^https?:\/\/[^/]*/, '')

/** An escape, unless it completes a broken one: `%%411` would otherwise become `%A1`, which means something else. */
const escape = /(?<!%[\da-f]?)%[\da-f]{2}/gi

/**
 * Writes the escapes of a text in upper case, and decodes those of the characters that need none: letters, digits and
 * `-._~`. Invalid ones stay as they are.
 */
export const normaliseEscapes = (text: string): string =>
  text.includes('%')
    ? text.replace(escape, (found) => {
        const char = String.fromCharCode(Number.parseInt(found.slice(1), 16))
        return /[\w.~-]/.test(char) ? char : found.toUpperCase()
      })
    : text
