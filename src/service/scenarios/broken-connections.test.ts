// @module-tag all
import { expect, it, onTestFinished } from 'vitest'
import { issueKey } from '#service/access/keys.ts'
import { openStore } from '#service/store/database.ts'
import { randomFrom } from '#testing/random.ts'
import { startBreakingHost } from '#testing/servers/breaking-host.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { loadBesideBrokenHost } from '#testing/service/breaking-load.ts'
import { startChildService } from '#testing/service/child-service.ts'
import { createDataFolder } from '#testing/store/databases.ts'

// `npm run bench -- broken-connections` does the same for longer.
it.runIf(process.platform === 'linux')(
  'a host that breaks connections at random ends no process, stops no report of another host, and leaves nothing open',
  async () => {
    const database = await createDataFolder()
    const store = await openStore(database)
    const keyOf = async (name: string) => (await issueKey(store.db, name, 'full')).key
    const keys = { attacker: await keyOf('Attacker'), colleague: await keyOf('Colleague') }
    await store.close()
    const host = await startBreakingHost(randomFrom(41))
    onTestFinished(async () => {
      await host.close()
      await database.remove()
    })
    const site = await servePages({ '/': smallPage })
    const { child, origin, exited, stderr } = await startChildService({
      SEO_REPORTS_DATA_DIR: database.dataDir,
      SEO_REPORTS_ALLOW_HOSTS: [...host.hosts, site.host].join(','),
    })
    const service = { origin, pid: child.pid ?? 0 }
    const load = await loadBesideBrokenHost({ service, keys, host, quickUrl: `${site.url}/`, seed: 7, ms: 10_000 })
    expect(load.quick).toBeGreaterThan(0)
    expect(load.outcomes.get('reports 201')).toBeGreaterThan(0)
    expect(load.outcomes.get('reports 422 page_not_analysed')).toBeGreaterThan(0)
    const outcomes = [...load.outcomes.keys(), ...load.quickFailures]
    expect(outcomes.filter((outcome) => /\b5\d\d\b/.test(outcome))).toEqual([])
    const { files, ...held } = load.after
    expect(held).toEqual({ sockets: load.before.sockets, processes: load.before.processes })
    // A thread that is only started now opens five.
    expect(files).toBeLessThan(load.before.files + 20)
    child.kill('SIGTERM')
    expect([await exited, stderr()]).toEqual([0, ''])
  },
  180_000,
)
