import type { Page } from '@playwright/test'
import { displayWords, listWords } from '#web/list/words.ts'
import { neighboursWords, reportWords } from '#web/reports/report/words.ts'
import { deleteViews, expect, test } from './support/test.ts'

test.afterEach(({ service }) => deleteViews(service))

const place = (page: Page) => page.getByRole('navigation', { name: neighboursWords.label })
const rows = (page: Page) => page.getByRole('row')
/** Waits until the URL and the rows are final. */
const settled = async (page: Page) => {
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
}

test('one URL shows the same rows in two browsers, whatever each of them remembers @all', async ({
  page,
  browser,
  service,
  signedIn,
}) => {
  const view = new URLSearchParams({
    name: 'Weakest first',
    list: 'reports',
    query: 'result=bad&sort_by=score&sort=asc',
  })
  const { id } = (await service.api('/api/v1/views', { method: 'POST', body: view })).body.data
  // This browser remembers a size, a height of rows and a column.
  await page.goto('/reports')
  await page.getByLabel(listWords.perPage).selectOption('100')
  await expect(page).toHaveURL('/reports?per_page=100')
  await page.getByRole('button', { name: listWords.display }).click()
  const columns = page.getByRole('dialog', { name: listWords.display })
  await columns.getByRole('checkbox', { name: 'Website' }).uncheck()
  await columns.getByRole('radio', { name: displayWords.densities.compact }).check()
  await page.keyboard.press('Escape')

  const context = await browser.newContext({ storageState: JSON.parse(signedIn) })
  const other = await context.newPage()
  const shown = async (one: Page, url: string) => {
    await one.goto(service.origin + url)
    await settled(one)
    const links = rows(one).locator('a[href^="/reports/"]')
    await expect(links.first()).toBeVisible()
    return { url: one.url(), rows: await links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))) }
  }
  for (const url of [
    '/reports',
    '/reports?result=bad',
    '/reports?per_page=25&page=2',
    `/reports?view=${id}&result=bad&sort_by=score&sort=asc`,
  ]) {
    const here = await shown(page, url)
    expect(await shown(other, url)).toEqual(here)
    expect(here.rows).toHaveLength(url.includes('per_page') ? 25 : 10)
  }
  await context.close()
  await service.api(`/api/v1/views/${id}`, { method: 'DELETE' })
})

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
