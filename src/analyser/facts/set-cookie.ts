import { clip } from './text.ts'

/** What a Set-Cookie header asks for, but never the value it sets. */
export type Cookie = { name: string; attributes: Map<string, string> }

const kept = new Set([
  'secure',
  'httponly',
  'samesite',
  'path',
  'domain',
  'max-age',
  'expires',
  'partitioned',
  'priority',
])
const partLimit = 200

/** The header as it may be stored and shown: an ellipsis in place of the value, and of each attribute that is known the last, which counts. */
export function redactCookie(header: string): string {
  const { name, attributes } = readParts(header)
  const known = new Map(
    attributes.filter((one) => kept.has(nameOf(one))).map((one) => [nameOf(one), clip(one, partLimit)]),
  )
  return [`${name === '' ? '' : `${clip(name, partLimit)}=`}…`, ...known.values()].join('; ')
}

/** Of an attribute given twice the last counts, as RFC 6265 has it. */
export function readCookie(header: string): Cookie {
  const { name, attributes } = readParts(header)
  return { name, attributes: new Map(attributes.map((one) => [nameOf(one), valueOf(one)])) }
}

function readParts(header: string): { name: string; attributes: string[] } {
  const [pair = '', ...attributes] = header.split(';')
  return {
    name: pair.includes('=') ? pair.slice(0, pair.indexOf('=')).trim() : '',
    attributes: attributes.map((one) => one.trim()),
  }
}

const nameOf = (attribute: string) => (attribute.split('=', 1)[0] ?? '').trim().toLowerCase()
const valueOf = (attribute: string) =>
  attribute.includes('=') ? attribute.slice(attribute.indexOf('=') + 1).trim() : ''
