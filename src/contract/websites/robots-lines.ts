import * as z from 'zod'

export const RobotsLine = z
  .object({ line: z.string(), agents: z.array(z.string()) })
  .meta({ id: 'RobotsLine', description: 'A line of robots.txt. A rule has the user agents that it is for.' })
export type RobotsLine = z.infer<typeof RobotsLine>

/** Characters of a robots.txt that a crawl keeps. */
export const maxRobotsText = 100_000

/** Safety limits: lines of a file that is compared, user agents of a group, and characters of a line or a name. */
const maxLines = 5_000
const maxAgents = 10
const maxLine = 200

type Entry = { line: string; agent: string | null }

/**
 * Returns the lines that only one of two robots.txt files has, in their order. A rule is compared by each user agent
 * that it is for, wherever their group is. Returns null for files that are too long to be known whole.
 */
export function changedRobotsLines(
  before: string,
  after: string,
): { removed: RobotsLine[]; added: RobotsLine[] } | null {
  const files = [before, after]
  if (files.some((text) => text.length >= maxRobotsText)) return null
  const [old = [], now = []] = files.map(linesOf)
  if (Math.max(old.length, now.length) > maxLines) return null
  const [was, is] = [entriesOf(old), entriesOf(now)]
  return { removed: withoutThose(was, is), added: withoutThose(is, was) }
}

function withoutThose(entries: ReadonlyMap<string, Entry>, others: ReadonlyMap<string, Entry>): RobotsLine[] {
  const missing = [...entries].filter(([key]) => !others.has(key)).map(([, entry]) => entry)
  return [...Map.groupBy(missing, ({ line }) => line)].map(([line, some]) => ({
    line: line.slice(0, maxLine),
    agents: some.flatMap(({ agent }) => agent ?? []),
  }))
}

/** Returns the lines of a robots.txt, each rule once for every user agent of its group. */
function entriesOf(lines: readonly string[]): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>()
  const add = (line: string, agent: string | null) =>
    entries.set(`${agent?.toLowerCase() ?? ''}\n${line}`, { line, agent })
  let agents: string[] = []
  let isInHead = false
  for (const line of lines) {
    const [name = '', value] = partsOf(line)
    if (line.startsWith('#') || value === undefined || name === 'sitemap') {
      add(line, null)
      continue
    }
    if (name === 'user-agent') {
      agents = isInHead ? [...agents, value].slice(0, maxAgents) : [value]
      add(line, null)
    } else if (agents.length === 0) add(line, null)
    else for (const agent of agents) add(line, agent)
    isInHead = name === 'user-agent'
  }
  return entries
}

const linesOf = (text: string): string[] =>
  text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Returns the name of a field in lower case, and its value without a comment; undefined without a colon. */
function partsOf(line: string): [name: string, value: string | undefined] {
  const [field = ''] = line.split('#', 1)
  const colon = field.indexOf(':')
  if (colon < 0) return [field, undefined]
  return [
    field.slice(0, colon).trim().toLowerCase(),
    field
      .slice(colon + 1)
      .trim()
      .slice(0, maxLine),
  ]
}
