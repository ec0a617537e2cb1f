import type { Page } from '@playwright/test'
import { historyWords } from '#web/reports/history/words.ts'
import { reportWords } from '#web/reports/report/words.ts'
import { expectNoFindings, desk, phone } from './support/axe.ts'
import { analyseVersions } from './support/changing-page.ts'
import { expect, holdResponses, test } from './support/test.ts'

const versions = [{ title: '', viewport: '' }, { viewport: '' }, { title: '', viewport: '', h1: '' }]
const history = (page: Page) => page.getByRole('region', { name: 'History' })
const points = (page: Page) => page.getByRole('list', { name: /^Score over time/ }).getByRole('link')

test('a report shows the scores of its page over time, as a chart and as a table', async ({ page, pages, service }) => {
  const reports = await analyseVersions({ service, pages }, '/lamps/over-time', versions)
  const [first, second, last] = reports.map(({ id }) => id) as [number, number, number]
  await page.goto(`/reports/${last}`)
  await expect(history(page)).toContainText(historyWords.count(3))
  await expect(points(page)).toHaveCount(3)
  await expect(points(page).nth(2)).toHaveAttribute('aria-current', 'true')
  for (const [index, { score }] of reports.entries())
    await expect(points(page).nth(index)).toHaveAccessibleName(new RegExp(`: score ${score}, (good|decent|bad)`))
  await expect(points(page).nth(0)).toHaveAttribute('href', `/reports/${last}?compare=${first}`)

  await history(page).getByText(historyWords.table).click()
  const rows = history(page).getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(1)).toContainText(String(reports[2]?.score))
  await rows.nth(2).getByRole('link').click()
  await expect(page).toHaveURL(`/reports/${second}`)
})

test('on a phone, the change of the score moves nothing when it arrives, and findings come before the history @all', async ({
  page,
  pages,
  service,
}) => {
  const reports = await analyseVersions({ service, pages }, '/lamps/on-a-phone', versions)
  await page.setViewportSize(phone)
  const sendHistory = await holdResponses(page, '**/history')
  await page.goto(`/reports/${reports[2]?.id}`)
  // The privacy of the website arrives after the report as well.
  await expect(page.locator('main a[href$="/privacy"]')).toBeVisible()
  const parts = page.getByRole('navigation', { name: reportWords.tabs })
  const before = await parts.boundingBox()
  sendHistory()
  await expect(history(page)).toContainText(historyWords.count(3))
  await expect(page.getByRole('link', { name: /since .*Compare the reports/ })).toBeVisible()
  expect(await parts.boundingBox()).toEqual(before)
  const checks = await page.getByRole('region', { name: reportWords.checks }).boundingBox()
  expect((await history(page).boundingBox())?.y).toBeGreaterThan(checks!.y + checks!.height)
})

test('the points are one tab stop, and arrow keys move between them @all', async ({ page, pages, service }) => {
  const reports = await analyseVersions({ service, pages }, '/lamps/by-keyboard', versions)
  await page.goto(`/reports/${reports[2]?.id}`)
  await expect(points(page)).toHaveCount(3)
  await expect(points(page).and(page.locator('[tabindex="0"]'))).toHaveCount(1)
  await points(page).nth(2).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(points(page).nth(1)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(points(page).nth(0)).toBeFocused()
  await page.keyboard.press('End')
  await expect(points(page).nth(2)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/reports/${reports[2]?.id}?compare=${reports[1]?.id}`)
})

test('axe finds nothing on a report with its history and the open table @all', async ({ page, pages, service }) => {
  test.slow()
  const reports = await analyseVersions({ service, pages }, '/lamps/axe', versions)
  await page.goto(`/reports/${reports[2]?.id}`)
  await history(page).getByText(historyWords.table).click()
  // A link that is half below the top bar counts as a small target.
  await page.evaluate(() => scrollTo(0, 0))
  await expectNoFindings(page, 'a report with its history', [desk, { width: 768, height: 900 }, phone])
})
