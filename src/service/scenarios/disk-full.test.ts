// @module-tag all
import { execFileSync } from 'node:child_process'
import { chownSync, closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { issueKey } from '#service/access/keys.ts'
import { openStore } from '#service/store/database.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { recordVisit } from '#service/store/share-links/share-links.ts'
import { startChildService } from '#testing/service/child-service.ts'
import { queryPostgres } from '#testing/store/databases.ts'
import { startPostgres } from '#testing/store/postgres.ts'
import { newReport } from '#testing/store/reports.ts'

// Each service runs in its own process, with its data on a small disk of its own.

function sqliteOnSmallDisk() {
  const disk = mountSmallDisk(4)
  return disk && { disk, options: { dataDir: disk.folder, databaseUrl: undefined } }
}

async function postgresOnSmallDisk() {
  const server = await startPostgres()
  if (!server) return undefined
  const { url, owner } = server
  const disk = mountSmallDisk(24, owner)
  // Before the disk is unmounted.
  onTestFinished(server.stop)
  if (!disk) return undefined
  await queryPostgres({ databaseUrl: url, dataDir: '' }, `create tablespace small location '${disk.folder}'`)
  await queryPostgres({ databaseUrl: url, dataDir: '' }, 'create database small tablespace small')
  const databaseUrl = new URL(url)
  databaseUrl.pathname = '/small'
  return { disk, options: { databaseUrl: databaseUrl.href, dataDir: '' } }
}

describe('when the disk is full', () => {
  it.for([
    ['SQLite', sqliteOnSmallDisk],
    ['PostgreSQL', postgresOnSmallDisk],
  ] as const)(
    '%s: reads are served, writes get a sentence of their own, and /readyz says it',
    async ([, onSmallDisk], context) => {
      const found = await onSmallDisk()
      if (!found) return context.skip()
      const { disk, options } = found
      const store = await openStore(options)
      onTestFinished(store.close)
      const { id } = await createReport(store.db, newReport())
      const { key } = await issueKey(store.db, 'Test', 'full')
      const { databaseUrl, dataDir } = options
      const environment: Record<string, string> = databaseUrl
        ? { DATABASE_URL: databaseUrl }
        : { SEO_REPORTS_DATA_DIR: dataDir }
      const { api } = await startChildService(environment)
      const post = (path: string, form: Record<string, string>) =>
        api(path, key, { method: 'POST', body: new URLSearchParams(form) })
      const { data: link } = await (await post('/api/v1/links', { kind: 'report', report_id: String(id) })).json()
      const shared = `/api/v1/shared/links/${link.url.split('/').at(-1)}`
      expect((await (await api('/readyz')).json()).state).toBe('ready')

      disk.fill()
      const visitUntilFull = async () => {
        for (;;) await recordVisit(store.db, link.id, 'Test')
      }
      await expect(visitUntilFull()).rejects.toThrow(/full|space/)
      for (const path of ['/api/v1/reports', `/api/v1/reports/${id}`, '/api/v1/views']) {
        expect((await api(path, key)).status).toBe(200)
      }
      for (const path of [shared, `${shared}/reports/${id}`]) expect((await api(path)).status).toBe(200)

      let answer = await post('/api/v1/views', { name: 'View 0', list: 'reports' })
      for (let count = 1; answer.status === 201; count += 1)
        answer = await post('/api/v1/views', { name: `View ${count}`, list: 'reports' })
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('60')
      expect(await answer.json()).toMatchObject({ code: 'disk_full', message: expect.stringContaining('disk') })
      expect(await (await api('/readyz')).json()).toMatchObject({ state: 'disk_full', status: 200 })

      const restarted = await startChildService(environment)
      expect((await restarted.api(`/api/v1/reports/${id}`, key)).status).toBe(200)
      await expect.poll(restarted.stdout).toMatch(/disk is full|one-time link/)

      disk.free()
      await expect.poll(async () => (await (await api('/readyz')).json()).state).toBe('ready')
      expect((await post('/api/v1/views', { name: 'Last view', list: 'reports' })).status).toBe(201)
    },
  )
})

type SmallDisk = {
  folder: string
  /** Takes all space that is left. */
  fill(): void
  /** Gives it back. */
  free(): void
}

/**
 * Mounts a disk in memory until the running test ends. Returns undefined if this user can't mount one.
 * @param owner the user and group of its folder
 */
function mountSmallDisk(megabytes: number, owner?: { uid: number; gid: number }): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'seo-reports-disk-'))
  onTestFinished(() => rmdirSync(folder))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const filler = join(folder, 'filler')
  return { folder, fill: () => fillWith(filler), free: () => rmSync(filler) }
}

function fillWith(name: string) {
  const file = openSync(name, 'w')
  const page = Buffer.alloc(4096)
  try {
    for (;;) writeSync(file, page)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}
