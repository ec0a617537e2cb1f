import type { Header } from '../fetched-page.ts'
import type { Meta } from './metadata.ts'
import { clip } from './text.ts'

/** Returns the first header of that name (in lower case), or null. */
export const headerValue = (headers: Header[], name: string) => headers.find(([one]) => one === name)?.[1] ?? null

/** Returns all headers of that name, in order. */
export const headerValues = (headers: Header[], name: string) =>
  headers.filter(([one]) => one === name).map(([, value]) => value)

/** True if browsers parse a page of that type as XML. */
export const isXhtml = (contentType: string | null) =>
  /^\s*application\/xhtml\+xml\s*(?:;|$)/i.test((contentType ?? '').slice(0, 200))

/**
 * True if the end of a stored header is missing. Sent headers contain no ellipsis, because their characters are bytes.
 */
export const isCut = (value: string) => value.endsWith('…')

/** The name and attributes of a Set-Cookie header, without its value. */
export type Cookie = { name: string; attributes: Map<string, string> }

const keptAttributes = new Set([
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
const maxPartLength = 200

/**
 * Returns the header without its value, fit to be stored and shown. Of each known attribute, the last one is kept.
 */
export function redactCookie(header: string): string {
  const { name, attributes } = readParts(header)
  const known = new Map(
    attributes
      .filter((attribute) => keptAttributes.has(attributeNameOf(attribute)))
      .map((attribute) => [attributeNameOf(attribute), clip(attribute, maxPartLength)]),
  )
  return [`${name === '' ? '' : `${clip(name, maxPartLength)}=`}…`, ...known.values()].join('; ')
}

/** Reads a Set-Cookie header. Of a repeated attribute, the last counts (RFC 6265). */
export function readCookie(header: string): Cookie {
  const { name, attributes } = readParts(header)
  return {
    name,
    attributes: new Map(attributes.map((attribute) => [attributeNameOf(attribute), attributeValueOf(attribute)])),
  }
}

function readParts(header: string): { name: string; attributes: string[] } {
  const [pair = '', ...attributes] = header.split(';')
  return {
    name: pair.includes('=') ? pair.slice(0, pair.indexOf('=')).trim() : '',
    attributes: attributes.map((attribute) => attribute.trim()),
  }
}

const attributeNameOf = (attribute: string) => (attribute.split('=', 1)[0] ?? '').trim().toLowerCase()
const attributeValueOf = (attribute: string) =>
  attribute.includes('=') ? attribute.slice(attribute.indexOf('=') + 1).trim() : ''

/** A Content Security Policy that browsers enforce: directives by name, each with its sources in lower case. */
export type Policy = {
  source: 'header' | 'meta'
  directives: Map<string, string[]>
  text: string
  /** The policy is truncated. The directive at the end is left out. */
  cut: boolean
  at: number | null
}

/**
 * Reads every enforced policy of a page as CSP 3 defines: a comma in a header separates policies, and of a repeated
 * directive the first counts.
 */
export function readPolicies(headers: Header[], metas: Meta[]): Policy[] {
  const name = 'content-security-policy'
  const policies: Policy[] = []
  const add = (text: string, cut: boolean, source: Policy['source'], at: number | null) => {
    const directives = readDirectives(cut ? text.slice(0, Math.max(0, text.lastIndexOf(';'))) : text)
    if (directives.size > 0 || cut) policies.push({ source, directives, text: text.trim(), cut, at })
  }
  for (const value of headerValues(headers, name)) {
    const parts = value.split(',')
    for (const [index, part] of parts.entries()) add(part, isCut(value) && index === parts.length - 1, 'header', null)
  }
  for (const { httpEquiv, content, inHead, at } of metas) {
    if (inHead && httpEquiv === name && content !== null) add(content, isCut(content), 'meta', at)
  }
  return policies
}

function readDirectives(text: string): Map<string, string[]> {
  const directives = new Map<string, string[]>()
  for (const part of text.split(';')) {
    const [name, ...values] = part
      .trim()
      .toLowerCase()
      .split(/[\t\n\f\r ]+/)
    if (name && !directives.has(name)) directives.set(name, values)
  }
  return directives
}
