import type { LocatedEvidence } from '../define-check.ts'
import { readDate } from '../facts/dates.ts'
import type { RobotsDirective } from '../facts/directives.ts'

/** Returns the rules that Google follows: those for every crawler and those for Googlebot. */
export const forGoogle = (directives: RobotsDirective[]) =>
  directives.filter(({ agent }) => agent === null || agent === 'googlebot')

/** Returns the rules that keep a page out of Google's index, and one whose date cannot be read. */
export function readIndexing(
  directives: RobotsDirective[],
  answeredAt: string | null,
): { forbidding: RobotsDirective[]; undated: RobotsDirective | null } {
  const states = forGoogle(directives).map((directive) => ({ directive, state: stateOf(directive, answeredAt) }))
  return {
    forbidding: states.filter(({ state }) => state === 'forbids').map(({ directive }) => directive),
    undated: states.find(({ state }) => state === 'undated')?.directive ?? null,
  }
}

function stateOf({ name, value }: RobotsDirective, answeredAt: string | null) {
  if (name === 'noindex' || name === 'none') return 'forbids'
  if (name !== 'unavailable_after') return 'allows'
  const date = readDate(value ?? '')
  if (date === null || answeredAt === null) return 'undated'
  return date < Date.parse(answeredAt) ? 'forbids' : 'allows'
}

/** Returns the elements or headers that contain the rules, each once. */
export const directiveEvidence = (directives: RobotsDirective[], url: string): LocatedEvidence[] => {
  const all = directives.map((directive) => evidenceOf(directive, url))
  return [...new Map(all.map((one) => [one.at ?? one.snippet, one])).values()]
}

const evidenceOf = ({ source, text, at }: RobotsDirective, url: string): LocatedEvidence =>
  source === 'meta' && at !== null
    ? { at }
    : { url, snippet: `x-robots-tag: ${text}`.slice(0, 300), note: 'From the response header' }
