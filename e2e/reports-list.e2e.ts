import { indexabilityText, indexabilityTexts } from '#contract/reports/indexability.ts'
import { listWords } from '#web/list/words.ts'
import { pageFilterWords, reportsWords } from '#web/reports/words.ts'
import { websiteFilterWords } from '#web/resources/words.ts'
import { expect, test, tick } from './support/test.ts'

const heading = 'h1'
const blockedByRobots = indexabilityText({ state: 'blocked', check: 'robots-blocked', deliberate: false })

test("the same URL shows the same rows after a reload, in another tab and in the API's order", async ({
  page,
  context,
  service,
}) => {
  const address = '/reports?result=decent&sort_by=url&sort=asc&per_page=25&page=2'
  await page.goto(address)
  await expect(page.getByRole('row')).toHaveCount(26)
  const urls = () =>
    page
      .getByRole('row')
      .locator('td a[href^="/reports/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('?')[0]))
  const first = await urls()
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(26)
  expect(await urls()).toEqual(first)
  const { body } = await service.api(`/api/v1${address}`)
  expect(first).toEqual(body.data.map((row: { id: number }) => `/reports/${row.id}`))
  const other = await context.newPage()
  await other.goto(address)
  await expect(other.locator(heading)).toHaveText((await page.locator(heading).textContent()) ?? '')
})

test('the website filter searches on the server and works with the keyboard', async ({ page, service }) => {
  const { body } = await service.api('/api/v1/websites?sort_by=domain&sort=asc&per_page=10')
  const website = body.data[3] as { id: number; domain: string }
  await page.goto('/reports')
  const box = page.getByRole('combobox', { name: 'Website' })
  await box.fill(website.domain)
  await expect(page.getByRole('option').first()).toContainText(website.domain)
  await box.press('ArrowDown')
  await box.press('Enter')
  await expect(page).toHaveURL(/website_id=\d+/)
  const id = Number(new URL(page.url()).searchParams.get('website_id'))
  const listed = await service.api(`/api/v1/reports?website_id=${id}`)
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: `${listed.body.meta.total} ` })
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: websiteFilterWords.clear }).click()
  await expect(page).toHaveURL('/reports')
})

test('on a phone a long URL shows its host and its end', async ({ page, pages, service }) => {
  const url = `${pages.origin}/article?${'filter=long-value&'.repeat(30)}page=last`
  await service.api('/api/v1/reports', { method: 'POST', body: new URLSearchParams({ url }) })
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto('/reports')
  const link = page.locator(`a:has([title="${url}"])`).first()
  // Both boxes in one turn: rows can still move between two.
  const ends = link.getByText('page=last').last()
  await expect
    .poll(() =>
      ends.evaluate((end) => {
        const box = end.closest('a')!.getBoundingClientRect()
        return end.getBoundingClientRect().bottom <= box.bottom + 1
      }),
    )
    .toBe(true)
})

test('on a phone rows are cards, filters are in a sheet and the first row is in view', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto('/reports')
  const first = page.locator('a[href^="/reports/"]').first()
  await expect(first).toBeInViewport()
  await page.getByRole('button', { name: 'Filters' }).click()
  await tick(page.getByRole('dialog').getByRole('radio', { name: 'Bad' }))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Show / })
    .click()
  await expect(page).toHaveURL('/reports?result=bad')
  await expect(page.getByRole('button', { name: /^Filters.*1/ })).toBeVisible()
})

test('pages are filtered by issue, change and indexing, each named in the title and the URL', async ({
  page,
  pages,
  service,
}) => {
  for (const path of ['/article', '/article?print=1', '/article'])
    await service.api('/api/v1/reports', { method: 'POST', body: new URLSearchParams({ url: pages.origin + path }) })
  await page.goto('/reports')
  const rows = page.locator('tbody tr[data-row]')
  const all = await page
    .getByRole('status')
    .filter({ hasText: /reports$/ })
    .textContent()
  await tick(page.getByRole('radio', { name: reportsWords.latest[1] }))
  await expect(page).toHaveURL('/reports?latest=1')
  await expect(page.getByRole('status').filter({ hasText: /reports$/ })).not.toHaveText(all!)
  await expect(rows.filter({ hasText: '/article?print=1' })).toContainText(`${blockedByRobots}: robots.txt block`)

  await page.getByRole('button', { name: reportsWords.moreFilters }).click()
  const dialog = page.getByRole('dialog', { name: reportsWords.moreFilters })
  await dialog.getByLabel('Google').selectOption(indexabilityTexts.blocked)
  await dialog.getByLabel('Issue').selectOption('robots.txt block')
  await dialog.getByRole('button', { name: pageFilterWords.done }).click()
  await expect(page).toHaveURL('/reports?latest=1&check=robots-blocked&indexability=blocked')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(listWords.unsavedView)
  await expect(page).toHaveTitle(
    new RegExp(`^Reports · Issue: robots.txt block · ${indexabilityTexts.blocked} · latest per page`),
  )
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('/article?print=1')
  await page.getByRole('button', { name: listWords.clearFilters }).click()
  await expect(page).toHaveURL('/reports?latest=1')

  // Old links name only the filter, which never applies to older reports.
  await page.goto('/reports?check=robots-blocked')
  await expect(page.getByRole('radio', { name: reportsWords.latest[1] })).toBeChecked()
  await expect(page.getByRole('status').filter({ hasText: /^\d+ reports?$/ })).toBeVisible()
  await tick(page.getByRole('radio', { name: reportsWords.latest.all }))
  await expect(page).toHaveURL('/reports')
})
