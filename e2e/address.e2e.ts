import type { Page } from '@playwright/test'
import { sharingWords } from '#web/links/words.ts'
import { displayWords, listWords } from '#web/list/words.ts'
import { reportsWords } from '#web/reports/words.ts'
import { expect, test, tick } from './support/test.ts'

const entries = (page: Page) => page.evaluate(() => history.length)
const search = (page: Page) => page.getByLabel(reportsWords.search)
const rows = (page: Page) => page.getByRole('row')
/** Waits until the URL and the rows are final. */
const settled = async (page: Page) => {
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
}

test('a choice adds one history entry, and corrections add none', async ({ page }) => {
  await page.goto('/reports?per_page=30')
  await expect(page).toHaveURL('/reports?per_page=25')
  await settled(page)
  const before = await entries(page)
  await page.evaluate(() => {
    const radio = [...document.querySelectorAll<HTMLInputElement>('main input[type=radio]')].find(
      (one) => one.value === 'bad',
    )
    const sort = [...document.querySelectorAll<HTMLSelectElement>('main select')].find((one) =>
      [...one.options].some(({ value }) => value === 'score.asc'),
    )
    if (!radio || !sort) throw new Error('The controls are not there.')
    radio.click()
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(sort, 'score.asc')
    sort.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expect(page).toHaveURL('/reports?result=bad&sort_by=score&sort=asc&per_page=25')
  expect(await entries(page)).toBe(before + 1)
  await page.goBack()
  await expect(page).toHaveURL('/reports?per_page=25')
  await expect(page.getByRole('radio', { name: 'All', exact: true })).toBeChecked()
})

test('a search adds one history entry, and Back takes it out of the field and the list', async ({ page }) => {
  await page.goto('/reports')
  await tick(page.getByRole('radio', { name: 'Bad' }))
  await tick(page.getByRole('radio', { name: reportsWords.latest[1] }))
  await expect(page).toHaveURL('/reports?result=bad&latest=1')
  await search(page).pressSequentially('oak', { delay: 300 })
  await expect(page).toHaveURL(/search=oak/)
  await page.goBack()
  await expect(page).toHaveURL('/reports?result=bad&latest=1')
  await expect(search(page)).toHaveValue('')
  await expect(search(page)).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/reports?result=bad')
})

test('a URL without a size shows ten rows, and links name the size chosen in this browser', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1600 })
  await page.goto('/reports')
  await expect(rows(page)).toHaveCount(11)
  await page.getByLabel(listWords.perPage).selectOption('25')
  await expect(page).toHaveURL('/reports?per_page=25')
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Reports/ })
  await expect(link).toHaveAttribute('href', '/reports?latest=1&per_page=25')
  await page.goto('/reports')
  await expect(rows(page)).toHaveCount(11)
})

test('one URL shows the same rows in two browsers, whatever each of them remembers', async ({
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

test("the title and a copied link name the view, and the link contains the newest report's ID", async ({
  page,
  service,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const newest = (await service.api('/api/v1/reports')).body.data[0].id as number
  await page.goto('/reports?result=bad&sort_by=score&sort=asc')
  await expect(page.locator('h1')).toHaveText(listWords.unsavedView)
  await expect(page).toHaveTitle(/^Bad reports · lowest score first/)
  await settled(page)
  // The sidebar's count arrives with the newest ID.
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Reports/ })).toHaveText(/\d/)
  await page.getByRole('button', { name: listWords.share, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: sharingWords.copy }).click()
  await expect(dialog.getByRole('button', { name: sharingWords.copied })).toBeVisible()
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    const read = async (type: string) => (await item?.getType(type))?.text()
    return { text: await read('text/plain'), html: await read('text/html') }
  })
  expect(copied.text).toBe(`${service.origin}/reports?result=bad&sort_by=score&sort=asc&newest=${newest}`)
  expect(copied.html).toContain('Bad reports · lowest score first')
})
