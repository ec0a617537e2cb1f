/** A statement of a test: this file lets this crawler fetch this URL, or doesn't. */
export type RobotsVector = { test: string; robots: string; agent: string; url: string; allowed: boolean }

export type RobotsVectors = { vectors: RobotsVector[]; skipped: number }

/** Text, a file with its crawler, or a boolean; undefined if the expression is not plain. */
type Value = string | boolean | { agent: string; robots: string } | undefined
type Scope = Map<string, Value>

const token = /\/\/.*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|\w+|\S/g
const constants: [string, string][] = [
  ['CRLF', '\r\n'],
  ['CR', '\r'],
  ['LF', '\n'],
]
/** Parts of an expression that change no text. */
const neutral = new Set('+ ( ) . , : absl std string StrCat getBytes UTF_8 US_ASCII List Set of'.split(' '))

/**
 * Reads the statements about access in google/robotstxt's and crawler-commons' tests. Follows assignments and joined
 * texts only: a test with a loop or a parser of its own is skipped and counted.
 */
export function readRobotsVectors(source: string, readFile: (name: string) => string = () => ''): RobotsVectors {
  const tokens = (source.match(token) ?? []).filter((one) => !/^\/[/*]/.test(one))
  const result: RobotsVectors = { vectors: [], skipped: 0 }
  for (const test of splitTests(tokens)) {
    for (const scope of rowsOf(test)) runTest(test, scope, readFile, result)
  }
  return result
}

function splitTests(tokens: string[]): string[][] {
  const isStart = (at: number) =>
    tokens[at] === 'TEST' || (tokens[at] === '@' && /^(?:Parameterized)?Test$/.test(tokens[at + 1] ?? ''))
  const starts = tokens.flatMap((_, at) => (isStart(at) ? [at] : []))
  return starts.map((start, at) => tokens.slice(start, starts[at + 1]))
}

/** Returns the parameters of each run: one per row of a `@CsvSource`, or one without parameters. */
function rowsOf(test: string[]): Scope[] {
  const end = test.indexOf('void')
  if (!test.includes('CsvSource')) return [new Map(constants)]
  const names = argumentsOf(test, end + 1).map((parameter) => parameter.at(-1) ?? '')
  return test.slice(0, end).flatMap((one) => {
    if (!one.startsWith('"')) return []
    const cells = String(textOf(one))
      .split(',')
      .map((cell) => cell.trim())
    const values = cells.map((cell): Value => (/^(?:true|false)$/i.test(cell) ? /^t/i.test(cell) : cell))
    return [new Map<string, Value>([...constants, ...names.map((name, at): [string, Value] => [name, values[at]])])]
  })
}

function runTest(test: string[], scope: Scope, readFile: (name: string) => string, result: RobotsVectors) {
  const name = (test[0] === 'TEST' ? test[4] : test[test.indexOf('void') + 1]) ?? ''
  const isPlain = !['for', 'while', 'Override'].some((word) => test.includes(word))
  let statement: string[] = []
  for (const one of test.slice(test.indexOf('{', Math.max(0, test.indexOf('void'))))) {
    if (one !== ';' && one !== '{' && one !== '}') {
      statement.push(one)
      continue
    }
    const assertion = readAssertion(statement, scope)
    if (assertion && isPlain && assertion !== 'unclear') result.vectors.push({ test: name, ...assertion })
    else if (assertion) result.skipped += 1
    else assign(statement, scope, readFile)
    statement = []
  }
}

function assign(statement: string[], scope: Scope, readFile: (name: string) => string) {
  const equals = statement.indexOf('=')
  const append = statement.indexOf('StrAppend')
  if (equals > 0) scope.set(statement[equals - 1] ?? '', evaluate(statement.slice(equals + 1), scope, readFile))
  else if (append >= 0) {
    const [target = [], ...added] = argumentsOf(statement, append)
    const parts = [target.slice(1), ...added].map((part) => evaluate(part, scope, readFile))
    scope.set(target[1] ?? '', parts.every((part) => typeof part === 'string') ? parts.join('') : undefined)
  }
}

/** Returns null for a statement that says nothing about access. */
function readAssertion(statement: string[], scope: Scope): Omit<RobotsVector, 'test'> | 'unclear' | null {
  const [verb = ''] = statement
  const [first = [], second = []] = argumentsOf(statement, 0)
  const expected = /(?:TRUE|True)$/.test(verb) || (verb === 'assertEquals' ? scope.get(first[0] ?? '') : false)
  const asked = verb === 'assertEquals' ? second : first
  const call = asked.findIndex((one) => one === 'IsUserAgentAllowed' || one === 'isAllowed')
  if (!/^(?:EXPECT_|assert)/.test(verb) || call < 0) return null
  const values = argumentsOf(asked, call).map((part) => evaluate(part, scope))
  const file = scope.get(asked[0] ?? '')
  const [robots, agent, url] =
    asked[call] === 'isAllowed' && typeof file === 'object' ? [file.robots, file.agent, values[0]] : values
  if (typeof robots !== 'string' || typeof agent !== 'string' || typeof expected !== 'boolean') return 'unclear'
  return typeof url === 'string' && URL.canParse(url) ? { robots, agent, url, allowed: expected } : 'unclear'
}

function evaluate(tokens: string[], scope: Scope, readFile: (name: string) => string = () => ''): Value {
  const [first = '', second = ''] = tokens
  if (first === 'readFile') return readFile(String(textOf(tokens[2] ?? '')))
  if (first === 'createRobotRules') {
    const [agent = [], robots] = argumentsOf(tokens, 0)
    return fileOf(evaluate(agent, scope), robots, scope, readFile)
  }
  if (second === '.' && tokens[2] === 'parseContent') {
    const [, robots, , agent = []] = argumentsOf(tokens, 2)
    const isOne = agent.filter((one) => one.startsWith('"')).length === 1
    return isOne ? fileOf(evaluate(agent, scope), robots, scope, readFile) : undefined
  }
  if (tokens.length === 0) return undefined
  let text = ''
  for (const one of tokens) {
    const part = one.startsWith('"') ? textOf(one) : neutral.has(one) ? '' : scope.get(one)
    if (typeof part !== 'string') return undefined
    text += part
  }
  return text
}

function fileOf(agent: Value, robots: string[] = [], scope: Scope, readFile: (name: string) => string): Value {
  const text = evaluate(robots, scope, readFile)
  return typeof agent === 'string' && typeof text === 'string' ? { agent, robots: text } : undefined
}

/** Returns the tokens of each argument of the call whose name is at `at`. */
function argumentsOf(tokens: string[], at: number): string[][] {
  const list: string[][] = [[]]
  let depth = 0
  for (const one of tokens.slice(at + 1)) {
    if (one === ')') depth -= 1
    if (depth === 0 && one !== '(') break
    if (depth === 1 && one === ',') list.push([])
    else if (depth > 0) list.at(-1)?.push(one)
    if (one === '(') depth += 1
  }
  return list
}

/** Returns a literal's text, or undefined if it has escapes of single bytes. */
function textOf(literal: string): string | undefined {
  try {
    return String(JSON.parse(literal))
  } catch {
    return undefined
  }
}
