import { expect, it, onTestFinished } from 'vitest'
import { ruleset } from '#analyser/catalogue.ts'
import { startService } from '#testing/child-service.ts'
import { createFile } from '#testing/databases.ts'
import { newReport } from '#testing/reports.ts'
import { issueKey } from './access/keys.ts'
import { openStore } from './store/database.ts'
import { createReport } from './store/reports.ts'
import { findFaults } from './store/verify.ts'

it('a service with a newer ruleset rescores old reports in the background and stops on a signal', async () => {
  const { dataDir, remove } = await createFile()
  onTestFinished(remove)
  const before = await openStore({ dataDir })
  const { key } = await issueKey(before.db, 'Test', 'full')
  for (let at = 0; at < 35; at += 1)
    await createReport(before.db, newReport({ url: `https://www.shop.example/${at}`, score: 1, ruleset: 0 }))
  await before.close()

  const { api, child, exited } = await startService({ SEO_REPORTS_DATA_DIR: dataDir })
  const last = async () => (await (await api('/api/v1/reports/35', key)).json()).data
  await expect.poll(async () => (await last()).ruleset, { timeout: 30_000 }).toBe(ruleset)
  expect((await last()).score).toBeGreaterThan(1)
  child.kill('SIGTERM')
  expect(await exited).toBe(0)

  const after = await openStore({ dataDir })
  onTestFinished(() => after.close())
  expect(await findFaults(after.db)).toEqual([])
}, 60_000)
