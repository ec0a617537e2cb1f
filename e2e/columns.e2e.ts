import type { Page } from '@playwright/test'
import { listWords, selectionWords } from '#web/list/words.ts'
import { reportsWords } from '#web/reports/words.ts'
import { websitePagesWords } from '#web/websites/pages/words.ts'
import { expectNoFindings } from './support/axe.ts'
import { expect, test } from './support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: listWords.display })
/** How far the page itself scrolls sideways. */
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
const open = (page: Page) => page.getByRole('button', { name: listWords.display }).click()

test('rows are 48 px high, 40 px without titles and 36 px if compact @all', async ({ page }) => {
  await page.goto('/reports')
  const height = async () => Math.round((await page.locator('tbody tr[data-row]').first().boundingBox())?.height ?? 0)
  await expect.poll(height).toBe(48)
  await open(page)
  await dialog(page).getByRole('checkbox', { name: 'Title', exact: true }).uncheck()
  await expect.poll(height).toBe(40)
  await dialog(page).getByRole('radio', { name: 'Compact' }).check()
  await expect.poll(height).toBe(36)
})

test('the focused row shows the exact date @all', async ({ page }) => {
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

test('a table of a tablet shows the score, the change, the page, its indexing and its date, without scrolling @all', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/reports')
  const cells = page.locator('tbody tr[data-row]').first().locator('td')
  for (const name of ['Score', 'Change', reportsWords.page, 'Indexing', reportsWords.analysed])
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Website', exact: true })).toBeHidden()
  expect(await cells.nth(1).evaluate((cell) => cell.scrollWidth - cell.clientWidth), 'what of the score is cut').toBe(0)
  expect(await sideways(page)).toBeLessThanOrEqual(0)
})

test('a row names the host only if nothing else does @all', async ({ page, service }) => {
  const { data } = (await service.api('/api/v1/reports')).body
  const { website_id: id, domain } = data[0] as { website_id: number; domain: string }
  const host = page.locator('tbody tr[data-row] a').first().getByText(domain, { exact: true })
  await page.goto('/reports')
  await expect(
    page.locator('tbody tr[data-row]').first().getByRole('link', { name: domain, exact: true }),
  ).toBeVisible()
  await expect(host).toBeHidden()
  await page.goto(`/reports?website_id=${id}`)
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  await expect(host).toBeHidden()
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/reports')
  await expect(host).toBeVisible()
})

test('compact rows keep the end of the path in view beside a long title @all', async ({ page, pages, service }) => {
  const path = '/category/lamps-and-lights/a-very-long-name-of-a-folder/the-last-part-of-the-path'
  await service.api('/api/v1/reports', {
    method: 'POST',
    body: new URLSearchParams({ url: `${pages.origin}${path}?title=${'A long title '.repeat(20)}` }),
  })
  await page.goto('/reports')
  await open(page)
  await dialog(page).getByRole('radio', { name: 'Compact' }).check()
  await page.keyboard.press('Escape')
  const row = page.locator('tbody tr[data-row]').first()
  const end = row.locator('a [title] > span').last()
  await expect(end).toBeVisible()
  expect(await end.evaluate((part) => part.scrollWidth - part.clientWidth)).toBeLessThanOrEqual(1)
  await expect.poll(async () => Math.round((await row.boundingBox())?.height ?? 0)).toBe(36)
})

test('a table of many columns scrolls on its own, with the URL in view @all', async ({ page, service }) => {
  const { titleLength, descriptionLength, analysed } = websitePagesWords.columns
  const { data } = (await service.api('/api/v1/reports')).body
  await page.setViewportSize({ width: 950, height: 800 })
  await page.goto(`/websites/${data[0].website_id}?tab=pages`)
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  await open(page)
  for (const name of [titleLength, descriptionLength, analysed])
    await dialog(page).getByRole('checkbox', { name, exact: true }).check()
  await page.keyboard.press('Escape')
  const last = page.getByRole('columnheader', { name: analysed, exact: true })
  await expect(last).not.toBeInViewport()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  await expect(page.locator('tbody tr[data-row] a').first()).toBeInViewport({ ratio: 0.5 })
  await expect.poll(() => sideways(page)).toBeLessThanOrEqual(0)
})

test('axe finds nothing in the toolbar and the dialogs @all', async ({ page }) => {
  await page.goto('/reports')
  await page.getByRole('checkbox', { name: listWords.selectPage }).check()
  await expect(page.getByRole('region', { name: selectionWords.bar })).toBeVisible()
  await expectNoFindings(page, 'bar')
  await open(page)
  await expect(dialog(page)).toBeVisible()
  await expectNoFindings(page, 'columns')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Export' }).first().click()
  await expect(page.getByRole('menu', { name: 'Export' })).toBeVisible()
  await expectNoFindings(page, 'export')
})
