import type { Header } from '#analyser/fetched-page.ts'

/** Converts Node's raw headers (name, value, name, value …). Omits the pseudo-headers of HTTP/2. */
export function headersOf(raw: readonly string[]): Header[] {
  const headers: Header[] = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index]?.toLowerCase() ?? ''
    if (!name.startsWith(':')) headers.push([name, raw[index + 1] ?? ''])
  }
  return headers
}

/** @param name in lower case */
export function valuesOf(headers: readonly Header[], name: string): string[] {
  return headers.filter(([known]) => known === name).map(([, value]) => value)
}

/** Returns the declared length of the body in bytes, or null if it is absent or invalid. */
export function contentLengthOf(headers: readonly Header[]): number | null {
  const [length] = valuesOf(headers, 'content-length')
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null
}
