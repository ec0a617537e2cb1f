import type { Header } from '../crawl.ts'
import type { Meta } from '../page-facts.ts'
import { headerValues, isCut } from './response.ts'

/** A Content Security Policy that browsers enforce: directives by name, each with its lower-case sources. */
export type Policy = {
  source: 'header' | 'meta'
  directives: Map<string, string[]>
  text: string
  /** It goes on beyond what is known of it; the directive at the cut is left out. */
  cut: boolean
  at: number | null
}

/** Every enforced policy of a page, by CSP 3: a header's comma parts two of them, and of a directive given twice the first counts. */
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
