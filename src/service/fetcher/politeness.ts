import { createGate, type Gate } from './gate.ts'
import { pause } from './time-limit.ts'

type Line = { gate: Gate; served: number; lastEnd: number }

export type Politeness = {
  /** Waits until a host may be asked; the returned function says that its answer is complete. */
  takeTurn: (host: string, restMs: number, signal: AbortSignal) => Promise<() => void>
}

/** After so long without a request a host counts as rested. */
const forgetAfterMs = 2_000
const servedWithoutRest = 2

/** One request at a time for a host, a rest before the third and every later one, and a bound over all hosts. */
export function createPoliteness(atOnce: number): Politeness {
  const all = createGate(atOnce)
  const lines = new Map<string, Line>()

  const lineOf = (host: string) => {
    const known = lines.get(host)
    if (known) return known
    if (lines.size >= 256) forgetRested(lines)
    const line: Line = { gate: createGate(1), served: 0, lastEnd: 0 }
    lines.set(host, line)
    return line
  }

  return {
    async takeTurn(host, restMs, signal) {
      const line = lineOf(host)
      const leaveHost = await line.gate.enter(signal)
      try {
        const idle = performance.now() - line.lastEnd
        if (idle > forgetAfterMs) line.served = 0
        if (line.served >= servedWithoutRest && idle < restMs) await pause(restMs - idle, signal)
        const leaveAll = await all.enter(signal)
        return () => {
          leaveAll()
          line.served += 1
          line.lastEnd = performance.now()
          leaveHost()
        }
      } catch (error) {
        leaveHost()
        throw error
      }
    },
  }
}

function forgetRested(lines: Map<string, Line>): void {
  for (const [host, line] of lines) {
    if (line.gate.isEmpty() && performance.now() - line.lastEnd > forgetAfterMs) lines.delete(host)
  }
}
