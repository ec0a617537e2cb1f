/** Returns undefined when the encoding is broken: a stray %, or bytes that are not UTF-8. */
export function percentDecode(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/**
 * Returns the name of the first parameter with a broken percent-encoding, which URLSearchParams would repair silently,
 * or `query` when the name itself is broken; null when there is none.
 */
export function findBrokenEncoding(search: string): string | null {
  if (!search.includes('%')) return null
  const broken = search.split('&').find((pair) => percentDecode(pair) === undefined)
  if (broken === undefined) return null
  const [name = '', ...value] = broken.split('=')
  return (value.length > 0 && percentDecode(name)) || 'query'
}
