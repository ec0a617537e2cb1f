// @module-tag all
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { createDataFolder } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { openStore, type Store } from '../database.ts'
import { insertReports } from '../reports/bulk-insert.ts'
import { pack } from '../reports/report-payloads.ts'
import { createReport } from '../reports/reports.ts'
import { renewStatistics } from './statistics.ts'

async function openFile() {
  const folder = await createDataFolder()
  const store = await openStore(folder)
  onTestFinished(async () => {
    await store.close()
    await folder.remove()
  })
  return { ...store, renew: (signal?: AbortSignal) => renewStatistics(store.db, folder.dataDir, signal) }
}

async function addReports({ db }: Store, from: number, to: number) {
  const { evaluation, facts, ...report } = newReport()
  const packed = { ...report, evaluation: pack(evaluation), facts: pack(facts) }
  const reports = Array.from({ length: to - from }, (_, at) => ({
    ...packed,
    url: `https://shop.example/${from + at}`,
  }))
  await insertReports(db, reports)
}

const planOf = async ({ db }: Store, score: number) => {
  const { rows } = await sql<{ detail: string }>`explain query plan select url from reports
    where latest = 1 and shown_score_up = ${sql.lit(score)} order by url limit 10`.execute(db)
  return rows.map(({ detail }) => detail).join()
}

it('statistics are collected after each doubling of the reports, once these are many', async () => {
  const store = await openFile()
  await addReports(store, 0, 900)
  expect(await store.renew()).toBe(false)
  await addReports(store, 900, 1_000)
  expect(await store.renew()).toBe(true)
  const samples = await sql<{ count: number }>`select count(*) as count from sqlite_stat4`.execute(store.db)
  expect(samples.rows[0]?.count).toBeGreaterThan(100)
  await addReports(store, 1_000, 1_900)
  expect(await store.renew()).toBe(false)
  await addReports(store, 1_900, 2_000)
  expect(await store.renew()).toBe(true)
})

it('open connections choose indexes by new statistics', async () => {
  const store = await openFile()
  await addReports(store, 0, 1_000)
  await store.renew()
  await planOf(store, 40)
  await store.db.updateTable('reports').set({ score: 40 }).where('id', '<=', 5).execute()
  await addReports(store, 1_000, 2_000)
  await store.renew()
  expect(await planOf(store, 40)).toMatch(/ reports_(latest_)?score /)
  expect(await planOf(store, 85)).toMatch(/ reports_(latest_)?url/)
})

it('reports are stored meanwhile', async () => {
  const store = await openFile()
  await addReports(store, 0, 1_000)
  const renewed = store.renew()
  let stored = 0
  let isDone = false
  void renewed.finally(() => (isDone = true))
  for (; !isDone; stored += 1) {
    await createReport(store.db, newReport({ url: `https://shop.example/new-${stored}` }))
    await pause(20)
  }
  expect(await renewed).toBe(true)
  expect(stored).toBeGreaterThan(1)
})
