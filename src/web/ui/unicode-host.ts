let decode: ((input: string) => string | undefined) | undefined

/** A host as people read it: each `xn--` label in Unicode, the rest as it is. A label that is no Punycode stays; signs that would turn it around are named. */
export const unicodeHost = (host: string) =>
  host
    .split('.')
    .map((label) => (label.toLowerCase().startsWith('xn--') ? (decode?.(label.slice(4)) ?? label) : label))
    .join('.')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (sign) => `[U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)

/** Most people never meet such a host: what reads it is loaded with the first `text` that has one, before anything of it is shown. */
export async function readyForHosts(text: string) {
  if (decode || !/xn--/i.test(text)) return
  try {
    decode = (await import('./punycode.ts')).decode
  } catch {
    // The hosts stay as they are stored.
  }
}
