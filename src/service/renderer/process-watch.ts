import { readdirSync, readFileSync } from 'node:fs'

/** How often the memory of the browser's processes is measured, in milliseconds. */
const intervalMs = 50

export type Usage = { pid: number; bytes: number }

/** Measures only on Linux. Elsewhere V8's own limit is the only one. */
export const canMeasure = process.platform === 'linux'

/**
 * Kills each process below `root` that uses more than `maxBytes`, the largest if all together use more than
 * `maxAllBytes`, and any beyond `maxProcesses`.
 */
export function watchProcesses(
  root: number,
  limits: { maxBytes: number; maxAllBytes: number; maxProcesses: number },
): { hasKilled(): boolean; mostBytes(): { one: number; all: number }; stop(): void } {
  let killed = false
  const most = { one: 0, all: 0 }
  const kill = ({ pid }: Usage) => {
    killed = true
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  const look = () => {
    const usages = usagesBelow(root).toSorted((one, other) => other.bytes - one.bytes)
    const all = usages.reduce((sum, { bytes }) => sum + bytes, 0)
    most.one = Math.max(most.one, usages[0]?.bytes ?? 0)
    most.all = Math.max(most.all, all)
    const tooLarge = usages.filter(({ bytes }, index) => bytes > limits.maxBytes || index >= limits.maxProcesses)
    for (const usage of tooLarge) kill(usage)
    if (tooLarge.length === 0 && usages[0] && all > limits.maxAllBytes) kill(usages[0])
  }
  const timer = canMeasure ? setInterval(look, intervalMs) : undefined
  return {
    hasKilled: () => killed,
    mostBytes: () => ({ ...most }),
    stop: () => clearInterval(timer),
  }
}

/** Returns the descendants of a process with the memory that is their own or shared with each other, without files. */
export function usagesBelow(root: number): Usage[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentOf(Number(name))
    if (parent !== null) parents.set(Number(name), parent)
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent !== undefined && (parent === root || isBelow(parent))
  }
  return [...parents.keys()].filter(isBelow).map((pid) => ({ pid, bytes: bytesOf(pid) }))
}

function parentOf(pid: number): number | null {
  const stat = read(`/proc/${pid}/stat`)
  // The name of the program, in brackets, can contain anything.
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return parent ? Number(parent) : null
}

function bytesOf(pid: number): number {
  const lines = read(`/proc/${pid}/status`).split('\n')
  const own = lines.filter((line) => line.startsWith('RssAnon:') || line.startsWith('RssShmem:'))
  return own.reduce((sum, line) => sum + Number.parseInt(line.slice(line.indexOf(':') + 1)) * 1024, 0)
}

/** Returns whether a process runs in a sandbox that filters its system calls. */
export const isConfined = (pid: number): boolean => /^Seccomp:\s+2$/m.test(read(`/proc/${pid}/status`))

export const commandOf = (pid: number): string => read(`/proc/${pid}/cmdline`)

/** Returns the text of a file, or nothing if the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
