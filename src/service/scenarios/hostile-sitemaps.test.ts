// @module-tag all
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import type { Job } from '#contract/jobs/job.ts'
import { issueKey } from '#service/access/keys.ts'
import { openStore } from '#service/store/database.ts'
import { controlMs } from '#testing/processor-time.ts'
import { urlset } from '#testing/servers/hostile-files.ts'
import { servePages } from '#testing/servers/loopback.ts'
import { startChildService } from '#testing/service/child-service.ts'
import { createDataFolder } from '#testing/store/databases.ts'

const megabyte = 1024 * 1024
/** URLs of a host that can't be reached, so that their analyses fail at once. */
const urls = (count: number, length: number) =>
  Array.from({ length: count }, (_, at) => `https://shop.invalid/${at}?`.padEnd(length, 'x'))

it('sitemaps of strangers cost little memory, disk and time, and cancelling their jobs gives the disk back', async () => {
  const { dataDir, remove } = await createDataFolder()
  onTestFinished(remove)
  const { db, close } = await openStore({ dataDir })
  const { key } = await issueKey(db, 'Test', 'full')
  await close()
  const files: Record<string, Buffer> = {
    // 48 MB, more URLs than a job can store, and 100 MB of URLs that are too long.
    '/large.xml': gzipSync(urlset(...urls(24_000, 2_000))),
    '/long.xml': gzipSync(urlset(...urls(4_900, 10_000))),
    '/bomb.xml': gzipSync(urlset(...urls(10_000, 10_000))),
  }
  const { host, url } = await servePages(
    Object.fromEntries(Object.entries(files).map(([path, file]) => [path, (_, response) => response.end(file)])),
  )
  const { api, figures } = await startChildService({ SEO_REPORTS_DATA_DIR: dataDir, SEO_REPORTS_ALLOW_HOSTS: host })
  const jobOf = async (id: number) => ((await (await api(`/api/v1/jobs/${id}`, key)).json()) as { data: Job }).data
  async function read(path: string) {
    const body = new URLSearchParams({ sitemap: url + path })
    const created = await api('/api/v1/jobs', key, { method: 'POST', body })
    const { id } = ((await created.json()) as { data: Job }).data
    const isRead = ({ error }: Job) => error !== null
    await expect.poll(async () => isRead(await jobOf(id))).toBe(true)
    return jobOf(id)
  }
  const disk = () => readdirSync(dataDir).reduce((sum, file) => sum + statSync(join(dataDir, file)).size, 0) / megabyte
  await read('/none.xml')
  const before = { disk: disk(), memory: (await figures()).maxRssMb }

  expect((await read('/long.xml')).error?.message).toBe(
    'No URLs were found in the sitemap: 4,900 URLs of over 2,048 characters were left out.',
  )
  expect((await read('/bomb.xml')).error?.code).toBe('compression_bomb')
  const large = await read('/large.xml')
  expect(large.error?.message).toBe('One job can store 50 MB of URLs, so the rest were left out.')
  expect((await api(`/api/v1/jobs/${large.id}/cancel`, key, { method: 'POST' })).status).toBe(200)
  const { maxRssMb, maxDelayMs, maxBusyMs } = await figures()
  expect(disk() - before.disk).toBeLessThan(100)
  // SQLite's caches take up to 48 MB of it.
  expect(maxRssMb - before.memory).toBeLessThan(200)
  // On a busy machine every process is delayed, also one that does nothing.
  expect(Math.min(maxDelayMs, maxBusyMs)).toBeLessThan(Math.max(100, controlMs()))
}, 300_000)
