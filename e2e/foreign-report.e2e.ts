import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { checkBodyWords, outcomeWords } from '#web/checks/words.ts'
import { foreignReportWords, valueWords } from '#web/foreign/words.ts'
import { sharingWords } from '#web/links/words.ts'
import { reportActionWords, reportWords } from '#web/reports/report/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { silence, status } from './support/mock-server/faults.ts'
import type { MockServer } from './support/mock-server/mock-server.ts'
import { expect, test } from './support/mock-server/test.ts'
import { tick } from './support/test.ts'

const url = 'shop.example/lamps?page=2'

const grouped = {
  seo: {
    'page_title-length': { passed: false, importance: 'high', value: 'Lamps', errors: { too_short: { min: 30 } } },
    metaDescription: { passed: '1', importance: 'High', value: 'Brass lamps made by hand. '.repeat(40) },
    headings: { passed: 0, importance: 'critical', value: { h1: ['Lamps'], h3: [] }, errors: ['No second heading'] },
    canonical: { passed: true, importance: 'low', value: 'https://shop.example/lamps' },
  },
  performance: {
    http_requests: { passed: false, importance: 'medium', value: 61, errors: 'More than 50' },
    image_formats: { status: 'warning', importance: 'low', value: ['/side.png', '/back.png'], hint: 'Use AVIF' },
    dom_size: { value: 1834 },
  },
  page_size: 48_211,
}

