// @module-tag all
import { execFile } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findKey, insertKey, revokeKey, insertToken, takeToken } from '#service/store/access/api-keys.ts'
import { openStore, type Store } from '#service/store/database.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { findLink, insertLink, type NewLink, readSnapshot, revokeLink } from '#service/store/share-links/share-links.ts'
import { storeFile, lockStore } from '#service/store/sqlite/data-files.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { createDataFolder } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

// Each command runs in its own process.

const backedUpUrls = ['https://shop.example/1']
const newerUrls = ['https://shop.example/2', 'https://shop.example/3']
const oldUrls = [...backedUpUrls, ...newerUrls]

/** Creates a folder with a backup `copy.db`, and the store's files in `data` as a killed service leaves them. */
async function afterKill() {
  const { dataDir: folder, remove } = await createDataFolder()
  onTestFinished(remove)
  const file = (name: string) => path.join(folder, name)
  const { db, close } = await openStore({ dataDir: file('running') })
  for (const url of backedUpUrls) await createReport(db, newReport({ url }))
  expect(await run('backup', [file('copy.db')], file('running'))).toMatchObject({ code: 0 })
  for (const url of newerUrls) await createReport(db, newReport({ url }))
  cpSync(file('running'), file('data'), { recursive: true })
  await close()
  expect(readdirSync(file('data'))).toContain('seo-reports.db-wal')
  return { folder, file, data: file('data'), copy: file('copy.db') }
}

type Outcome = { code: number | string; stdout: string; stderr: string }

/** @param killWhen JavaScript that runs before each change to a file; if it is true, the process kills itself */
function run(name: string, args: string[], dataDir: string, killWhen?: string): Promise<Outcome> {
  const kill = killWhen ? ['--import', `data:text/javascript,${encodeURIComponent(killer(killWhen))}`] : []
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...kill, fileURLToPath(new URL(`./${name}.ts`, import.meta.url)), ...args],
      { env: { PATH: process.env['PATH'], SEO_REPORTS_DATA_DIR: dataDir } },
      (error, stdout, stderr) => resolve({ code: error?.signal ?? error?.code ?? 0, stdout, stderr }),
    )
  })
}

/** A module that is called before each change that the program makes to names of files, or writes to the disk. */
const killer = (condition: string) => `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  let step = -1
  for (const name of ['fsyncSync', 'linkSync', 'renameSync', 'rmSync', 'unlinkSync']) {
    const change = fs[name]
    fs[name] = (...given) => {
      step += 1
      if (${condition}) process.kill(process.pid, 'SIGKILL')
      return change(...given)
    }
  }
  syncBuiltinESMExports()
`

async function within<T>(dataDir: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ dataDir })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Opens the store as the next start does, checks it and returns the URLs of its reports. */
const urlsAfterStart = (dataDir: string) =>
  within(dataDir, async ({ db }) => {
    expect(await findFaults(db)).toEqual([])
    const rows = await db.selectFrom('reports').select('url').orderBy('url').execute()
    return rows.map(({ url }) => url)
  })

/** Runs `attempt` with 0, 1, 2… until it is no longer killed. Returns the number of kills. */
async function killAtEachStep(attempt: (step: number) => Promise<Outcome>) {
  for (let step = 0; ; step += 1) {
    const { code, stderr } = await attempt(step)
    if (code === 0) return step
    expect({ code, stderr }).toEqual({ code: 'SIGKILL', stderr: '' })
  }
}

describe('a restore that is killed at any step', () => {
  it('leaves the old or the new data, and never goes back to the old', async () => {
    const { file, data, copy } = await afterKill()
    const found: string[][] = []
    const kills = await killAtEachStep(async (step) => {
      const attempt = file(`attempt ${step}`)
      cpSync(data, attempt, { recursive: true })
      const outcome = await run('restore', [copy], attempt, `step === ${step}`)
      found.push(await urlsAfterStart(attempt))
      expect(readdirSync(attempt).filter((name) => name.includes('restor'))).toEqual([])
      return outcome
    })
    const firstNew = found.findIndex(({ length }) => length === backedUpUrls.length)
    expect(found).toEqual(found.map((_, step) => (step < firstNew ? oldUrls : backedUpUrls)))
    expect(firstNew).toBeGreaterThan(5)
    expect(kills).toBeGreaterThan(firstNew + 2)
  })

  it('is completed by a start, even if that is killed too', async () => {
    const { file, data, copy } = await afterKill()
    const before = damage(data)
    const setsAside = `name === 'renameSync' && given[0].endsWith('seo-reports.db')`
    expect((await run('restore', [copy], data, setsAside)).code).toBe('SIGKILL')
    const kills = await killAtEachStep(async (step) => {
      const attempt = file(`attempt ${step}`)
      cpSync(data, attempt, { recursive: true })
      const outcome = await run('verify-data', [], attempt, `step === ${step}`)
      expect(await urlsAfterStart(attempt)).toEqual(backedUpUrls)
      expect(setAside(attempt)).toEqual(before)
      return outcome
    })
    expect(kills).toBeGreaterThan(4)
  })
})

