import type { Page } from '@playwright/test'
import { compareWords } from '#web/reports/compare/words.ts'
import { historyWords } from '#web/reports/history/words.ts'
import { reportActionWords, reportWords } from '#web/reports/report/words.ts'
import { issueChangeWords } from '#web/resources/words.ts'
import { expectNoFindings, desk, phone } from './support/axe.ts'
import { analyse, analyseVersions, lampPage } from './support/changing-page.ts'
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

test('Run again opens what changed since the report it was run from @all', async ({ page, pages, service }) => {
  const [before] = await analyseVersions({ service, pages }, '/lamps/again', [{ title: '' }])
  await page.goto(`/reports/${before?.id}?list=result%3Dbad`)
  pages.set('/lamps/again', lampPage())
  await page.getByRole('button', { name: reportActionWords.again }).click()
  await expect(page).toHaveURL(new RegExp(`/reports/\\d+\\?list=result%3Dbad&compare=${before?.id}$`))
  await expect(group(page, issueChangeWords.fixed)).toContainText('Title tag')
  await expect(page.locator('h1')).toBeFocused()
})

test('another report to compare with is chosen by keyboard, and Back returns @all', async ({
  page,
  pages,
  service,
}) => {
  const [first, second, third] = await analyseVersions({ service, pages }, '/lamps/chosen', [
    { title: '', h1: '' },
    { h1: '' },
    {},
  ])
  await page.goto(`/reports/${third?.id}`)
  const link = page
    .getByRole('region', { name: 'Score', exact: true })
    .getByRole('link', { name: /Compare the reports/ })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/reports/${third?.id}?compare=${second?.id}`)
  await expect(page.locator('h1')).toBeFocused()
  await expect(group(page, issueChangeWords.fixed)).toContainText('H1')
  await expect(group(page, issueChangeWords.fixed)).not.toContainText('Title tag')

  const select = changes(page).getByRole('combobox', { name: historyWords.compareWith })
  await expect(select).toHaveValue(String(second?.id))
  await select.selectOption(String(first?.id))
  await expect(page).toHaveURL(`/reports/${third?.id}?compare=${first?.id}`)
  await expect(group(page, issueChangeWords.fixed)).toContainText('Title tag')
  await page.goBack()
  await expect(group(page, issueChangeWords.fixed)).not.toContainText('Title tag')
  await page.goBack()
  await expect(page.getByRole('region', { name: reportWords.fixFirst })).toBeVisible()
  await expect(page).toHaveURL(`/reports/${third?.id}`)
})

test('reports of different URLs are not compared, and the page says why @all', async ({ page, pages, service }) => {
  const [one] = await analyseVersions({ service, pages }, '/lamps/one', [{}])
  const other = await analyse(service, `${pages.origin}/article`)
  await page.goto(`/reports/${one?.id}?compare=${other.id}`)
  await expect(page.getByRole('alert')).toContainText(compareWords.failed)
  await expect(page.getByRole('alert')).toContainText(compareWords.notOnePage)
  await expect(page.getByRole('region', { name: 'Score', exact: true })).toBeVisible()
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
