/** `different`: not as specified, but the dashboard understands it. `unknown`: the server's data does not show it. */
type Outcome = 'as specified' | 'different' | 'wrong' | 'unknown'

const parts = ['Operations', 'Lists', 'Values', 'Error responses', 'Connection', 'Writes'] as const
type Part = (typeof parts)[number]

/** The result of one check; `message` is a sentence. */
export type ResultLine = { part: Part; name: string; outcome: Outcome; message: string }

/** The outcome of a check, a sentence about it, and what later checks need. */
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
  /** Why the check ended early, such as a rejected key. */
  stopped: string | null
  lines: ResultLine[]
  /** How each feature of the dashboard works with the server. */
  features: [what: string, how: string][]
  /** What the check created or changed and could not clean up. */
  left: string[]
}

const marks: Record<Outcome, string> = { 'as specified': '+', different: '~', wrong: '!', unknown: '?' }

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
  const { server, stopped, lines, features, left } = result
  const plain = { server, stopped, exit: exitCodeOf(result), lines, features: Object.fromEntries(features), left }
  return `${JSON.stringify(plain, (_, value: unknown) => (typeof value === 'string' ? sanitise(value, key) : value), 2)}\n`
}

/** 0: the dashboard works with the server. 1: something specified is missing or wrong. 2: the check ended early. */
export function exitCodeOf({ stopped, lines, left }: Pick<Result, 'stopped' | 'lines' | 'left'>): 0 | 1 | 2 {
  if (stopped !== null) return 2
  return left.length > 0 || lines.some(({ outcome }) => outcome === 'wrong') ? 1 : 0
}

function tableOf({ server, stopped, lines, features, left }: Result): string {
  const width = Math.max(0, ...lines.map(({ name }) => name.length), ...features.map(([what]) => what.length))
  const line = (mark: string, name: string, message: string) => `  ${mark} ${name.padEnd(width)}  ${message}`
  const sections = parts.flatMap((part) => {
    const own = lines.filter((one) => one.part === part)
    return own.length > 0
      ? ['', part, ...own.map(({ name, outcome, message }) => line(marks[outcome], name, message))]
      : []
  })
  const offered =
    features.length > 0
      ? ['', 'Dashboard features with this server', ...features.map(([what, how]) => line(' ', what, how))]
      : []
  const remains =
    left.length > 0 ? ['', "Couldn't clean up; remove these yourself", ...left.map((one) => `  ${one}`)] : []
  return [`${server}/api/v1`, ...sections, ...offered, ...remains, '', ...summaryOf(stopped, lines), ''].join('\n')
}

function summaryOf(stopped: string | null, lines: ResultLine[]): string[] {
  const wrong = lines.filter(({ outcome }) => outcome === 'wrong')
  if (stopped !== null) return [stopped]
  const legend = '+ as specified   ~ different, but supported   ? unknown   ! missing or wrong'
  if (wrong.length === 0) return [legend, '', 'The dashboard works with this server.']
  return [
    legend,
    '',
    `${wrong.length === 1 ? '1 thing is' : `${wrong.length} things are`} missing or wrong:`,
    ...wrong.map(({ name, message }) => `  ${name}: ${message}`),
  ]
}
