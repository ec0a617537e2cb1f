import { statSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { createPurger } from '#service/jobs/purge.ts'
import { createDataFolder } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { openStore, type Store } from '../database.ts'
import { createReport } from '../reports/reports.ts'
import { deleteWebsite } from '../websites/websites.ts'
import { backUp } from './backup.ts'
import { storeFile } from './data-files.ts'
import { restore } from './restore.ts'

const patient = { timeout: 60_000 }

/** Opens a store with one website whose report has a payload of 8 MB. */
async function openLarge() {
  const folder = await createDataFolder()
  onTestFinished(folder.remove)
  const store = await openStore(folder)
  const { id, website_id } = await createReport(store.db, newReport())
  await store.db
    .updateTable('report_payloads')
    .set({ facts: Buffer.alloc(8_000_000) })
    .where('report_id', '=', id)
    .execute()
  return { store, website_id, dataDir: folder.dataDir }
}

/** Purges until no free page is left, and closes the store, which writes its log to the file. */
async function purge(store: Store, websiteId: number) {
  await deleteWebsite(store.db, websiteId)
  const errors: unknown[] = []
  const purger = createPurger(store.db, (error) => errors.push(error))
  purger.wake()
  await expect.poll(() => store.db.selectFrom('websites').select('id').execute(), patient).toEqual([])
  await expect
    .poll(async () => (await sql`pragma freelist_count`.execute(store.db)).rows, patient)
    .toEqual([{ freelist_count: 0 }])
  await purger.close()
  await store.close()
  expect(errors).toEqual([])
}

it('the file shrinks when the rows of a deleted website are purged', async () => {
  const { store, website_id, dataDir } = await openLarge()
  await purge(store, website_id)
  expect(statSync(storeFile(dataDir)).size).toBeLessThan(4_000_000)
})

it('the file of a restored backup shrinks as well', async () => {
  const { store, website_id, dataDir } = await openLarge()
  const copy = path.join(dataDir, 'copy.db')
  backUp(dataDir, copy)
  await store.close()
  restore(dataDir, copy)
  await purge(await openStore({ dataDir }), website_id)
  expect(statSync(storeFile(dataDir)).size).toBeLessThan(4_000_000)
})
