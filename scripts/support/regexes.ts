import { check } from 'recheck'
import { parseSync, Visitor } from 'vite'

/** Longest time in ms for one regular expression. Most take a hundredth of a second, a few take seconds. */
const timeout = 60_000

export type Regex = { pattern: string; flags: string; line: number }
/** A regular expression that is put together at run time. `code` is that of its pattern. */
export type BuiltRegex = { code: string; line: number }

/** Returns the regular expressions in a file. */
export function regexesIn(file: string, code: string): { regexes: Regex[]; built: BuiltRegex[] } {
  const regexes: Regex[] = []
  const built: BuiltRegex[] = []
  const lineAt = (offset: number) => code.slice(0, offset).split('\n').length

  function onCall({ callee, arguments: [pattern, flags] }: Call) {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp' || !pattern) return
    const line = lineAt(pattern.start)
    if (!isText(pattern)) built.push({ code: code.slice(pattern.start, pattern.end), line })
    else regexes.push({ pattern: pattern.value, flags: flags && isText(flags) ? flags.value : '', line })
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node) regexes.push({ ...node.regex, line: lineAt(node.start) })
    },
    NewExpression: onCall,
    CallExpression: onCall,
  }).visit(parseSync(file, code).program)
  return { regexes, built }
}

type Part = { type: string; start: number; end: number; name?: unknown; value?: unknown }
type Call = { callee: Part; arguments: Part[] }
const isText = (part: Part): part is Part & { value: string } => typeof part.value === 'string'

/** Returns the reason for refusing a regular expression: its time can grow faster than its text. Null if it can't. */
export async function faultOf({ pattern, flags }: Pick<Regex, 'pattern' | 'flags'>): Promise<string | null> {
  const result = await check(pattern, flags, { timeout, attackTimeout: null, incubationTimeout: null })
  if (result.status === 'safe') return null
  if (result.status === 'unknown') return 'It couldn’t be checked in a minute. Make it simpler.'
  return `Its time is ${result.complexity.summary}, as for ${result.attack.pattern}.`
}
