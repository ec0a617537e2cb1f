import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { checkBodyWords } from '#web/checks/words.ts'
import { reportWords } from '#web/reports/report/words.ts'
import type { PageServer } from './support/page-server.ts'
import type { Service } from './support/service.ts'
import { expect, test } from './support/test.ts'

const run = promisify(execFile)
const makeOutdated = fileURLToPath(new URL('../src/testing/programs/make-outdated.ts', import.meta.url))

async function analyse(service: Service, pages: PageServer, path = '/knitting') {
  const body = new URLSearchParams({ url: pages.origin + path })
  return (await service.api('/api/v1/reports', { method: 'POST', body })).body.data
}

test('a rescored report shows its first score, and the Checks page lists what the ruleset changed @all', async ({
  page,
  pages,
  service,
}) => {
  test.slow()
  const { id, score, results } = await analyse(service, pages)
  expect(results.noindex.outcome).toBe('pass')
  const { ruleset } = (await service.api('/api/v1/checks')).body
  await run(process.execPath, [makeOutdated, service.dataDir, String(id), 'noindex', String(ruleset)])
  expect(await service.command('rescore')).toContain(`Rescored 1 report with ruleset ${ruleset}`)

  await page.goto(`/reports/${id}`)
  await expect(page.getByRole('main')).toContainText(reportWords.rescored(ruleset, new Date(), score, 97))
  await page.goto('/checks')
  const changes = page.locator('details').filter({ hasText: `Ruleset ${ruleset}: ` })
  await changes.locator('summary').click()
  await expect(changes.getByRole('listitem')).toHaveText(['Noindex: Failed → Passed (1 page)'])
})

test('a finding that another check deducts for names that check @all', async ({ page, pages, service }) => {
  pages.set('/empty', '<!doctype html><html lang="en"><title>Knitting for beginners</title><body></body></html>')
  const { id, results } = await analyse(service, pages, '/empty')
  const { data: catalogue } = (await service.api('/api/v1/checks')).body
  const superseded = Object.keys(results).find((check) => results[check].superseded_by !== null) ?? ''
  const { name } = catalogue.find((check: { id: string }) => check.id === results[superseded].superseded_by)
  await page.goto(`/reports/${id}#check-${superseded}`)
  await expect(page.locator(`#check-${superseded}`)).toContainText(checkBodyWords.superseded(name))
})
