import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** What a process holds. `processes` are those of its descent. */
export type OpenResources = { sockets: number; files: number; processes: number }

function descentOf(pid: number): number[] {
  const parents = readdirSync('/proc').flatMap((name): [number, number][] => {
    try {
      // The name of the program is in parentheses, and can have any sign.
      const stat = /^\d+$/.test(name) ? readFileSync(`/proc/${name}/stat`, 'latin1') : ''
      return stat ? [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]] : []
    } catch {
      return []
    }
  })
  const children = parents.filter(([, parent]) => parent === pid).map(([child]) => child)
  return [...children, ...children.flatMap(descentOf)]
}

function openNow(pid: number): OpenResources {
  const targets = readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)]
    } catch {
      return []
    }
  })
  const sockets = targets.filter((target) => target.startsWith('socket:')).length
  return { sockets, files: targets.length - sockets, processes: descentOf(pid).length }
}

/**
 * Returns what an idle process holds, once that has not changed for `idleMs`. Connections that are kept open end first.
 */
export async function openResources(pid: number, idleMs: number): Promise<OpenResources> {
  let [known, since] = [openNow(pid), performance.now()]
  while (performance.now() - since < idleMs) {
    await pause(100)
    const now = openNow(pid)
    if (JSON.stringify(now) !== JSON.stringify(known)) [known, since] = [now, performance.now()]
  }
  return known
}