/**
 * Returns the contents of a store's files, with `?` for a missing one, without the log's index, which SQLite can
 * recreate.
 */
const contentsOf = (file: string) =>
  [file, `${file}-wal`, `${file}-journal`].map((name) => (existsSync(name) ? readFileSync(name, 'utf8') : '?'))

/** Makes the store unreadable, and returns the files that must be set aside. */
function damage(dataDir: string) {
  writeFileSync(storeFile(dataDir), 'This is no database. '.repeat(500))
  writeFileSync(`${storeFile(dataDir)}-wal`, 'This is no log. '.repeat(500))
  return contentsOf(storeFile(dataDir))
}

function setAside(dataDir: string) {
  const name = readdirSync(dataDir).find((one) => /\.db\.\d{4}-/.test(one)) ?? 'none'
  return contentsOf(path.join(dataDir, name.replace(/-(wal|shm|journal)$/, '')))
}

describe('a restore', () => {
  it('sets aside a log and a journal without their database, which would destroy the new one', async () => {
    const { data, copy } = await afterKill()
    rmSync(storeFile(data))
    writeFileSync(`${storeFile(data)}-journal`, 'journal')
    const before = contentsOf(storeFile(data))
    const { code, stdout } = await run('restore', [copy], data)
    expect(code).toBe(0)
    expect(await urlsAfterStart(data)).toEqual(backedUpUrls)
    expect(setAside(data)).toEqual(before)
    expect(stdout).toMatch(/data is in \S+Z-wal, \S+Z-shm, \S+Z-journal\.\n$/)
  })

  it('replaces damaged data, and sets its files aside unchanged', async () => {
    const { data, copy } = await afterKill()
    const before = damage(data)
    const { code, stderr } = await run('restore', [copy], data)
    expect(code).toBe(0)
    expect(stderr).toMatch(/couldn't be read, so API keys and share links revoked there can work again/)
    expect(setAside(data)).toEqual(before)
    expect(await urlsAfterStart(data)).toEqual(backedUpUrls)
  })

  it('recovers replaced data that was killed in a transaction, and its revocations', async () => {
    const { file, data } = await afterKill()
    const old = new Database(storeFile(data))
    old.pragma('journal_mode = delete')
    old.exec("insert into api_keys (id, name, role, secret_hash, created_at) values ('a', 'Key', 'full', 'hash', '')")
    await run('backup', [file('with key.db')], data)
    old.exec("update api_keys set revoked_at = '2026-01-01T00:00:00.000Z'")
    // With so small a cache, SQLite writes pages of the transaction to the file before it is committed.
    old.pragma('cache_size = 1')
    old.exec('begin; delete from report_payloads; create table large (text)')
    for (let row = 0; row < 200; row += 1) old.prepare('insert into large values (?)').run('x'.repeat(20_000))
    cpSync(data, file('killed'), { recursive: true })
    old.close()
    expect(readdirSync(file('killed'))).toContain('seo-reports.db-journal')
    expect(await run('restore', [file('with key.db')], file('killed'))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('API key a ("Key") was revoked'),
      stderr: '',
    })
  })

  it('includes the write-ahead log of the file it restores', async () => {
    const { file, data } = await afterKill()
    expect(await run('restore', [storeFile(data)], file('elsewhere'))).toMatchObject({ code: 0 })
    expect(await urlsAfterStart(file('elsewhere'))).toEqual(oldUrls)
  })

  it('rejects a damaged backup and keeps the data', async () => {
    const { file, data, copy } = await afterKill()
    const bytes = readFileSync(copy)
    bytes.fill(0xff, 8192, 60_000)
    writeFileSync(file('damaged.db'), bytes)
    expect(await run('restore', [file('damaged.db')], data)).toMatchObject({ code: 1, stdout: '' })
    expect(await urlsAfterStart(data)).toEqual(oldUrls)
  })

  it('keeps the data if the copy is damaged while it is made', async () => {
    const { data, copy } = await afterKill()
    const damages = `name === 'renameSync' && given[1].endsWith('.restoring') &&
      fs.writeFileSync(given[0], fs.readFileSync(given[0]).fill(0xff, 8192, 60_000))`
    expect(await run('restore', [copy], data, damages)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Couldn't restore the data: [^\n]+\.\n$/),
    })
    expect(await urlsAfterStart(data)).toEqual(oldUrls)
  })

  it('is rejected while the data is in use, even if its file is gone', async () => {
    const { data, copy } = await afterKill()
    await within(data, async () => {
      rmSync(storeFile(data))
      expect(await run('restore', [copy], data)).toEqual({
        code: 1,
        stdout: '',
        stderr: 'The service is running. Stop it first.\n',
      })
    })
  })

  it('keeps other processes from opening the data while it runs', async () => {
    const { data } = await afterKill()
    // The same lock as a restore's.
    const release = lockStore(data, 'exclusive', 0)
    for (const [name, ...args] of [['verify-data'], ['backup', path.join(data, 'copy.db')]] as const) {
      const { code, stderr } = await run(name, args, data)
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `The data in ${data} is being restored. Try again when that is done.\n`,
      })
    }
    release?.()
    expect(await run('verify-data', [], data)).toMatchObject({ code: 0 })
  })

  it('is rejected while a program that takes no lock uses the data', async () => {
    const { data, copy } = await afterKill()
    const other = new Database(storeFile(data))
    onTestFinished(() => void other.close())
    other.prepare('select * from meta').all()
    expect(await run('restore', [copy], data)).toMatchObject({ code: 1, stderr: expect.stringContaining('is running') })
  })
})

