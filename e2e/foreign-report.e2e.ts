import type { Page } from '@playwright/test'
import { checksPageWords, outcomeWords } from '#web/checks/words.ts'
import { valueWords } from '#web/foreign/words.ts'
import { reportActionWords, reportWords } from '#web/reports/report/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { status } from './support/mock-server/faults.ts'
import type { MockServer } from './support/mock-server/mock-server.ts'
import { expect, test } from './support/mock-server/test.ts'

const url = 'shop.example/lamps?page=2'

const results = {
  'page_title-length': { passed: false, importance: 'high', value: 'Lamps', errors: { too_short: { min: 30 } } },
  metaDescription: { passed: '1', importance: 'High', value: 'Brass lamps made by hand. '.repeat(80) },
  headings: { passed: 0, importance: 'critical', value: { h1: ['Lamps'], h3: [] }, errors: ['No second heading'] },
  canonical: { passed: true, importance: 'low', value: 'https://shop.example/lamps' },
  http_requests: { passed: false, importance: 'medium', value: 61, errors: 'More than 50', hint: 'Join files' },
  dom_size: { value: 1834 },
}

/** Opens a report with the given fields, an ID and a URL. */
async function open(page: Page, { origin, on }: MockServer, fields: object) {
  on('GET', '/reports/7', status(200, { body: { data: { id: 7, url, ...fields } } }))
  await page.goto(`${origin}/reports/7`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(url)
}

const checks = (page: Page) => page.getByRole('region', { name: reportWords.checks })
const linesIn = (page: Page) => checks(page).getByRole('heading', { level: 3 })
const summary = (page: Page, name: string) => page.locator('summary').filter({ hasText: name })
const others = (page: Page) => page.locator('details').filter({ hasText: valueWords.others }).first()

test('unknown checks are counted, sorted by result and importance, and shown with their fields @all', async ({
  page,
  startServer,
}) => {
  await open(page, await startServer(), { score: '61.3', results })
  await expect(page.getByRole('region', { name: 'Score' })).toContainText(reportWords.gain.unweighted)
  await expect(page.getByRole('img', { name: 'Score 61 of 100', exact: true })).toBeVisible()
  await expect(checks(page)).toContainText(reportWords.toFix(3, 5))
  await expect(linesIn(page)).toHaveText(['Page title length', 'HTTP requests', 'Headings'])
  await expect(checks(page)).toContainText('Too short')
  await summary(page, 'HTTP requests').click()
  for (const text of ['61', 'More than 50', 'Join files', checksPageWords.importance.medium])
    await expect(checks(page).getByText(text).first()).toBeVisible()
  await summary(page, 'Headings').first().click()
  await expect(checks(page).getByText('critical')).toBeVisible()
  await summary(page, outcomeWords.outcomes.pass(2)).click()
  await expect(linesIn(page)).toHaveText([
    'Page title length',
    'HTTP requests',
    'Headings',
    'Meta description',
    'Canonical',
  ])
})

test('the page stays usable with 3,000 checks, a value 100 levels deep and one of 1,000,000 letters @all', async ({
  page,
  startServer,
}) => {
  const many = Object.fromEntries(
    Array.from({ length: 3000 }, (_, index) => [`check_${index}`, { passed: index % 3 === 0, importance: 'high' }]),
  )
  const deep = JSON.parse(`${'{"inside":'.repeat(100)}"bottom"${'}'.repeat(100)}`) as unknown
  const list = Array.from({ length: 5000 }, (_, index) => ({ index }))
  await open(page, await startServer(), { results: many, deep, letters: 'x'.repeat(1_000_000), list })
  await expect(checks(page)).toContainText(reportWords.toFix(200, 300))
  await others(page).locator('summary').first().click()
  await expect(others(page)).toContainText(valueWords.fields(2700))
  await expect(others(page).getByRole('button', { name: valueWords.copyAll(1_000_000) })).toBeVisible()
  const levels = others(page)
    .locator('summary')
    .filter({ hasText: /^Inside/ })
  for (let level = 1; level < 6; level += 1) {
    await expect(levels).toHaveCount(level)
    await levels.last().click()
  }
  await expect(levels).toHaveCount(6)
  await others(page).locator('summary').filter({ hasText: /^List/ }).click()
  await expect(others(page).getByRole('button', { name: valueWords.showAll(5000) })).toBeVisible()
})

test("a report nested 20,000 levels deep is shown and can't be saved @all", async ({ page, startServer }) => {
  const { origin, on } = await startServer()
  const deep = `${'{"inside":'.repeat(20_000)}1${'}'.repeat(20_000)}`
  on(
    'GET',
    '/reports/7',
    status(200, {
      body: `{"data":{"id":7,"url":"${url}","results":{"deep":${deep}},"owner":${deep}}}`,
      type: 'application/json',
    }),
  )
  await page.goto(`${origin}/reports/7`)
  await page.getByText(valueWords.others).click()
  await expect(
    page
      .locator('summary')
      .filter({ hasText: /^Inside/ })
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: reportActionWords.more }).click()
  await page.getByRole('menuitem', { name: reportActionWords.download }).click()
  await expect(page.getByText(reportActionWords.notSaved).first()).toBeVisible()
})

test('axe finds nothing in a report of another server @all', async ({ page, startServer }) => {
  await open(page, await startServer(), { score: 61, results, owner: { team: 'Shop' } })
  for (const name of ['HTTP requests', 'Headings', valueWords.others]) await summary(page, name).first().click()
  // The bar at the bottom of a phone covers targets until they are scrolled. On a long screen it covers nothing.
  await expectNoFindings(page, 'a report of another server', [desk, { ...phone, height: 6000 }])
})
