/** `different`: not as specified, but the dashboard understands it. `unknown`: the server's data does not show it. */
type Outcome = 'as specified' | 'different' | 'wrong' | 'unknown'

const parts = ['Operations', 'Lists', 'Values', 'Error responses', 'Connection', 'Writes'] as const
type Part = (typeof parts)[number]

/** The result of one check; `message` is a sentence. */
export type ResultLine = { part: Part; name: string; outcome: Outcome; message: string }

/** The outcome of a check, a sentence about it, and a value for later checks. */
export type Verdict<Value = undefined> = [outcome: Outcome, message: string, value?: Value]

/**
 * Adds the line of a check. A missing or unusable response is the line's sentence; other errors are thrown. Returns the
 * verdict's value.
 */
export type Check = <Value = undefined>(
  part: Part,
  name: string,
  probe: () => Verdict<Value> | Promise<Verdict<Value>>,
) => Promise<Value | undefined>

export type Result = {
  server: string
  /** The reason for an early end, such as a rejected key. */
  stopped: string | null
  lines: ResultLine[]
  /** Changes that the check couldn't undo. */
  left: string[]
}

export const rowWords = (count: number) => (count === 1 ? '1 row' : `${count} rows`)

/** 0: the dashboard works with the server. 1: something specified is missing or wrong. 2: the check ended early. */
export function exitCodeOf({ stopped, lines, left }: Result): 0 | 1 | 2 {
  if (stopped !== null) return 2
  return left.length > 0 || lines.some(({ outcome }) => outcome === 'wrong') ? 1 : 0
}

/** In characters. A shorter key is a test key and can be part of any word, so it is not masked. */
const minSecretLength = 6

/** Masks the key and removes control characters, which could steer the terminal. */
function sanitise(text: string, key: string): string {
  const keyless = key.length < minSecretLength ? text : text.replaceAll(key, '[the key]')
  // oxlint-disable-next-line no-control-regex
  return keyless.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ')
}

/** Returns the result as a table for people or as JSON. */
export function formatResult(result: Result, { key, json }: { key: string; json: boolean }): string {
  if (!json) return sanitise(tableOf(result), key)
  const plain = { ...result, exit: exitCodeOf(result) }
  return `${JSON.stringify(plain, (_, value: unknown) => (typeof value === 'string' ? sanitise(value, key) : value), 2)}\n`
}

const marks: Record<Outcome, string> = { 'as specified': '+', different: '~', wrong: '!', unknown: '?' }
const legend = '+ as specified   ~ different, but supported   ? unknown   ! missing or wrong'

function tableOf({ server, stopped, lines, left }: Result): string {
  const width = Math.max(0, ...lines.map(({ name }) => name.length))
  const text = [`${server}/api/v1`]
  for (const part of parts) {
    const own = lines.filter((line) => line.part === part)
    if (own.length > 0) text.push('', part)
    for (const { outcome, name, message } of own) text.push(`  ${marks[outcome]} ${name.padEnd(width)}  ${message}`)
  }
  if (left.length > 0) text.push('', "Couldn't clean up; remove these yourself", ...left.map((line) => `  ${line}`))
  const wrong = lines.filter(({ outcome }) => outcome === 'wrong')
  if (stopped !== null) text.push('', stopped)
  else if (wrong.length === 0) text.push('', legend, '', 'The dashboard works with this server.')
  else
    text.push('', legend, '', `${wrong.length === 1 ? '1 thing is' : `${wrong.length} things are`} missing or wrong:`)
  if (stopped === null) text.push(...wrong.map(({ name, message }) => `  ${name}: ${message}`))
  return `${text.join('\n')}\n`
}
