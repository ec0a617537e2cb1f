import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { memoryFlags } from '#testing/service/memory-flags.ts'

const script = (path: string) => fileURLToPath(new URL(`../../src/service/${path}.ts`, import.meta.url))

export type BenchService = {
  origin: string
  key: string
  command(name: string, ...args: string[]): Promise<string>
  stop(): Promise<void>
}

/** Starts the real program in a new data folder and creates a full API key. `prepare` runs before the start. */
export async function startBenchService(
  environment: Record<string, string> = {},
  prepare?: (command: BenchService['command']) => Promise<unknown>,
): Promise<BenchService> {
  const folder = mkdtempSync(join(tmpdir(), 'seo-reports-bench-'))
  const env = { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'info', SEO_REPORTS_DATA_DIR: folder, ...environment }
  const command = async (name: string, ...args: string[]) =>
    (await promisify(execFile)(process.execPath, [script(`commands/${name}`), ...args], { env })).stdout.trim()
  await prepare?.(command)
  const key = await command('key', 'create', '--name', 'Benchmark')

  const child = spawn(process.execPath, [...memoryFlags, script('main')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The service did not start.')))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-10_000)
      const found = /running at (\S+)\n/.exec(printed)?.[1]
      if (found) resolve(found)
    })
  })
  const stop = async () => {
    const exited = new Promise((resolve) => child.removeAllListeners('exit').once('exit', resolve))
    child.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  return { origin, key, command, stop }
}
