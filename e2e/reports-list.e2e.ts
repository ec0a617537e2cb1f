import { indexabilityText, indexabilityTexts } from '#contract/reports/indexability.ts'
import { emptyListWords, listNoticeWords, listWords } from '#web/list/words.ts'
import { pageFilterWords, reportsWords } from '#web/reports/words.ts'
import { websiteFilterWords, websiteNameWords } from '#web/resources/words.ts'
import { expect, test, tick, withoutExtensions } from './support/test.ts'

const heading = 'h1'
const blockedByRobots = indexabilityText({ state: 'blocked', check: 'robots-blocked', deliberate: false })

test('every specified parameter has a control and is in the URL under its own name', async ({ page }) => {
  await page.goto('/reports')
  await expect(page.getByRole('row')).toHaveCount(11)
  await tick(page.getByRole('radio', { name: 'Bad' }))
  await expect(page).toHaveURL('/reports?result=bad')
  await page.getByRole('combobox', { name: /^Sort/ }).selectOption('Lowest score first')
  await expect(page).toHaveURL('/reports?result=bad&sort_by=score&sort=asc')
  await page.getByLabel(listWords.perPage).selectOption('25')
  await expect(page).toHaveURL('/reports?result=bad&sort_by=score&sort=asc&per_page=25')
  await page.getByRole('button', { name: listWords.nextPage }).click()
  await expect(page).toHaveURL('/reports?result=bad&sort_by=score&sort=asc&per_page=25&page=2')
  await page.getByLabel(reportsWords.search).fill('e')
  await expect(page).toHaveURL('/reports?search=e&titles=1&result=bad&sort_by=score&sort=asc&per_page=25')
  await expect(page).toHaveTitle(new RegExp(`^${reportsWords.rated('bad')}.*${reportsWords.order.score.asc}`))
})

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

test('Back and Forward restore controls and rows', async ({ page }) => {
  await page.goto('/reports')
  await tick(page.getByRole('radio', { name: 'Good' }))
  await expect(page).toHaveURL('/reports?result=good')
  await page.getByRole('button', { name: /Score/ }).click()
  await expect(page).toHaveURL(/sort_by=score/)
  await page.goBack()
  await expect(page).toHaveURL('/reports?result=good')
  await expect(page.getByRole('radio', { name: 'Good' })).toBeChecked()
  await page.goBack()
  await expect(page).toHaveURL('/reports')
  await expect(page.getByRole('radio', { name: 'All', exact: true })).toBeChecked()
  await page.goForward()
  await expect(page.getByRole('radio', { name: 'Good' })).toBeChecked()
})

test('typing adds one history entry and never loses letters', async ({ page }) => {
  await page.goto('/websites')
  const reports = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Reports/ })
  await expect(reports).toHaveAttribute('href', '/reports?latest=1')
  await reports.click()
  await page.getByLabel(reportsWords.search).pressSequentially('example', { delay: 60 })
  await expect(page).toHaveURL('/reports?search=example&titles=1&latest=1')
  await expect(page.getByLabel(reportsWords.search)).toHaveValue('example')
  await page.goBack()
  await expect(page).toHaveURL('/reports?latest=1')
  await page.goBack()
  await expect(page).toHaveURL('/websites')
})

test('Enter searches at once, and typing aborts an outdated search', async ({ page }) => {
  const aborted: string[] = []
  page.on('requestfailed', (request) => aborted.push(request.url()))
  await page.route(/search=ab(&|$)/, () => {})
  await page.goto('/reports')
  const search = page.getByLabel(reportsWords.search)
  const overtaken = page.waitForRequest(/search=ab(&|$)/)
  await search.fill('ab')
  await search.press('Enter')
  await overtaken
  await search.fill('about')
  await search.press('Enter')
  await expect(page).toHaveURL('/reports?search=about&titles=1')
  await expect.poll(() => aborted.some((url) => /search=ab(&|$)/.test(url))).toBe(true)
})

test('a search finds titles too, also in a link, and the field says so', async ({ page, pages, service }) => {
  const { title } = (
    await service.api('/api/v1/reports', {
      method: 'POST',
      body: new URLSearchParams({ url: `${pages.origin}/article` }),
    })
  ).body.data as { title: string }
  const rows = page.locator('tbody tr[data-row]')
  await page.goto('/reports')
  const field = page.getByRole('searchbox', { name: reportsWords.searchTitles })
  await field.fill(title.toUpperCase())
  await expect(page).toHaveURL(/&titles=1$/)
  await expect(rows.first()).toContainText('/article')
  await page.goto(page.url().replace('&titles=1', ''))
  await expect(page.getByText(emptyListWords.noMatch)).toBeVisible()
  await expect(page.getByRole('searchbox', { name: reportsWords.search, exact: true })).toHaveValue(title.toUpperCase())
  await page.getByRole('button', { name: emptyListWords.drop('') }).click()
  await expect(page).toHaveURL('/reports')
  await expect(field).toHaveValue('')
})

