import type { Result } from './check.ts'
import { type Line, parts, type Verdict } from './line.ts'

const marks: Record<Verdict, string> = { 'as specified': '+', otherwise: '~', wrong: '!', 'not known': '?' }

/** A shorter key is for trying things out, and may be a part of any word. */
const shortestSecret = 6

/** Nothing of what a server says may steer the terminal or show the key. */
function harmless(text: string, key: string): string {
  const keyless = key.length < shortestSecret ? text : text.replaceAll(key, '[the key]')
  // oxlint-disable-next-line no-control-regex
  return keyless.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ')
}

export function printed(result: Result, { key, json }: { key: string; json: boolean }): string {
  if (!json) return harmless(table(result), key)
  const { server, stopped, lines, offers, left } = result
  const plain = { server, stopped, exit: exitCodeOf(result), lines, offers: Object.fromEntries(offers), left }
  return `${JSON.stringify(plain, (_, value: unknown) => (typeof value === 'string' ? harmless(value, key) : value), 2)}\n`
}

/** 0: usable as it is. 1: something specified is missing or wrong. 2: nothing could be looked at. */
export function exitCodeOf({ stopped, lines, left }: Pick<Result, 'stopped' | 'lines' | 'left'>): 0 | 1 | 2 {
  if (stopped !== null) return 2
  return left.length > 0 || lines.some(({ verdict }) => verdict === 'wrong') ? 1 : 0
}

function table({ server, stopped, lines, offers, left }: Result): string {
  const width = Math.max(0, ...lines.map(({ name }) => name.length), ...offers.map(([what]) => what.length))
  const line = (mark: string, name: string, says: string) => `  ${mark} ${name.padEnd(width)}  ${says}`
  const sections = parts.flatMap((part) => {
    const own = lines.filter((one) => one.part === part)
    return own.length > 0 ? ['', part, ...own.map(({ name, verdict, says }) => line(marks[verdict], name, says))] : []
  })
  const offered =
    offers.length > 0
      ? ['', 'What the dashboard offers there', ...offers.map(([what, how]) => line(' ', what, how))]
      : []
  const remains =
    left.length > 0 ? ['', 'Not cleaned up, to be looked after by hand', ...left.map((one) => `  ${one}`)] : []
  return [`${server}/api/v1`, ...sections, ...offered, ...remains, '', ...verdictLines(stopped, lines), ''].join('\n')
}

function verdictLines(stopped: string | null, lines: Line[]): string[] {
  const wrong = lines.filter(({ verdict }) => verdict === 'wrong')
  if (stopped !== null) return [stopped]
  const legend = '+ as specified   ~ otherwise, which the dashboard understands   ? not to be told   ! missing or wrong'
  if (wrong.length === 0) return [legend, '', 'The dashboard works with this server.']
  return [
    legend,
    '',
    `${wrong.length === 1 ? 'One thing is' : `${wrong.length} things are`} missing or wrong:`,
    ...wrong.map(({ name, says }) => `  ${name}: ${says}`),
  ]
}
