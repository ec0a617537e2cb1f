import type { Header } from '../fetched-page.ts'
import { aiCrawlers } from './ai-crawlers.ts'
import type { Meta } from './metadata.ts'
import { clip, type Cut, cutList, limits, plain } from './text.ts'
import type { Ordinal } from './walk.ts'

/** One rule of a robots meta tag or X-Robots-Tag header, in lower case. `agent` null means every crawler. */
export type RobotsDirective = {
  agent: string | null
  name: string
  value: string | null
  source: 'meta' | 'header'
  /** The content of the element or the value of the header, as written. */
  text: string
  at: Ordinal | null
}

type Rule = { agent: string | null; name: string; value: string | null }

/** Names with a value after a colon. Any other word before a colon in a header names a crawler. */
const valued = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview'])
const plainNames = new Set(
  'all noindex nofollow none noarchive nocache nosnippet indexifembedded notranslate noimageindex nositelinkssearchbox index follow'.split(
    ' ',
  ),
)
/** Safety limit: longer than any header a server can send. */
const maxTextLength = 64 * 1024
const metaAgents = new Set([
  'robots',
  'googlebot',
  'googlebot-news',
  'bingbot',
  'msnbot',
  'slurp',
  'duckduckbot',
  'yandex',
  'yandexbot',
  'baiduspider',
  'seznambot',
  'applebot',
  ...aiCrawlers.map(({ token }) => token.toLowerCase()),
])

/** Reads the rules for crawlers from the meta elements of the head and X-Robots-Tag headers. */
export function readDirectives(metas: Meta[], headers: Header[]): Cut<RobotsDirective> {
  const directives = cutList<RobotsDirective>()
  for (const [name, value] of headers) {
    if (name !== 'x-robots-tag') continue
    const text = clip(value, limits.text)
    for (const rule of readRules(value, null, true))
      directives.add(() => ({ ...rule, source: 'header', text, at: null }))
  }
  for (const directive of directivesOf(metas.filter(({ inHead }) => inHead))) directives.add(() => directive)
  return plain(directives)
}

/** Returns the rules outside the head, where they don't belong. Google may obey them. */
export const directivesInBody = (metas: Meta[]): RobotsDirective[] =>
  directivesOf(metas.filter(({ inHead }) => !inHead))

const directivesOf = (metas: Meta[]): RobotsDirective[] =>
  metas.flatMap(({ name, content, at }) => {
    if (name === null || content === null || !metaAgents.has(name)) return []
    const text = clip(content, limits.text)
    const agent = name === 'robots' ? null : name
    return readRules(content, agent, false).map((rule) => ({ ...rule, source: 'meta' as const, text, at }))
  })

function readRules(text: string, agent: string | null, canNameAgents: boolean): Rule[] {
  const rules: Rule[] = []
  const known = new Set<string>()
  let current = agent
  const add = (rule: Rule) => {
    const key = JSON.stringify([rule.agent, rule.name, rule.value])
    if (!known.has(key)) rules.push(rule)
    known.add(key)
    return rule.name === 'unavailable_after' ? rule : null
  }
  let date: Rule | null = null
  for (let part of text
    .slice(0, maxTextLength)
    .toLowerCase()
    .split(',')
    .map((rule) => rule.trim())) {
    let colon = part.indexOf(':')
    if (canNameAgents && colon > 0 && !valued.has(part.slice(0, colon).trim()) && !(date && isDatePart(part))) {
      current = clip(part.slice(0, colon).trim(), 60)
      part = part.slice(colon + 1).trim()
      colon = part.indexOf(':')
    }
    if (part === '') continue
    const name = (colon > 0 ? part.slice(0, colon) : part).trim()
    if (date && !plainNames.has(name) && !valued.has(name)) {
      // RFC 822 dates have a comma after the weekday.
      date.value = clip(`${date.value ?? ''}, ${part}`, 100)
    } else {
      date = add({
        agent: current,
        name: clip(name, 60),
        value: colon > 0 ? clip(part.slice(colon + 1).trim(), 100) : null,
      })
    }
  }
  return rules
}

/**
 * True if the part after a comma belongs to a date, such as “25 jun 2010 15:00:00 pst”. Its colon separates hours from
 * minutes, not a crawler from its rule.
 */
const isDatePart = (part: string) => /^\d/.test(part)
