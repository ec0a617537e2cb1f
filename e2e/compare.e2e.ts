import type { Page } from '@playwright/test'
import { compareWords } from '#web/reports/compare/words.ts'
import { historyWords } from '#web/reports/history/words.ts'
import { reportActionWords } from '#web/reports/report/words.ts'
import { issueChangeWords } from '#web/resources/words.ts'
import { expectNoFindings, desk, phone } from './support/axe.ts'
import { analyseVersions } from './support/changing-page.ts'
import { expect, settled, test } from './support/test.ts'

const versions = [
  { title: '', description: '' },
  { title: '<title>Garden lamps of copper and glass</title>', description: '', viewport: '' },
]
const issues = (page: Page) => page.getByRole('region', { name: 'Issues' })
const group = (page: Page, name: string) =>
  issues(page)
    .locator('details')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
const changes = (page: Page) => page.getByRole('region', { name: /^Changes since/ })
const values = (page: Page) => page.getByRole('region', { name: compareWords.values })

test('two reports of a page are compared by issues, values and causes', async ({ page, pages, service }) => {
  const [before, after] = await analyseVersions({ service, pages }, '/lamps/compared', versions)
  await page.goto(`/reports/${after?.id}?compare=${before?.id}`)
  await expect(group(page, issueChangeWords.fixed)).toContainText('Title tag')
  await expect(group(page, issueChangeWords.new)).toContainText('Mobile viewport')
  await group(page, issueChangeWords.unchanged).locator('summary').click()
  await expect(group(page, issueChangeWords.unchanged)).toContainText('Meta description')
  await expect(issues(page)).toContainText(/1 fixed · 1 new · \d+ unchanged/)

  const moved = (after?.score ?? 0) - (before?.score ?? 0)
  await expect(changes(page)).toContainText(
    `The score ${moved > 0 ? 'rose' : 'fell'} by ${Math.abs(moved)} points: changes to the page`,
  )
  const row = values(page).getByRole('row', { name: /^Title tag/ })
  await expect(row).toContainText('None')
  await expect(row).toContainText('Garden lamps of copper and glass')
  await expect(page).toHaveTitle(/^Changes since .+\/lamps\/compared/)

  await issues(page).getByRole('link', { name: 'Mobile viewport' }).click()
  await expect(page).toHaveURL(`/reports/${after?.id}#check-viewport`)
  await expect(page.locator('#check-viewport > summary')).toBeFocused()
})

test('axe finds nothing on a comparison', async ({ page, pages, service }) => {
  test.slow()
  const [before, after] = await analyseVersions({ service, pages }, '/lamps/compared-axe', versions)
  await page.goto(`/reports/${after?.id}?compare=${before?.id}`)
  await group(page, 'Unchanged').locator('summary').click()
  await values(page).locator('summary').click()
  await expectNoFindings(page, 'a comparison', [desk, { width: 768, height: 900 }, phone])
})

test.describe('a visitor', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('of a public website sees history and comparison, and of a private one nothing @all', async ({
    page,
    pages,
    service,
  }) => {
    const [before, after] = await analyseVersions({ service, pages }, '/lamps/visited', versions)
    const set = (privacy: string) =>
      service.api(`/api/v1/websites/${after?.website_id}`, { method: 'PUT', body: new URLSearchParams({ privacy }) })
    await set('0')
    await page.goto(`/reports/${after?.id}`)
    await expect(page.getByRole('region', { name: 'History' })).toContainText(historyWords.count(2))
    await page.getByRole('link', { name: /Compare the reports/ }).click()
    await expect(group(page, issueChangeWords.fixed)).toContainText('Title tag')
    await expect(page.getByRole('button', { name: reportActionWords.again })).toHaveCount(0)
    await expectNoFindings(page, 'a comparison for visitors')

    await set('1')
    await page.goto(`/reports/${after?.id}?compare=${before?.id}`)
    await settled(page)
    await expect(page.getByText('Title tag')).toHaveCount(0)
  })
})