test('a server without the search of titles is searched by URL', async ({ page }) => {
  await withoutExtensions(page)
  await page.goto('/reports')
  const field = page.getByRole('searchbox', { name: reportsWords.search, exact: true })
  await field.fill('example')
  await expect(page).toHaveURL('/reports?search=example')
  await expect(page.locator('tbody tr[data-row]').first()).toContainText('example')
})

test('invalid values are visibly corrected and unknown parameters kept', async ({ page }) => {
  await page.goto('/reports?per_page=30&result=great&utm_source=mail&sort=asc')
  await expect(page.getByText(listNoticeWords.repair('per_page', '30', 25))).toBeVisible()
  await expect(page.getByText(listNoticeWords.repair('result', 'great', null))).toBeVisible()
  await expect(page).toHaveURL(/^[^?]*\?(?!.*great).*per_page=25/)
  expect(page.url()).toContain('utm_source=mail')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await tick(page.getByRole('radio', { name: 'Bad' }))
  await expect(page.getByText('isn’t valid')).toHaveCount(0)
})

test('default values are removed from the URL', async ({ page }) => {
  await page.goto('/reports?sort=desc&sort_by=id&per_page=10&page=1&search_by=url&search=')
  await expect(page.getByRole('row')).toHaveCount(11)
  await tick(page.getByRole('radio', { name: 'Bad' }))
  await expect(page).toHaveURL('/reports?result=bad')
})

test('a page past the end offers the last one', async ({ page, service }) => {
  const { last_page } = (await service.api('/api/v1/reports')).body.meta
  await page.goto('/reports?page=1000000000')
  await page.getByRole('button', { name: /Go to page/ }).click()
  await expect(page).toHaveURL(`/reports?page=${last_page}`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

test('an empty result names the filters and removes them one by one', async ({ page }) => {
  await page.goto('/reports?search=nothing-has-this-in-it&result=bad')
  await expect(page.getByText(emptyListWords.noMatch)).toBeVisible()
  await page.getByRole('button', { name: emptyListWords.drop('“nothing-has-this-in-it”') }).click()
  await expect(page).toHaveURL('/reports?result=bad')
  await expect(page.getByRole('row')).toHaveCount(11)
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

test('an unknown website ID is reported', async ({ page }) => {
  await page.goto('/reports?website_id=987654')
  await expect(page.getByRole('combobox', { name: 'Website' })).toHaveValue(websiteNameWords.notFound(987654))
  await expect(page.getByText(emptyListWords.noMatch)).toBeVisible()
})

test('a count of stale rows is marked as stale too', async ({ page }) => {
  await page.goto('/reports')
  const count = page.locator('main header').getByRole('status')
  await expect(count).toContainText('report')
  await expect(count).toHaveAttribute('aria-busy', 'false')
  await page.route('**/api/v1/reports?*', () => {})
  await tick(page.getByRole('radio', { name: 'Bad' }))
  await expect(count).toHaveAttribute('aria-busy', 'true')
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

test('a failing server keeps the old rows and offers one retry', async ({ page }) => {
  await page.goto('/reports')
  await expect(page.getByRole('row')).toHaveCount(11)
  await page.route('**/api/v1/reports?*', (route) =>
    route.fulfill({ status: 422, body: '{"message":"No such thing.","status":422}' }),
  )
  await page.getByRole('button', { name: listWords.nextPage }).click()
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(page.getByRole('alert')).toContainText('No such thing.')
  await page.unroute('**/api/v1/reports?*')
  await page.getByRole('button', { name: listWords.retry }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('row')).toHaveCount(11)
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

  // Old links name only the filter, which knows nothing of older reports.
  await page.goto('/reports?check=robots-blocked')
  await expect(page.getByRole('radio', { name: reportsWords.latest[1] })).toBeChecked()
  await expect(page.getByRole('status').filter({ hasText: /^\d+ reports?$/ })).toBeVisible()
  await tick(page.getByRole('radio', { name: reportsWords.latest.all }))
  await expect(page).toHaveURL('/reports')
})
