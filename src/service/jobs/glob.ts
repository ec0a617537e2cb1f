/**
 * Returns whether a URL matches a pattern, in linear time. `*` stands for any text. A pattern that starts with a slash is
 * compared with the path and the query, any other with the whole URL.
 */
export function matchesGlob(pattern: string, url: URL): boolean {
  const text = pattern.startsWith('/') ? url.pathname + url.search : url.href
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return text === pattern
  if (!text.startsWith(first)) return false
  let from = first.length
  for (const part of rest) {
    const at = text.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return text.length - last.length >= from && text.endsWith(last)
}
