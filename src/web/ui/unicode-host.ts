import { shown } from './shown.ts'

let decode: ((input: string) => string | undefined) | undefined

/** A host as people read it: each `xn--` label in Unicode, the rest as it is. A label that is no Punycode stays; signs that nobody sees are named. */
export const unicodeHost = (host: string) =>
  shown(
    host
      .split('.')
      .map((label) => (label.toLowerCase().startsWith('xn--') ? (decode?.(label.slice(4)) ?? label) : label))
      .join('.'),
  )

/** Most people never meet such a host: what reads it is loaded with the first `text` that has one, before anything of it is shown. */
export async function readyForHosts(text: string) {
  if (decode || !/xn--/i.test(text)) return
  try {
    decode = (await import('./punycode.ts')).decode
  } catch {
    // The hosts stay as they are stored.
  }
}
