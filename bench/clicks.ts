import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { searchSorts } from '#contract/google/search-data.ts'
import { sortDirections } from '#contract/lists/list-query.ts'
import { pageListParams } from '#contract/lists/page-list.ts'
import { defaultsOf } from '#contract/lists/query-params.ts'
import { openStore } from '#service/store/database.ts'
import { dayAfter, storeDay } from '#service/store/google/days.ts'
import { refreshClicks } from '#service/store/google/refresh-clicks.ts'
import { listPages } from '#service/store/lists/page-list.ts'
import { linkTarget } from '#service/store/pages/link-targets.ts'
import { pageValues } from '#service/store/pages/pages.ts'
import { storeFile } from '#service/store/sqlite/data-files.ts'
import { randomFrom } from '#testing/random.ts'

// Measures days of Google: storing their rows, joining them to pages, and lists that are sorted by clicks.
await measure()

async function measure() {
  const { values } = parseArgs({
    options: {
      pages: { type: 'string', default: '200000' },
      rows: { type: 'string', default: '50000' },
      days: { type: 'string', default: '4' },
    },
  })
  const [pages, rows, days] = [Number(values.pages), Number(values.rows), Number(values.days)]
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-clicks-'))
  const { db, close } = await openStore({ dataDir })
  try {
    const random = randomFrom(5)
    const urlOf = (page: number) => `https://shop.example/products/some-lamp-${page}`
    const created_at = '2026-01-01T00:00:00.000Z'
    await sql`insert into websites (id, domain, search_text, privacy, created_at, updated_at)
      values (1, 'shop.example', 'shop.example', 0, ${created_at}, ${created_at})`.execute(db)
    for (let from = 0; from < pages; from += 500) {
      const some = Array.from({ length: Math.min(500, pages - from) }, (_, at) => {
        const url = urlOf(from + at)
        const row = pageValues(db, { website_id: 1, url, score: 80, result: 'good', created_at })
        return { ...row, inlinks: 0, target: linkTarget(db, url), unread: 'timeout' }
      })
      await db.transaction().execute((tx) => tx.insertInto('pages').values(some).execute())
    }
    const before = statSync(storeFile(dataDir)).size
    let peak = 0
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50)
    for (let at = 0; at < days; at += 1) {
      async function* ofDay() {
        for (let row = 0; row < rows; row += 1) {
          const impressions = 1 + Math.floor(random() * 40)
          const clicks = Math.floor(random() * 4)
          yield { url: urlOf((row * 7 + at * 1013) % pages), clicks, impressions, position_sum: impressions * 7 }
        }
      }
      const day = dayAfter('2026-03-01', at)
      const stored = await timed(() => storeDay(db, 1, { source: 'api', day, days: 1, total: null, pages: ofDay() }))
      const joined = await timed(() => refreshClicks(db, 1))
      console.log(`${day}: ${rows} rows stored in ${stored} ms, joined to ${pages} pages in ${joined} ms`)
    }
    clearInterval(watch)
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    const bytes = (statSync(storeFile(dataDir)).size - before) / (rows * days)
    console.log(`${Math.round(bytes)} bytes a row, ${Math.round(peak / 1e6)} MB at most`)
    const website = { id: 1, domain: 'shop.example', pages_count: pages }
    const times: number[] = []
    for (let round = 0; round < 20; round += 1)
      for (const sort_by of searchSorts)
        for (const sort of sortDirections) {
          const query = { ...defaultsOf(pageListParams), sort_by, sort, per_page: 100 as const }
          times.push(await timed(() => listPages(db, website, query)))
        }
    times.sort((a, b) => a - b)
    console.log(`lists by clicks: p50 ${times[times.length >> 1]} ms, p99 ${times[Math.floor(times.length * 0.99)]} ms`)
  } finally {
    await close()
    rmSync(dataDir, { recursive: true })
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return Math.round(performance.now() - start)
}