describe('revocations', () => {
  const now = () => new Date().toISOString()
  const key = (id: string) =>
    ({ id, name: `Key ${id}`, role: 'full', secret_hash: `hash of ${id}`, created_at: now() }) as const
  const link = (label: string): NewLink => ({
    kind: 'report',
    mode: 'frozen',
    layout: 'page',
    compare_id: null,
    label,
    report_id: 1,
    website_id: 1,
    list: null,
    query: null,
    title: 'https://shop.example/',
    password_hash: null,
    created_by: '',
    created_at: now(),
    expires_at: null,
    token_hash: `hash of ${label}`,
    snapshot: { a: 1 },
  })

  it('are carried over from the replaced data and from data set aside before', async () => {
    const { dataDir: folder, remove } = await createDataFolder()
    onTestFinished(remove)
    const [data, first, second] = [path.join(folder, 'data'), path.join(folder, 'first'), path.join(folder, 'second')]
    await within(data, async ({ db }) => {
      await createReport(db, newReport())
      for (const id of ['a', 'b']) await insertKey(db, key(id))
      for (const label of ['x', '']) await insertLink(db, link(label))
      await insertToken(db, {
        hash: 'used',
        purpose: 'account',
        person_id: null,
        expires_at: '2999-01-01T00:00:00.000Z',
      })
      await run('backup', [first], data)
      await insertKey(db, key('late'))
      await run('backup', [second], data)
      for (const id of ['b', 'late']) await revokeKey(db, id, '2026-01-01T00:00:00.000Z')
      await revokeLink(db, 2, '2026-01-02T00:00:00.000Z')
      await takeToken(db, 'used', 'account', now())
    })
    const { code, stdout } = await run('restore', [first], data)
    expect(code).toBe(0)
    expect(stdout.split('\n').slice(1)).toEqual([
      'API key b ("Key b") was revoked after the backup and stays revoked.',
      'Share link 2 ("https://shop.example/") was revoked after the backup and stays revoked.',
      '',
    ])
    await within(data, async ({ db }) => {
      expect(await findKey(db, 'a')).toMatchObject({ revoked_at: null })
      expect(await findKey(db, 'b')).toMatchObject({ revoked_at: '2026-01-01T00:00:00.000Z' })
      expect(await findLink(db, { id: 1 })).toMatchObject({ revoked_at: null })
      expect(await findLink(db, { id: 2 })).toMatchObject({ revoked_at: '2026-01-02T00:00:00.000Z' })
      expect([await readSnapshot(db, 1), await readSnapshot(db, 2)]).toEqual([{ a: 1 }, undefined])
      expect(await takeToken(db, 'used', 'account', now())).toBeUndefined()
    })
    // The key that the first backup doesn't have was revoked only in the data that the first restore set aside.
    expect((await run('restore', [second], data)).stdout).toContain('API key late ("Key late") was revoked')
    await within(data, async ({ db }) => {
      expect(await findKey(db, 'late')).toMatchObject({ revoked_at: '2026-01-01T00:00:00.000Z' })
    })
  })

  it('are not carried over from other data with the same ids', async () => {
    const { dataDir: folder, remove } = await createDataFolder()
    onTestFinished(remove)
    const file = (name: string) => path.join(folder, name)
    await within(file('one'), async ({ db }) => {
      await insertKey(db, key('a'))
      await insertLink(db, link('x'))
      await run('backup', [file('copy.db')], file('one'))
    })
    await within(file('other'), async ({ db }) => {
      await insertKey(db, { ...key('a'), secret_hash: 'other' })
      await insertLink(db, { ...link('x'), token_hash: 'other' })
      await revokeKey(db, 'a', now())
      await revokeLink(db, 1)
    })
    expect((await run('restore', [file('copy.db')], file('other'))).stdout.split('\n')).toHaveLength(2)
    await within(file('other'), async ({ db }) => {
      expect(await findKey(db, 'a')).toMatchObject({ revoked_at: null })
      expect(await findLink(db, { id: 1 })).toMatchObject({ revoked_at: null })
    })
  })
})
