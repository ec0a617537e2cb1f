import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Run as a process of its own beside a service: checks its health every 20 ms, as a load balancer does, and reads its
 * memory and the size of its data folder. Sends the figures to the parent process when asked.
 */
const [origin = '', pid = '', dataDir = ''] = process.argv.slice(2)

/** Figures since the last request for them. */
export type HealthFigures = {
  checks: number
  failures: number
  /** The longest time in milliseconds that a check took, as a clock on the wall counts it. */
  longestMs: number
  maxMemoryMb: number
  maxDiskMb: number
}

const fresh = (): HealthFigures => ({ checks: 0, failures: 0, longestMs: 0, maxMemoryMb: 0, maxDiskMb: 0 })
/** Module state: the figures, and the time at which the current check began. */
let figures = fresh()
let began = performance.now()

const megabyte = 1024 * 1024
const memoryMb = () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
const diskMb = () =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0) / megabyte

function look() {
  figures.longestMs = Math.max(figures.longestMs, performance.now() - began)
  figures.maxMemoryMb = Math.max(figures.maxMemoryMb, memoryMb())
  figures.maxDiskMb = Math.max(figures.maxDiskMb, diskMb())
}

process.on('message', () => {
  look()
  process.send?.(figures)
  figures = fresh()
})
process.on('disconnect', () => process.exit())

for (;;) {
  began = performance.now()
  const isHealthy = await fetch(`${origin}/healthz`).then(
    async (response) => (await response.text()) !== '' && response.ok,
    () => false,
  )
  look()
  figures.checks += 1
  if (!isHealthy) figures.failures += 1
  await pause(20)
}
