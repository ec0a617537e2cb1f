// @module-tag all
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { randomFrom } from '#testing/random.ts'
import { createDataFolder } from '#testing/store/databases.ts'
import { openStore } from './database.ts'
import { findFaults } from './verify/verify.ts'

const kills = 8

it(`the store loses nothing that was acknowledged in ${kills} kills under write load`, async () => {
  const { dataDir, remove } = await createDataFolder()
  onTestFinished(remove)
  const random = randomFrom(20)
  const created = new Set<number>()
  const deleted = new Set<number>()
  for (let kill = 0; kill < kills; kill += 1) {
    for (const line of await writeAndKill(dataDir, kill, Math.floor(random() * 120))) {
      const id = Number(line.slice(1))
      if (line.startsWith('+')) created.add(id)
      else deleted.add(id)
    }
  }
  expect(created.size).toBeGreaterThan(kills)
  expect(deleted.size).toBeGreaterThan(0)

  const { db, close } = await openStore({ dataDir })
  onTestFinished(close)
  const stored = new Set((await db.selectFrom('reports').select('id').execute()).map(({ id }) => id))
  const remembered = new Set((await db.selectFrom('deleted_reports').select('id').execute()).map(({ id }) => id))
  expect([...created].filter((id) => !stored.has(id) && !remembered.has(id))).toEqual([])
  expect([...deleted].filter((id) => stored.has(id) || !remembered.has(id))).toEqual([])
  expect(await findFaults(db)).toEqual([])
})

/** Returns the lines that the writer printed until it was killed, `after` milliseconds from the first. */
async function writeAndKill(dataDir: string, seed: number, after: number): Promise<string[]> {
  const program = fileURLToPath(new URL('../../testing/programs/write-reports.ts', import.meta.url))
  const writer = spawn(process.execPath, [program, dataDir, String(seed)], { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  let complaint = ''
  writer.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  writer.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const ended = new Promise<NodeJS.Signals | null>((resolve) => writer.once('close', (_, signal) => resolve(signal)))
  await Promise.race([ended, new Promise((resolve) => writer.stdout.once('data', resolve))])
  await wait(after)
  writer.kill('SIGKILL')
  expect(await ended, complaint).toBe('SIGKILL')
  // The last line may be incomplete.
  return printed.slice(0, printed.lastIndexOf('\n')).split('\n').filter(Boolean)
}