/** Opens a report with the given fields, an ID and a URL. */
async function open(page: Page, { origin, on }: MockServer, fields: object, hash = '') {
  on('GET', '/reports/7', status(200, { body: { data: { id: 7, url, ...fields } } }))
  await page.goto(`${origin}/reports/7${hash}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(url)
}

const checks = (page: Page) => page.getByRole('region', { name: 'Checks' })
const linesIn = (page: Page) => checks(page).getByRole('heading', { level: 4 })

test('unknown checks are counted, grouped as by the server and sorted by importance and result', async ({
  page,
  startServer,
}) => {
  await open(page, await startServer(), { score: '61.3', results: grouped })
  await expect(checks(page)).toContainText('3 failed, 1 warning, 2 passed; 2 high-importance failures')
  await expect(page.getByRole('region', { name: 'Score' })).toContainText(reportWords.summary.unweighted)
  await expect(page.getByRole('group', { name: 'Score 61 of 100', exact: true })).toBeVisible()
  await expect(checks(page).getByRole('heading', { level: 3 })).toHaveText([
    'SEO 2 failed, 2 passed',
    'Performance 1 failed, 1 warning',
  ])
  await expect(linesIn(page)).toHaveText(['Page title length', 'Headings', 'HTTP requests', 'Image formats'])
  const line = checks(page).locator('summary').filter({ hasText: 'HTTP requests' })
  await expect(line).toContainText('61')
  await expect(line).toContainText('Medium')
  await line.click()
  await expect(checks(page)).toContainText('More than 50')
  await checks(page).locator('summary').filter({ hasText: 'Headings' }).click()
  await expect(checks(page)).toContainText(checkBodyWords.importance('critical'))
  await expect(checks(page)).toContainText('No second heading')
  await checks(page).locator('summary').filter({ hasText: 'Image formats' }).click()
  await expect(checks(page)).toContainText('Use AVIF')
  await checks(page)
    .locator('summary')
    .filter({ hasText: outcomeWords.outcomes.pass(2) })
    .click()
  await expect(linesIn(page)).toHaveText([
    'Page title length',
    'Headings',
    'Meta description',
    'Canonical',
    'HTTP requests',
    'Image formats',
  ])
})

test('an error code without details is shown by its name alone', async ({ page, startServer }) => {
  await open(page, await startServer(), {
    results: {
      title: { passed: false, importance: 'high', errors: { missing: null, too_short: { min: 30 } } },
      headings: { passed: false, importance: 'high', errors: { missing: [] } },
    },
  })
  for (const [name, text] of [
    ['Title', /Errors\s*Missing\s*Too short\s*:/],
    ['Headings', /Errors\s*Missing$/],
  ] as const) {
    const check = checks(page)
      .getByRole('group')
      .filter({ has: page.getByRole('heading', { name }) })
    await check.locator('summary').first().click()
    await expect(check.getByText('Errors').locator('..')).toHaveText(text)
  }
})

test('a check without a result is shown as a value, and unknown fields under other fields', async ({
  page,
  startServer,
}) => {
  await open(page, await startServer(), {
    score: 'n/a',
    results: grouped,
    owner: { team: 'Shop', mail: 'javascript:alert(1)', page: 'https://shop.example/team' },
  })
  const values = page.getByRole('region', { name: /^Values/ })
  await expect(values).toContainText('Page size:48211')
  await values.locator('summary').filter({ hasText: 'Performance' }).click()
  await expect(values).toContainText('DOM size:1834')
  await page.getByText(valueWords.others).click()
  const others = page.locator('section').filter({ hasText: valueWords.others })
  await expect(others).toContainText('Score:n/a')
  await others
    .locator('summary')
    .filter({ hasText: /^Owner/ })
    .click()
  await expect(others).toContainText('javascript:alert(1)')
  await expect(others.getByRole('link')).toHaveCount(1)
  await expect(others.getByRole('link')).toHaveAttribute('href', 'https://shop.example/team')
  await expect(others.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer nofollow')
})

test('checks without groups are grouped by importance, and the result filter is in the URL', async ({
  page,
  startServer,
}) => {
  await open(page, await startServer(), {
    score: 50,
    results: [
      { name: 'b', passed: false, importance: 'low' },
      { name: 'a', passed: false, importance: 'HIGH' },
      { name: 'c', passed: true },
    ],
  })
  await expect(checks(page).getByRole('heading', { level: 3 })).toHaveText([
    'High importance 1 failed',
    'Low importance 1 failed',
    'No importance given 1 passed',
  ])
  await tick(page.getByRole('radio', { name: outcomeWords.outcomes.pass(1) }))
  await expect(page).toHaveURL(/\?outcome=pass$/)
  await expect(linesIn(page)).toHaveText(['C'])
  await page.goBack()
  await expect(linesIn(page)).toHaveText(['A', 'B'])
})

test('a report with only a URL shows nothing else and can be run again and saved', async ({ page, startServer }) => {
  const server = await startServer()
  await open(page, server, { created_at: 'soon', google_score: 'A', results: null })
  const main = page.getByRole('main')
  await expect(page.getByRole('group', { name: reportWords.noScore })).toBeVisible()
  await expect(main).toContainText('Analysed soon')
  await expect(main).toContainText(reportWords.noChecks)
  await expect(main.getByRole('region')).toHaveCount(2)
  await expect(main).not.toContainText(/points|Google-backed|Page details|\b0\b/)
  await expect(page).toHaveTitle(`${url} · SEO Reports`)

  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('dialog')).toContainText('Copy')
  await expect(page.getByRole('dialog')).not.toContainText(sharingWords.createLink)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: reportActionWords.more }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: reportActionWords.download }).click(),
  ])
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toEqual({
    id: 7,
    url,
    created_at: 'soon',
    google_score: 'A',
    results: null,
  })

  await page.getByRole('button', { name: reportActionWords.again }).click()
  await expect(page).toHaveURL(/\/reports\/(?!7\b)\d+/)
  expect(server.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    'url=https%3A%2F%2Fshop.example%2Flamps%3Fpage%3D2',
  ])
})

test('the check in the URL is expanded above the others', async ({ page, startServer }) => {
  await open(page, await startServer(), { results: grouped }, '#check-seo.canonical')
  await expect(checks(page)).toContainText(foreignReportWords.linked)
  const line = page.locator('[id="check-seo.canonical"]')
  await expect(line).toHaveAttribute('open', '')
  await expect(line.locator('summary')).toBeFocused()
  await expect(line.getByRole('link')).toHaveAttribute('href', 'https://shop.example/lamps')
})

test('the page stays usable with 3,000 checks, a value 100 levels deep and one of 1,000,000 letters', async ({
  page,
  startServer,
}) => {
  const many = Object.fromEntries(
    Array.from({ length: 3000 }, (_, index) => [
      `check_${index}`,
      { passed: index % 3 === 0, importance: 'high', value: index },
    ]),
  )
  const deep = JSON.parse(`${'{"inside":'.repeat(100)}"bottom"${'}'.repeat(100)}`) as unknown
  const results = {
    ...many,
    deep,
    letters: 'x'.repeat(1_000_000),
    list: Array.from({ length: 5000 }, (_, index) => ({ index })),
  }
  await open(page, await startServer(), { results })
  await expect(checks(page)).toContainText('2,000 failed, 1,000 passed')
  await expect(linesIn(page)).toHaveCount(25)
  await checks(page)
    .getByRole('button', { name: foreignReportWords.showMore(200, 2000) })
    .click()
  await expect(linesIn(page)).toHaveCount(225)

  const values = page.getByRole('region', { name: /^Values/ })
  await values.locator('summary').filter({ hasText: 'Deep' }).click()
  for (let level = 1; level < 6; level += 1)
    await values
      .locator('summary')
      .filter({ hasText: 'Inside' })
      .nth(level - 1)
      .click()
  await expect(values.locator('summary').filter({ hasText: 'Inside' })).toHaveCount(6)
  await values.getByRole('button', { name: valueWords.showMoreText(20000, 1000000) }).click()
  await expect(values.getByRole('button', { name: /more of 1,000,000/ })).toBeVisible()
  await values.locator('summary').filter({ hasText: /^List/ }).click()
  await expect(values.getByRole('button', { name: foreignReportWords.showMore(500, 5000) })).toBeVisible()
})

test("a report nested 20,000 levels deep is shown and can't be saved", async ({ page, startServer }) => {
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
  await page
    .locator('summary')
    .filter({ hasText: /^Owner/ })
    .click()
  await expect(page.locator('summary').filter({ hasText: /^Inside/ })).toBeVisible()
  await page.getByRole('button', { name: reportActionWords.more }).click()
  await page.getByRole('menuitem', { name: reportActionWords.download }).click()
  await expect(page.getByText(reportActionWords.notSaved).first()).toBeVisible()
})

test("a server that never returns its checks doesn't delay a report", async ({ page, startServer }) => {
  const server = await startServer()
  server.on('GET', '/checks', silence())
  await open(page, server, { results: grouped })
  await expect(linesIn(page)).toHaveCount(4)
})

test('markup and text direction marks are shown as text', async ({ page, startServer }) => {
  const results = JSON.parse(
    '{"<img src=x onerror=alert(1)>":{"passed":false,"importance":"<b>high</b>","value":"<script>alert(1)</script>"},"__proto__":{"passed":true},"\\u202egnp.exe":{"passed":false,"errors":"\\u202e"}}',
  ) as unknown
  await open(page, await startServer(), { results })
  await expect(linesIn(page).first()).toContainText('<img src=x onerror=alert(1)>')
  await expect(checks(page)).toContainText('<b>high</b>')
  await expect(checks(page)).toContainText('[U+202E]gnp exe')
  await expect(checks(page)).toContainText('2 failed, 1 passed')
  await expect(page.locator('main img[src]')).toHaveCount(0)
})

test('axe finds nothing in a report of another server', async ({ page, startServer }) => {
  await open(page, await startServer(), { score: 61, results: grouped, owner: { team: 'Shop' } })
  for (const summary of ['Page title length', 'Headings', valueWords.others])
    await page.locator('summary').filter({ hasText: summary }).click()
  await expectNoFindings(page, 'a report of another server', [desk, phone])
})
