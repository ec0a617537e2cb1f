import type { Page } from '@playwright/test'
import { listWords } from '#web/list/words.ts'
import { neighboursWords, reportWords } from '#web/reports/report/words.ts'
import { expect, test } from './support/test.ts'

const place = (page: Page) => page.getByRole('navigation', { name: neighboursWords.label })
const rows = (page: Page) => page.getByRole('row')

test('Back restores controls, rows and the scroll position', async ({ page }) => {
  await page.goto('/reports?per_page=100&sort_by=score&sort=asc')
  await expect(rows(page)).toHaveCount(101, { timeout: 15_000 })
  const link = rows(page).nth(70).locator('a[href^="/reports/"]')
  await link.scrollIntoViewIfNeeded()
  const [top, href] = await Promise.all([page.evaluate(() => scrollY), link.getAttribute('href')])
  expect(top).toBeGreaterThan(500)
  await link.click()
  await expect(page).toHaveURL(/\/reports\/\d+/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(rows(page)).toHaveCount(101)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top)
  await expect(page.locator(`a[href="${href}"]`)).toBeInViewport()
  await expect(page.getByLabel(listWords.perPage)).toHaveValue('100')
  await expect(page.getByRole('combobox', { name: /^Sort/ })).toHaveValue('score.asc')
})

test('the breadcrumb leads back to the place in the list, also after other reports and a reload @all', async ({
  page,
}) => {
  await page.goto('/reports?per_page=100&sort_by=score&sort=asc')
  await expect(page.getByRole('row')).toHaveCount(101, { timeout: 15_000 })
  const link = page.getByRole('row').nth(70).locator('a[href^="/reports/"]')
  await link.scrollIntoViewIfNeeded()
  const top = await page.evaluate(() => scrollY)
  expect(top).toBeGreaterThan(500)
  await link.click()
  await expect(place(page)).toContainText('70 of')
  await page.keyboard.press('j')
  await expect(place(page)).toContainText('71 of')
  await page.reload()
  await page.getByRole('navigation', { name: reportWords.crumbs }).getByRole('link').first().click()
  await expect(page).toHaveURL('/reports?per_page=100&sort_by=score&sort=asc')
  await expect(page.getByRole('row')).toHaveCount(101)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top)
})
