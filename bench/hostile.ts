import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { issueKey } from '#service/access/keys.ts'
import { openStore, type StoreOptions } from '#service/store/database.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { randomFrom } from '#testing/random.ts'
import { startHostileServer } from '#testing/servers/hostile-server.ts'
import { startHostileSuite } from '#testing/servers/hostile-suite.ts'
import { startPostgres } from '#testing/store/postgres.ts'
import { Load } from './support/hostile-load.ts'
import { KillableService } from './support/killable-service.ts'
import { percentile } from './support/percentile.ts'

// Runs the real service under attack, half of the time on each engine: hostile pages and files, slow servers, kills of
// the service and restarts of PostgreSQL. Fails if an acknowledged write is lost, the data has a fault or the service
// crashes.
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('--minutes must be a positive number.')
const kills = Math.round(minutes * 2.5)
const restarts = Math.max(1, Math.round(minutes / 2))

const random = randomFrom(12)
const suite = await startHostileSuite()
const quick = await Promise.all(Array.from({ length: 4 }, () => startHostileServer()))

/** Runs the load until the time is up. `disturbances` happen after equal times, moved a little by chance. */
async function underAttack(
  name: string,
  options: StoreOptions,
  disturbances: ((service: KillableService) => Promise<void>)[],
) {
  const store = await openStore(options)
  const attacker = (await issueKey(store.db, 'Attacker', 'full')).key
  const colleague = (await issueKey(store.db, 'Colleague', 'full')).key
  await store.close()
  const service = new KillableService({
    SEO_REPORTS_DATA_DIR: options.dataDir,
    ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
    SEO_REPORTS_ALLOW_HOSTS: [...suite.hosts, ...quick.map(({ host }) => host)].join(),
  })
  await service.start()
  const quickUrls = quick.map(({ origin }) => `${origin}/page`)
  const load = new Load({ service, suite, quickUrls, keys: { attacker, colleague } })
  const end = performance.now() + (minutes * 60_000) / 2
  for (const [done, disturb] of disturbances.entries()) {
    const ms = (end - performance.now()) / (disturbances.length - done + 1)
    await pause(Math.max(0, ms * (0.5 + random())))
    await disturb(service)
  }
  await pause(Math.max(0, end - performance.now()))
  await load.stop()
  await service.end('SIGTERM')
  await report(name, options, service, load)
}

async function kill(service: KillableService) {
  await service.end('SIGKILL')
  await service.start()
}

async function report(name: string, options: StoreOptions, service: KillableService, load: Load) {
  const { db, close } = await openStore(options)
  const faults = await findFaults(db)
  const idsOf = async (table: 'reports' | 'views') =>
    new Set((await db.selectFrom(table).select('id').execute()).map(({ id }) => id))
  const lost = []
  for (const table of ['reports', 'views'] as const) {
    const stored = await idsOf(table)
    const { created, deleted } = load[table]
    lost.push(...[...created].filter((id) => !stored.has(id)), ...[...deleted].filter((id) => stored.has(id)))
  }
  await close()
  const { reports, views, statuses, quickMs } = load
  const { maxDelayMs, maxBusyMs, maxRssMb } = service.worst
  const acknowledged = [reports, views].reduce((sum, { created, deleted }) => sum + created.size + 2 * deleted.size, 0)
  const counts = [...statuses].toSorted().map(([status, count]) => `${count} × ${status}`)
  const at = (share: number) => Math.round(percentile(quickMs, share))
  console.log(`  ${name}: responses ${counts.join(', ')}`)
  console.log(`    ${acknowledged} acknowledged writes, ${lost.length} lost; verify-data: ${faults.length} faults`)
  console.log(`    ${service.crashes} crashes; a quick page beside it: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`)
  console.log(
    `    event loop: blocked ${Math.round(maxBusyMs)} ms at most by our own work, ${Math.round(maxDelayMs)} ms by the clock; memory: ${Math.round(maxRssMb)} MB at most`,
  )
  for (const fault of faults.slice(0, 10)) console.log(`    ${fault}`)
  if (lost.length > 0 || faults.length > 0 || service.crashes > 0) process.exitCode = 1
}

const folder = mkdtempSync(join(tmpdir(), 'seo-reports-bench-'))
const postgres = await startPostgres()
try {
  const killings = Array.from({ length: kills }, () => kill)
  await underAttack(`SQLite, ${kills} kills`, { dataDir: join(folder, 'sqlite') }, killings)
  if (postgres) {
    const restartings = Array.from(
      { length: restarts },
      (_, at) => () => postgres.restart(at % 2 ? 'immediate' : 'fast'),
    )
    // Spreads the restarts evenly between the kills.
    const both = [...killings, ...restartings]
      .map((disturb, at) => ({ disturb, place: at < kills ? at / kills : (at - kills + 0.5) / restarts }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ disturb }) => disturb)
    const name = `PostgreSQL, ${kills} kills and ${restarts} restarts of the database`
    await underAttack(name, { dataDir: join(folder, 'postgres'), databaseUrl: postgres.url }, both)
  } else console.log('  PostgreSQL is not installed, so nothing was measured with it.')
} finally {
  await postgres?.stop()
  await Promise.all([suite.close(), ...quick.map((server) => server.close())])
  rmSync(folder, { recursive: true, force: true })
}
