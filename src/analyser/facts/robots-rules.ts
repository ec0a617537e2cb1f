/** A line of robots.txt, numbered from 1. `text` is without its comment. */
export type RobotsLine = { line: number; text: string }

/** The answer of robots.txt about a URL and a crawler. */
export type RobotsAccess = {
  /** Null if the file takes too long to match. */
  allowed: boolean | null
  /** The deciding rule; null if none matches. */
  rule: RobotsLine | null
}

/** The path of a rule, split at its wildcards. */
type Pattern = { parts: string[]; isAnchored: boolean }

export type Rule = {
  allow: boolean
  /** Escaped as URLs are. Among the rules that match, the longest decides. */
  path: string
  forGoogle: Pattern
  forOthers: Pattern
  line: RobotsLine
}

/** `line` is that of its first crawler. */
export type Group = { line: number; agents: string[]; rules: Rule[] }

/** The number of characters that may still be compared. */
export type MatchingWork = { left: number }

/**
 * Returns the work for all URLs and crawlers of a report. Safety limit of about 0.6 seconds: 30 URLs and 5,000 rules
 * with wildcards take a quarter of it, and a file that takes more is hostile.
 */
export const matchingWork = (): MatchingWork => ({ left: 600_000_000 })

const unmatched: RobotsAccess = { allowed: null, rule: null }

export function ruleOf(allow: boolean, value: string, line: RobotsLine): Rule {
  const path = normalisePath(value)
  const forGoogle = patternOf(path)
  const isPlain = !plainEscape.test(value)
  const forOthers = isPlain ? forGoogle : { ...forGoogle, parts: forGoogle.parts.map(unescapePlain) }
  return { allow, path, forGoogle, forOthers, line }
}

function patternOf(path: string): Pattern {
  const isAnchored = path.endsWith('$')
  return { parts: (isAnchored ? path.slice(0, -1) : path).split('*'), isAnchored }
}

/** Escapes the characters that URLs escape, and writes escapes in upper case. */
const normalisePath = (path: string) =>
  path
    .replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())
    .replace(/[^!#-;=?-[\]_a-z~]+/gu, (letters) => encodeURIComponent(letters.toWellFormed()))

/** The escapes of unreserved characters (RFC 9309, section 2.2.2), and those of * and $. */
const plainEscapes = /%(?:2[4ADE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/gi
const plainEscape = new RegExp(plainEscapes, 'i')

/** Decodes escapes that mean the characters themselves. */
const unescapePlain = (text: string) =>
  text.replace(plainEscapes, (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16)))

/** The rules for a crawler: those of the groups that name it, taken together, or else those for `*` (also for null). */
export function rulesFor(groups: Group[], agent: string | null): Rule[] {
  const named = (name: string) => groups.filter(({ agents }) => agents.includes(name))
  const own = agent === null ? [] : named(agent)
  return (own.length > 0 ? own : named('*')).flatMap(({ rules }) => rules)
}

/** Google's paths are compared unchanged, those of all others without needless escapes. */
type Comparison = { isGoogle: boolean; path: string; work: MatchingWork }

/**
 * Returns a crawler's access to a URL by its rules, as far as the work that is left suffices. Compares one rule per
 * step, so that the caller can pause.
 */
export function* accessInSteps(
  rules: readonly Rule[],
  url: string,
  { isGoogle, work }: Pick<Comparison, 'isGoogle' | 'work'>,
): Generator<void, RobotsAccess> {
  const { pathname, search } = new URL(url)
  const normalised = normalisePath(pathname + search)
  const path = isGoogle ? normalised : unescapePlain(normalised)
  if (path === '/robots.txt') return { allowed: true, rule: null }
  let best: Rule | undefined
  let length = 0
  for (const rule of rules) {
    yield
    const match = matchLength(rule, { isGoogle, path, work })
    if (work.left < 0) return unmatched
    if (match > length || (match === length && match > 0 && rule.allow && best?.allow === false)) {
      best = rule
      length = match
    }
  }
  return { allowed: best?.allow ?? true, rule: best?.line ?? null }
}

/** Returns the length of the match, or 0 if the rule does not match. */
function matchLength({ allow, path, forGoogle, forOthers }: Rule, comparison: Comparison): number {
  if (matches(comparison.isGoogle ? forGoogle : forOthers, comparison)) return path.length
  const slash = path.lastIndexOf('/')
  if (!comparison.isGoogle || !allow || slash < 0 || !path.startsWith('/index.htm', slash)) return 0
  return matches(patternOf(`${path.slice(0, slash + 1)}$`), comparison) ? slash + 2 : 0
}

/**
 * Matches a pattern from the start of a path. Between stars, the earliest match of a part is always right. A search
 * counts as the comparison of each character with the whole part, which is its worst case.
 */
function matches({ parts, isAnchored }: Pattern, { path, work }: Comparison): boolean {
  const [first = ''] = parts
  work.left -= 1 + Math.min(first.length, path.length)
  if (!path.startsWith(first)) return false
  if (parts.length === 1) return !isAnchored || path.length === first.length
  const last = isAnchored ? (parts.at(-1) ?? '') : ''
  const end = path.length - last.length
  if (!path.endsWith(last)) return false
  let at = first.length
  for (const part of isAnchored ? parts.slice(1, -1) : parts.slice(1)) {
    const found = path.indexOf(part, at)
    work.left -= (part.length + 1) * ((found < 0 ? path.length : found) - at + 1)
    if (found < 0 || work.left < 0) return false
    at = found + part.length
  }
  return at <= end
}
