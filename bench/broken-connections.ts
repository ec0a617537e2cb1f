import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { issueKey } from '#service/access/keys.ts'
import { openStore } from '#service/store/database.ts'
import { randomFrom } from '#testing/random.ts'
import { startBreakingHost } from '#testing/servers/breaking-host.ts'
import { startHostileServer } from '#testing/servers/hostile-server.ts'
import { loadBesideBrokenHost } from '#testing/service/breaking-load.ts'
import { KillableService } from './support/killable-service.ts'

// Runs the real service on SQLite while a host breaks connections at random, in both protocols, and another host's
// reports go on. Fails if the service ends, if a report of the other host fails, or if sockets, files or processes are
// left open.
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '41' } },
})
const [minutes, seed] = [Number(values.minutes), Number(values.seed)]
if (!(minutes > 0)) throw new Error('--minutes must be a positive number.')

const dataDir = mkdtempSync(join(tmpdir(), 'seo-reports-bench-'))
const host = await startBreakingHost(randomFrom(seed))
const quick = await startHostileServer()
try {
  const store = await openStore({ dataDir })
  const keyOf = async (name: string) => (await issueKey(store.db, name, 'full')).key
  const keys = { attacker: await keyOf('Attacker'), colleague: await keyOf('Colleague') }
  await store.close()
  const service = new KillableService({
    SEO_REPORTS_DATA_DIR: dataDir,
    SEO_REPORTS_ALLOW_HOSTS: [...host.hosts, quick.host].join(),
  })
  await service.start()
  const quickUrl = `${quick.origin}/page`
  const load = await loadBesideBrokenHost({ service, keys, host, quickUrl, seed, ms: minutes * 60_000 })
  await service.end('SIGTERM')
  const list = (counts: Map<string, number>) =>
    [...counts].toSorted(([, a], [, b]) => b - a).map(([name, count]) => `${count} × ${name}`)
  const held = ({ sockets, files, processes }: typeof load.before) =>
    `${sockets} sockets, ${files} other files, ${processes} processes`
  const broken = [...host.counts.values()].reduce((sum, count) => sum + count, 0)
  console.log(`  ${broken} decisions of the host: ${list(host.counts).join(', ')}`)
  console.log(`  responses about it: ${list(load.outcomes).join(', ')}`)
  console.log(
    `  reports of the other host: ${load.quick}, failed: ${load.quickFailures.length} ${load.quickFailures.slice(0, 5).join()}`,
  )
  console.log(`  exits: ${service.crashes}; open before: ${held(load.before)}; after: ${held(load.after)}`)
  const { before, after } = load
  // A thread that is started late opens five files.
  const hasLeak =
    after.sockets > before.sockets || after.processes > before.processes || after.files >= before.files + 20
  if (service.crashes > 0 || hasLeak || load.quickFailures.length > 0) process.exitCode = 1
} finally {
  await Promise.all([host.close(), quick.close()])
  rmSync(dataDir, { recursive: true, force: true })
}
