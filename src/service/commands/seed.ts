import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { insertReports, type NewPackedReport } from '#service/store/reports/bulk-insert.ts'
import { renewStatistics } from '#service/store/sqlite/statistics.ts'
import { runCommand, UsageError } from './run-command.ts'
import { seedReports, type SeedSize } from './seed/reports.ts'

/** Reports per transaction. */
const batchSize = 2000

await runCommand(async ({ db, engine }, { dataDir }) => {
  const size = readSize()
  const started = performance.now()
  let batch: NewPackedReport[] = []
  for (const report of seedReports(size)) {
    batch.push(report)
    if (batch.length < batchSize) continue
    await insertReports(db, batch)
    batch = []
  }
  if (batch.length > 0) await insertReports(db, batch)
  if (engine === 'postgres') await sql`analyze`.execute(db)
  else await renewStatistics(db, dataDir)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`Added ${size.reports} reports for ${size.websites} websites in ${seconds} s.\n`)
})

function readSize(): SeedSize {
  const { values } = parseArgs({ options: { websites: { type: 'string' }, reports: { type: 'string' } } })
  const size = { websites: readCount('--websites', values.websites), reports: readCount('--reports', values.reports) }
  if (size.reports < size.websites)
    throw new UsageError('--reports must be at least --websites: every website needs a report.')
  return size
}

function readCount(name: string, text = ''): number {
  if (/^[1-9]\d{0,7}$/.test(text)) return Number(text)
  throw new UsageError(`${name} must be a whole number from 1 to 99999999.`)
}
