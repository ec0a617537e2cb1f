import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ProcessFigures } from '#testing/programs/process-figures.ts'
import { memoryFlags } from '#testing/service/memory-flags.ts'

const main = fileURLToPath(new URL('../../src/service/main.ts', import.meta.url))
const processFigures = new URL('../../src/testing/programs/process-figures.ts', import.meta.url).href

/** Starting loads and compiles code, so its figures don't count. In milliseconds from the first response. */
const startMs = 1_000

/** The real program, which can be killed and started again on the same data. */
export class KillableService {
  origin = ''
  /** The highest figures of all its processes. */
  readonly worst: ProcessFigures = { maxDelayMs: 0, maxBusyMs: 0, maxHeapMb: 0, maxRssMb: 0 }
  crashes = 0
  private child: ChildProcess | undefined
  private readonly environment: Record<string, string>

  constructor(environment: Record<string, string>) {
    this.environment = environment
  }

  get pid(): number {
    return this.child?.pid ?? 0
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, ['--import', processFigures, ...memoryFlags, main], {
      env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'silent', ...this.environment },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    this.child = child
    child.once('exit', () => {
      if (this.child === child) this.crashes += 1
    })
    let printed = ''
    this.origin = await new Promise<string>((resolve, reject) => {
      child.once('exit', () => reject(new Error('The service did not start.')))
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        printed = (printed + text).slice(-10_000)
        const found = /running at (\S+)\n/.exec(printed)?.[1]
        if (found) resolve(found)
      })
    })
    await pause(startMs)
    await this.figures()
  }

  /** Adds the figures since the last call to the worst ones. */
  async measure(): Promise<void> {
    const figures = await this.figures()
    if (!figures) return
    for (const name of ['maxDelayMs', 'maxBusyMs', 'maxRssMb'] as const)
      this.worst[name] = Math.max(this.worst[name], figures[name])
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    await this.measure()
    const { child } = this
    if (!child) return
    this.child = undefined
    const exited = once(child, 'exit')
    if (child.exitCode !== null || !child.kill(signal)) return
    await exited
  }

  private async figures(): Promise<ProcessFigures | undefined> {
    const { child } = this
    if (!child?.connected) return undefined
    const done = new AbortController()
    const { signal } = done
    const received = once(child, 'message', { signal }).then(([figures]) => figures as ProcessFigures)
    const ended = once(child, 'exit', { signal }).then(() => undefined)
    child.send('figures')
    const first = await Promise.race([received, ended])
    done.abort()
    await Promise.allSettled([received, ended])
    return first
  }
}
