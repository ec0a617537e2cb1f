import { chmodSync, cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startChildService } from '#testing/service/child-service.ts'
import { createDataFolder } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { openStore } from '../database.ts'
import { createReport } from '../reports/reports.ts'
import { backUp } from './backup.ts'
import { backupBefore, storeFile } from './data-files.ts'
import { restore } from './restore.ts'

async function folder() {
  const { dataDir, remove } = await createDataFolder()
  onTestFinished(remove)
  return dataDir
}

const modeOf = (name: string) => (statSync(name).mode & 0o7777).toString(8)

/** Returns the modes of the folder and of every file in it. */
const modesOf = (dataDir: string) =>
  Object.fromEntries([
    ['.', modeOf(dataDir)],
    ...readdirSync(dataDir).map((name) => [name, modeOf(path.join(dataDir, name))]),
  ])

/** Opens a store and writes to it, so that SQLite keeps its log. It is closed when the running test ends. */
async function opened(dataDir: string) {
  const warnings: string[] = []
  const { db, close } = await openStore({ dataDir, onWarning: (sentence) => warnings.push(sentence) })
  onTestFinished(close)
  await createReport(db, newReport())
  return { warnings, close }
}

const inUse = {
  'seo-reports.db': '600',
  'seo-reports.db-shm': '600',
  'seo-reports.db-wal': '600',
  'seo-reports.lock': '600',
}

// Windows has no such modes.
describe.skipIf(process.platform === 'win32')('only the owner can read', () => {
  it('a new data folder and its files', async () => {
    const dataDir = path.join(await folder(), 'new', 'data')
    const { warnings } = await opened(dataDir)
    expect(modesOf(dataDir)).toEqual({ '.': '700', ...inUse })
    expect(warnings).toEqual([])
  })

  it('the folder and files of an existing installation, after a start', async () => {
    const dataDir = path.join(await folder(), 'data')
    await opened(dataDir)
    // A killed service leaves the same files as a copy of the running store.
    const existing = path.join(await folder(), 'data')
    cpSync(dataDir, existing, { recursive: true })
    const aside = `${storeFile(existing)}.2026-01-02T03-04-05-678Z`
    for (const name of [backupBefore(existing, 7), aside, `${aside}-wal`]) writeFileSync(name, '')
    writeFileSync(path.join(existing, 'notes.txt'), '')
    for (const name of readdirSync(existing)) chmodSync(path.join(existing, name), 0o644)
    chmodSync(existing, 0o755)
    const { warnings } = await opened(existing)
    expect(modesOf(existing)).toEqual({
      '.': '700',
      ...inUse,
      'before-version-7.db': '600',
      [path.basename(aside)]: '600',
      [path.basename(`${aside}-wal`)]: '600',
      // Files of others are left alone. The folder protects them.
      'notes.txt': '644',
    })
    expect(warnings).toEqual([])
  })

  it('backups, and what a restore writes and sets aside', async () => {
    const dataDir = path.join(await folder(), 'data')
    const copy = path.join(await folder(), 'copy.db')
    const { close } = await opened(dataDir)
    backUp(dataDir, copy)
    expect(modeOf(copy)).toBe('600')
    await close()
    chmodSync(copy, 0o644)
    chmodSync(storeFile(dataDir), 0o644)
    chmodSync(dataDir, 0o755)
    const { setAside } = restore(dataDir, copy)
    expect(modesOf(dataDir)).toEqual({
      '.': '700',
      'seo-reports.db': '600',
      'seo-reports.lock': '600',
      [path.basename(setAside[0] ?? '')]: '600',
    })
  })
})

describe.skipIf(process.platform === 'win32')('a data folder that others can read', () => {
  it('is left as it is with a warning if it holds more than the data', async () => {
    const dataDir = await folder()
    chmodSync(dataDir, 0o1777)
    const { warnings } = await opened(dataDir)
    expect(modesOf(dataDir)).toEqual({ '.': '1777', ...inUse })
    expect(warnings).toEqual([
      `Other users of this machine may be able to read the data folder ${dataDir}. Give it the mode 700.`,
    ])
  })

  it('is left as it is with a warning if it is around the home folder', async () => {
    const dataDir = await folder()
    vi.stubEnv('HOME', path.join(dataDir, 'home'))
    onTestFinished(() => void vi.unstubAllEnvs())
    chmodSync(dataDir, 0o755)
    expect((await opened(dataDir)).warnings).toHaveLength(1)
    expect(modeOf(dataDir)).toBe('755')
  })

  it.skipIf(process.getuid?.() !== 0)('is named in the log if it belongs to another user', async () => {
    const parent = await folder()
    const dataDir = path.join(parent, 'data')
    mkdirSync(dataDir)
    chmodSync(parent, 0o755)
    chmodSync(dataDir, 0o777)
    const beNobody = 'if(process.getuid()===0){process.setgid(65534);process.setuid(65534)}'
    const { stdout } = await startChildService({
      SEO_REPORTS_DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: `--import data:text/javascript,${beNobody}`,
    })
    expect(stdout()).toContain(`Other users of this machine may be able to read the data folder ${dataDir}`)
    expect(modeOf(dataDir)).toBe('777')
    expect(modeOf(storeFile(dataDir))).toBe('600')
  })
})
