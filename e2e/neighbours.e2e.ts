import type { Page } from '@playwright/test'
import { findingWords } from '#web/findings/words.ts'
import { neighboursWords, reportFactsWords, reportWords } from '#web/reports/report/words.ts'
import { axeFindings } from './support/axe.ts'
import { expect, test } from './support/test.ts'

const place = (page: Page) => page.getByRole('navigation', { name: neighboursWords.label })
const onReport = (id: number | undefined) => new RegExp(`/reports/${id}\\?`)

test('a report opened from a list shows its position and links to its neighbours', async ({ page, service }) => {
  const { data, meta } = (await service.api('/api/v1/reports?result=bad&sort_by=score&sort=asc&per_page=100')).body
  const ids = data.map((row: { id: number }) => row.id) as number[]
  await page.goto('/reports?result=bad&sort_by=score&sort=asc')
  await page.getByRole('row').nth(9).locator('a[href^="/reports/"]').click()
  await expect(page).toHaveURL(onReport(ids[8]))
  await expect(place(page)).toContainText(`9 of ${meta.total.toLocaleString('en')}`)
  expect(await axeFindings(page)).toEqual([])

  await place(page)
    .getByRole('link', { name: /^Next report/ })
    .click()
  await expect(page).toHaveURL(onReport(ids[9]))
  await expect(place(page)).toContainText(`10 of ${meta.total.toLocaleString('en')}`)
  await expect(page.locator('h1')).toBeFocused()
  await page.keyboard.press('j')
  await expect(page).toHaveURL(onReport(ids[10]))
  await expect(place(page)).toContainText(`11 of ${meta.total.toLocaleString('en')}`)
  expect(new URLSearchParams(new URL(page.url()).searchParams.get('list') ?? '').get('page')).toBe('2')
  await page.keyboard.press('k')
  await expect(page).toHaveURL(onReport(ids[9]))
  await expect(place(page)).toContainText(`10 of ${meta.total.toLocaleString('en')}`)

  // The link opens the same position in the same list for others.
  const link = page.url()
  const other = await page.context().newPage()
  await other.goto(link)
  await expect(place(other)).toContainText(`10 of ${meta.total.toLocaleString('en')}`)
  await other.getByRole('link', { name: /^Bad reports/ }).click()
  await expect(other).toHaveURL('/reports?result=bad&sort_by=score&sort=asc')
})

test('the next report is prefetched', async ({ page }) => {
  await page.goto('/reports')
  const href = await page.getByRole('row').nth(2).locator('a[href^="/reports/"]').getAttribute('href')
  const next = new URL(href!, page.url()).pathname
  const prefetched = ['', '/neighbours'].map((part) =>
    page.waitForEvent('requestfinished', (one) => new URL(one.url()).pathname === `/api/v1${next}${part}`),
  )
  await page.getByRole('row').nth(1).locator('a[href^="/reports/"]').click()
  await expect(place(page)).toContainText('1 of')
  await Promise.all(prefetched)
  await page.route('**/api/v1/reports/**', () => {})
  await page.keyboard.press('j')
  await expect(place(page)).toContainText('2 of')
  await expect(page.getByRole('region', { name: 'Score', exact: true })).toBeVisible()
})

test('single-letter shortcuts do nothing while typing or when switched off', async ({ page }) => {
  await page.goto('/reports')
  await page.getByRole('row').nth(1).locator('a[href^="/reports/"]').click()
  await expect(place(page)).toContainText('1 of')
  const here = page.url()
  await page.getByRole('textbox').first().press('j')
  await expect(page.getByRole('textbox').first()).toHaveValue('j')
  await expect(page).toHaveURL(here)
  await page.evaluate(() => localStorage.setItem('seo-reports:preferences', JSON.stringify({ shortcuts: false })))
  await page.reload()
  await expect(place(page)).toContainText('1 of')
  await page.keyboard.press('j')
  await expect(page).toHaveURL(here)
})

test('the next report keeps the tab and the category, and warns about nothing', async ({ page }) => {
  await page.goto('/reports?result=bad')
  await page.getByRole('row').nth(1).locator('a[href^="/reports/"]').click()
  await page
    .getByRole('checkbox', { name: findingWords.plan('') })
    .first()
    .focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/fixed=/)
  const categories = page.getByRole('navigation', { name: reportWords.categories })
  await categories.getByRole('link', { name: /^Content/ }).click()
  await expect(page).toHaveURL(/category=content/)
  await page
    .getByRole('navigation', { name: reportWords.tabs })
    .getByRole('link', { name: reportWords.factsTab })
    .click()
  await expect(page).toHaveURL(/tab=facts/)
  // The keys keep the tab that is shown.
  await expect(page.getByRole('region', { name: reportFactsWords.serp })).toBeVisible()
  // Without its neighbours, keys lead nowhere.
  await expect(place(page)).toContainText('1 of')
  const first = page.url()
  await page.keyboard.press('j')
  await expect(place(page)).toContainText('2 of')
  await page.keyboard.press('k')
  await expect(place(page)).toContainText('1 of')
  // The plan was one for the issues of the first report.
  expect(first.replace(/&fixed=[^&]*/, '')).toBe(page.url())
  await page.keyboard.press('j')
  await expect(place(page)).toContainText('2 of')
  const { searchParams } = new URL(page.url())
  expect(['tab', 'category', 'fixed'].map((name) => searchParams.get(name))).toEqual(['facts', 'content', null])
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText(/was replaced|is not allowed|not a valid/i)).toHaveCount(0)
})

test('the breadcrumb leads back to the place in the list, also after other reports and a reload', async ({ page }) => {
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
