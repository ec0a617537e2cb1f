import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

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
    const usages = usagesBelow(root).toSorted((a, b) => b.bytes - a.bytes)
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
  const parents = new Map(runningProcesses().map(({ pid, parent }) => [pid, parent]))
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent !== undefined && (parent === root || isBelow(parent))
  }
  return [...parents.keys()].filter(isBelow).map((pid) => ({ pid, bytes: bytesOf(pid) }))
}

/** Returns the processes of the system that haven't ended. */
export function runningProcesses(): { pid: number; parent: number; session: number }[] {
  return processIds().flatMap((pid) => {
    const stat = read(`/proc/${pid}/stat`)
    // The name of the program, in brackets, can contain anything.
    const [state = 'X', parent, , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return stat === '' || /[ZX]/.test(state) ? [] : [{ pid, parent: Number(parent), session: Number(session) }]
  })
}

const processIds = () => (canMeasure ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []).map(Number)

/** Returns the user of a process, also of one that hides its files. */
const userOf = (pid: number) => Number(/^Uid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? NaN)

export const usersOfProcesses = () => new Set(processIds().map(userOf))

/**
 * All that a browser has started: its session, and its user if that has started nothing else. Crash handlers have other
 * sessions and hold what they trace, but name the browser's folder.
 */
export type Descent = { session: number | null; uid: number | null; folder?: string }

/** Longest time in milliseconds for which processes are killed again, such as ones that another process holds. */
const maxEndMs = 60_000

/** Kills the processes of a browser until none is left. Returns those that are left after a minute. */
export async function endProcesses({ session, uid, folder }: Descent, maxMs = maxEndMs): Promise<number[]> {
  const end = performance.now() + maxMs
  for (let empty = 0; ;) {
    const left = runningProcesses().filter(
      ({ pid, session: own }) =>
        own === session ||
        (uid !== null && userOf(pid) === uid) ||
        (folder !== undefined && commandOf(pid).includes(folder)),
    )
    for (const { pid } of left) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
    }
    // One can start another while they are listed.
    empty = left.length === 0 ? empty + 1 : 0
    if (empty === 2 || performance.now() >= end) return left.map(({ pid }) => pid)
    await pause(50, undefined, { ref: false })
  }
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
