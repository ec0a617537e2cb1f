import type { Page } from '@playwright/test'
import { columnsWords, selectionWords, listWords } from '#web/list/words.ts'
import { expectNoFindings } from './support/axe.ts'
import { expect, test } from './support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: columnsWords.title })
const open = (page: Page) => page.getByRole('button', { name: columnsWords.title }).click()

test('chosen columns survive a reload and keep a fixed order', async ({ page }) => {
  await page.goto('/reports')
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  const headings = await page.getByRole('columnheader').allTextContents()
  await open(page)
  await dialog(page).getByRole('checkbox', { name: 'Website', exact: true }).uncheck()
  await dialog(page).getByRole('checkbox', { name: 'Title', exact: true }).uncheck()
  await dialog(page).getByRole('checkbox', { name: 'ID', exact: true }).check()
  await expect(page.getByRole('columnheader', { name: 'Website', exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(
    headings.filter((heading) => heading !== 'Website').toSpliced(-1, 0, 'ID'),
  )
  await open(page)
  await dialog(page).getByRole('button', { name: columnsWords.reset }).click()
  await expect(page.getByRole('columnheader', { name: 'Website', exact: true })).toHaveCount(1)
  await expect(page.getByRole('columnheader', { name: 'ID', exact: true })).toHaveCount(0)
})

test('the score change is a column if the server sends it', async ({ page, pages, service }) => {
  for (const _ of [1, 2])
    await service.api('/api/v1/reports', {
      method: 'POST',
      body: new URLSearchParams({ url: `${pages.origin}/category?twice` }),
    })
  await page.goto('/reports')
  const row = page.locator('tbody tr[data-row]').filter({ hasText: '/category?twice' }).first()
  await expect(row.locator('[data-change]')).toContainText('unchanged')
})

test('rows are 48 px high, 40 px without titles and 32 px if compact', async ({ page }) => {
  await page.goto('/reports')
  const height = async () => Math.round((await page.locator('tbody tr[data-row]').first().boundingBox())?.height ?? 0)
  await expect.poll(height).toBe(48)
  await open(page)
  await dialog(page).getByRole('checkbox', { name: 'Title', exact: true }).uncheck()
  await expect.poll(height).toBe(40)
  await dialog(page).getByRole('radio', { name: 'Compact' }).check()
  await expect.poll(height).toBe(32)
})

test('the focused row shows the exact date', async ({ page }) => {
  await page.goto('/reports')
  const row = page.locator('tbody tr[data-row]').nth(3)
  await expect(row.getByText(/^\d+ \w+ \d{4}, \d\d:\d\d$/)).toBeHidden()
  await page
    .locator('tbody tr[data-row]')
    .nth(2)
    .getByRole('button', { name: /^Actions for/ })
    .focus()
  await page.keyboard.press('Tab')
  await expect(row.getByRole('checkbox')).toBeFocused()
  await expect(row.getByText(/^\d+ \w+ \d{4}, \d\d:\d\d$/)).toBeVisible()
})

test('a narrow table shows whole scores, and a wide one scrolls on its own with the URL in view', async ({ page }) => {
  await page.setViewportSize({ width: 950, height: 800 })
  await page.goto('/reports')
  const score = page.locator('tbody tr[data-row]').first().locator('td').nth(1)
  expect(await score.evaluate((cell) => cell.scrollWidth - cell.clientWidth), 'what of the score is cut').toBe(0)
  await open(page)
  for (const name of ['ID', 'Engine']) await dialog(page).getByRole('checkbox', { name, exact: true }).check()
  await page.keyboard.press('Escape')
  const link = page.locator('tbody tr[data-row]').first().locator('a').first()
  await page
    .getByRole('table', { name: 'Reports' })
    .evaluate((table) => table.parentElement?.scrollTo({ left: 10_000 }))
  await expect(page.getByRole('columnheader', { name: 'ID', exact: true })).toBeInViewport()
  await expect(link).toBeInViewport({ ratio: 0.5 })
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)
})

test('axe finds nothing in the toolbar and the dialogs', async ({ page }) => {
  await page.goto('/reports')
  await page.getByRole('checkbox', { name: listWords.selectPage }).check()
  await expect(page.getByRole('region', { name: selectionWords.bar })).toBeVisible()
  await expectNoFindings(page, 'bar')
  await open(page)
  await expect(dialog(page)).toBeVisible()
  await expectNoFindings(page, 'columns')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Export' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Export' })).toBeVisible()
  await expectNoFindings(page, 'export')
})
