import { expect, it, onTestFinished } from 'vitest'
import { ruleset } from '#analyser/catalogue.ts'
import { issueKey } from '#service/access/keys.ts'
import { openStore } from '#service/store/database.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { startChildService } from '#testing/service/child-service.ts'
import { createDataFolder } from '#testing/store/databases.ts'
import { newFacts, newReport } from '#testing/store/reports.ts'

it('a service with a newer ruleset rescores old reports in the background and stops on a signal', async () => {
  const { dataDir, remove } = await createDataFolder()
  onTestFinished(remove)
  const before = await openStore({ dataDir })
  const { key } = await issueKey(before.db, 'Test', 'full')
  for (let at = 0; at < 35; at += 1)
    await createReport(before.db, newReport({ url: `https://www.shop.example/${at}`, score: 1, ruleset: 0 }))
  await before.close()

  const { api, child, exited } = await startChildService({ SEO_REPORTS_DATA_DIR: dataDir })
  const last = async () => (await (await api('/api/v1/reports/35', key)).json()).data
  await expect.poll(async () => (await last()).ruleset).toBe(ruleset)
  expect((await last()).score).toBeGreaterThan(1)
  child.kill('SIGTERM')
  expect(await exited).toBe(0)

  const after = await openStore({ dataDir })
  onTestFinished(() => after.close())
  expect(await findFaults(after.db)).toEqual([])
})

it(
  'a check that throws is logged with its ID, the URL of the page and the stack, and the report survives',
  { tags: 'all' },
  async () => {
    const { dataDir, remove } = await createDataFolder()
    onTestFinished(remove)
    const before = await openStore({ dataDir })
    const { key } = await issueKey(before.db, 'Test', 'full')
    const url = 'https://www.shop.example/lamps'
    const facts = newFacts(url)
    const damaged = { ...facts, images: { ...facts.images, judged: 1, withoutAlt: null } } as unknown as typeof facts
    await createReport(before.db, newReport({ url, facts: damaged, ruleset: 0 }))
    await before.close()

    const { api, stdout } = await startChildService({ SEO_REPORTS_DATA_DIR: dataDir, LOG_LEVEL: 'error' })
    const report = async () => (await (await api('/api/v1/reports/1', key)).json()).data
    await expect.poll(async () => (await report()).ruleset).toBe(ruleset)
    const logged = () =>
      stdout()
        .split('\n')
        .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
    await expect.poll(() => logged().map(({ check }) => check)).toContain('image-alt')
    expect(logged().find(({ check }) => check === 'image-alt')).toMatchObject({
      level: 'error',
      url,
      stack: expect.stringContaining('image-alt.ts'),
    })
  },
)
