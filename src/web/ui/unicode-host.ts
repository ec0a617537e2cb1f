import { decode } from 'punycode/'
import { showInvisible } from './text.ts'

/** The most characters a DNS label holds after `xn--`. */
const maxLength = 59

/**
 * A host as people read it: each `xn--` label in Unicode, the rest as it is. A label that isn't valid Punycode stays as
 * it is; invisible characters are named.
 */
export const unicodeHost = (host: string) => showInvisible(host.split('.').map(readable).join('.'))

function readable(label: string): string {
  if (!label.toLowerCase().startsWith('xn--') || label.length > maxLength + 4) return label
  try {
    return decode(label.slice(4))
  } catch {
    return label
  }
}
