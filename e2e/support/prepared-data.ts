import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = new URL('../../', import.meta.url)

/** A data folder, which each service copies, and a key to it. */
export type PreparedData = { dataDir: string; key: string }

/** Makes a data folder, which is deleted when this process ends: without reports, or with seeded ones. */
export async function prepareData(seed?: { websites: number; reports: number }): Promise<PreparedData> {
  const dataDir = await mkdtemp(join(tmpdir(), 'seo reports '))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const env = { ...process.env, SEO_REPORTS_DATA_DIR: dataDir }
  if (seed) await runCommand(env, 'seed', '--websites', String(seed.websites), '--reports', String(seed.reports))
  return { dataDir, key: await runCommand(env, 'key', 'create', '--name', 'Browser tests') }
}

/** Runs one of the service's commands and returns its output. */
export async function runCommand(env: NodeJS.ProcessEnv, name: string, ...args: string[]) {
  const { stdout } = await run(process.execPath, [`src/service/commands/${name}.ts`, ...args], { cwd: root, env })
  return stdout.trim()
}

const variable = 'BROWSER_TESTS_DATA'

/** Prepares the data of all services: once per run, before the workers start, which inherit the environment. */
export default async function prepareForWorkers() {
  const [empty, seeded] = await Promise.all([prepareData(), prepareData({ websites: 40, reports: 2000 })])
  process.env[variable] = JSON.stringify({ empty, seeded })
}

/** Returns what was prepared for a service without reports, or with seeded ones. */
export const preparedData = (kind: 'empty' | 'seeded'): PreparedData =>
  JSON.parse(process.env[variable] ?? '')[kind] as PreparedData
