import type { Cut, Meta, RobotsDirective } from '../page-facts.ts'
import type { Header } from '../gathered.ts'
import { clip, cutList, limits, plain } from './text.ts'

type Rule = { agent: string | null; name: string; value: string | null }

/** Names that take a value after a colon; any other word before a colon in a header is a crawler's name. */
const valued = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview'])
const plainNames = new Set('all noindex nofollow none noarchive nocache nosnippet indexifembedded notranslate noimageindex nositelinkssearchbox index follow'.split(' '))
const metaAgents = new Set(['robots', 'googlebot', 'googlebot-news', 'bingbot', 'msnbot', 'slurp', 'duckduckbot', 'yandex', 'applebot'])

/** What meta elements of the head and X-Robots-Tag headers tell crawlers. */
export function readDirectives(metas: Meta[], headers: Header[]): Cut<RobotsDirective> {
  const directives = cutList<RobotsDirective>()
  for (const [name, value] of headers) {
    if (name !== 'x-robots-tag') continue
    const text = clip(value, limits.text)
    for (const rule of readRules(value, null, true)) directives.add(() => ({ ...rule, source: 'header', text, at: null }))
  }
  for (const { name, content, inHead, at } of metas) {
    if (!inHead || name === null || content === null || !metaAgents.has(name)) continue
    const text = clip(content, limits.text)
    const agent = name === 'robots' ? null : name
    for (const rule of readRules(content, agent, false)) directives.add(() => ({ ...rule, source: 'meta', text, at }))
  }
  return plain(directives)
}

function readRules(text: string, agent: string | null, mayNameAgents: boolean): Rule[] {
  const rules: Rule[] = []
  const parts = text.slice(0, limits.content).toLowerCase().split(',').map((part) => part.trim())
  let current = agent
  for (let part of parts) {
    let colon = part.indexOf(':')
    if (mayNameAgents && colon > 0 && !valued.has(part.slice(0, colon).trim())) {
      const previous = rules.at(-1)
      if (!(previous?.name === 'unavailable_after' && isDatePart(part))) {
        current = part.slice(0, colon).trim()
        part = part.slice(colon + 1).trim()
        colon = part.indexOf(':')
      }
    }
    if (part === '') continue
    const name = (colon > 0 ? part.slice(0, colon) : part).trim()
    const previous = rules.at(-1)
    if (previous?.name === 'unavailable_after' && !plainNames.has(name) && !valued.has(name)) {
      // RFC 822 dates have a comma after the weekday.
      previous.value = `${previous.value}, ${part}`
    } else {
      rules.push({ agent: current, name: clip(name, 60), value: colon > 0 ? clip(part.slice(colon + 1).trim(), 100) : null })
    }
  }
  return rules
}

/** "25 jun 2010 15:00:00 pst" after a comma: its colon parts hours from minutes, not a crawler from its rule. */
const isDatePart = (part: string) => /^\d/.test(part)
