import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { maxClients } from '#contract/access/clients.ts'
import { counted } from '#contract/format/numbers.ts'
import { insertReports, type NewPackedReport } from '#service/store/reports/bulk-insert.ts'
import { renewStatistics } from '#service/store/sqlite/statistics.ts'
import { runCommand, UsageError } from './run-command.ts'
import { seedClients } from './seed/clients.ts'
import { seedReports, type SeedSize } from './seed/reports.ts'

/** Reports per transaction. */
const batchSize = 2000

await runCommand(async ({ db, engine }, { dataDir }) => {
  const { clients, ...size } = readSize()
  const started = performance.now()
  let batch: NewPackedReport[] = []
  for (const report of seedReports(size)) {
    batch.push(report)
    if (batch.length < batchSize) continue
    await insertReports(db, batch)
    batch = []
  }
  if (batch.length > 0) await insertReports(db, batch)
  if (clients > 0) await db.transaction().execute((tx) => seedClients(tx, { clients, websites: size.websites }))
  if (engine === 'postgres') await sql`analyze`.execute(db)
  else await renewStatistics(db, dataDir)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const ofClients = clients > 0 ? ` of ${counted(clients, 'client')}` : ''
  process.stdout.write(`Added ${size.reports} reports for ${size.websites} websites${ofClients} in ${seconds} s.\n`)
})

function readSize(): SeedSize & { clients: number } {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { websites: text, reports: text, clients: text } })
  const size = {
    websites: readCount('--websites', values.websites),
    reports: readCount('--reports', values.reports),
    clients: values.clients === undefined ? 0 : readCount('--clients', values.clients),
  }
  if (size.reports < size.websites)
    throw new UsageError('--reports must be at least --websites: every website needs a report.')
  if (size.clients > Math.min(size.websites, maxClients))
    throw new UsageError(`--clients must be at most --websites, and at most ${maxClients}.`)
  return size
}

function readCount(name: string, text = ''): number {
  if (/^[1-9]\d{0,7}$/.test(text)) return Number(text)
  throw new UsageError(`${name} must be a whole number from 1 to 99999999.`)
}
