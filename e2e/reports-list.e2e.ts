import { expect, test } from './support/test.ts'

const heading = 'h1'

test('every specified parameter has a control and is in the URL under its own name', async ({ page }) => {
  await page.goto('/reports')
  await expect(page.getByRole('row')).toHaveCount(11)
  await page.getByRole('radio', { name: 'Bad' }).check()
  await expect(page).toHaveURL('/reports?result=bad')
  await page.getByRole('combobox', { name: /^Sort/ }).selectOption('Lowest score first')
  await expect(page).toHaveURL('/reports?result=bad&sort_by=score&sort=asc')
  await page.getByLabel('Rows per page').selectOption('25')
  await expect(page).toHaveURL('/reports?result=bad&sort_by=score&sort=asc&per_page=25')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/reports?result=bad&sort_by=score&sort=asc&per_page=25&page=2')
  await page.getByLabel('Search URLs').fill('e')
  await expect(page).toHaveURL('/reports?search=e&result=bad&sort_by=score&sort=asc&per_page=25')
  await expect(page.locator(heading)).toContainText('lowest score first')
  await expect(page.locator(heading)).toContainText('Bad reports')
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
  await page.getByRole('radio', { name: 'Good' }).check()
  await expect(page).toHaveURL('/reports?result=good')
  await page.getByRole('button', { name: /Score/ }).click()
  await expect(page).toHaveURL(/sort_by=score/)
  await page.goBack()
  await expect(page).toHaveURL('/reports?result=good')
  await expect(page.getByRole('radio', { name: 'Good' })).toBeChecked()
  await page.goBack()
  await expect(page).toHaveURL('/reports')
  await expect(page.getByRole('radio', { name: 'All' })).toBeChecked()
  await page.goForward()
  await expect(page.getByRole('radio', { name: 'Good' })).toBeChecked()
})

test('typing replaces the history entry and never loses letters', async ({ page }) => {
  await page.goto('/websites')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Reports/ })
    .click()
  await page.getByLabel('Search URLs').pressSequentially('example', { delay: 60 })
  await expect(page).toHaveURL('/reports?search=example')
  await expect(page.getByLabel('Search URLs')).toHaveValue('example')
  await page.goBack()
  await expect(page).toHaveURL('/websites')
})

test('Enter searches at once, and typing aborts an outdated search', async ({ page }) => {
  const aborted: string[] = []
  page.on('requestfailed', (request) => aborted.push(request.url()))
  await page.route(/search=ab(&|$)/, () => {})
  await page.goto('/reports')
  const search = page.getByLabel('Search URLs')
  await search.fill('ab')
  const overtaken = page.waitForRequest(/search=ab(&|$)/)
  await search.press('Enter')
  await overtaken
  await search.fill('about')
  await search.press('Enter')
  await expect(page).toHaveURL('/reports?search=about')
  await expect.poll(() => aborted.some((url) => /search=ab(&|$)/.test(url))).toBe(true)
})

test('invalid values are visibly corrected and unknown parameters kept', async ({ page }) => {
  await page.goto('/reports?per_page=30&result=great&utm_source=mail&sort=asc')
  await expect(page.getByText('“per_page=30” isn’t valid, so we’re showing 25 rows per page.')).toBeVisible()
  await expect(page.getByText('“result=great” isn’t valid, so we’re showing all ratings.')).toBeVisible()
  await expect(page).toHaveURL(/^[^?]*\?(?!.*great).*per_page=25/)
  expect(page.url()).toContain('utm_source=mail')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('radio', { name: 'Bad' }).check()
  await expect(page.getByText('isn’t valid')).toHaveCount(0)
})

test('default values are removed from the URL', async ({ page }) => {
  await page.goto('/reports?sort=desc&sort_by=id&per_page=10&page=1&search_by=url&search=')
  await expect(page.getByRole('row')).toHaveCount(11)
  await page.getByRole('radio', { name: 'Bad' }).check()
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
  await expect(page.getByText('No results for these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter: Search: “nothing-has-this-in-it”' }).click()
  await expect(page).toHaveURL('/reports?result=bad')
  await expect(page.getByRole('row')).toHaveCount(11)
})

test('the website filter searches on the server and works with the keyboard', async ({ page, service }) => {
  const { body } = await service.api('/api/v1/websites?sort_by=domain&sort=asc&per_page=10')
  const website = body.data[3] as { id: number; domain: string }
  await page.goto('/reports')
  const box = page.getByRole('combobox', { name: 'Website' })
  await box.fill(website.domain)
  const option = page.getByRole('option').first()
  await expect(option).toBeVisible()
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
  await page.getByRole('button', { name: 'Clear website' }).click()
  await expect(page).toHaveURL('/reports')
})

test('an unknown website ID is reported', async ({ page }) => {
  await page.goto('/reports?website_id=987654')
  await expect(page.getByRole('combobox', { name: 'Website' })).toHaveValue('987654 (not found)')
  await expect(page.getByText('No results for these filters')).toBeVisible()
})

test('a count of stale rows is marked as stale too', async ({ page }) => {
  await page.goto('/reports')
  const count = page.locator('main header').getByRole('status')
  await expect(count).toContainText('report')
  await expect(count).toHaveAttribute('aria-busy', 'false')
  await page.route('**/api/v1/reports?*', () => {})
  await page.getByRole('radio', { name: 'Bad' }).check()
  await expect(count).toHaveAttribute('aria-busy', 'true')
})

test('on a phone a long URL shows its host and its end', async ({ page, pages, service }) => {
  const url = `${pages.origin}/article?${'filter=long-value&'.repeat(30)}page=last`
  await service.api('/api/v1/reports', { method: 'POST', body: new URLSearchParams({ url }) })
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto('/reports')
  const link = page.locator(`a:has([title="${url}"])`).first()
  const box = await link.boundingBox()
  const end = await link.getByText('page=last').last().boundingBox()
  expect(end && box && end.y + end.height <= box.y + box.height + 1).toBe(true)
})

test('on a phone rows are cards, filters are in a sheet and the first row is in view', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto('/reports')
  const first = page.locator('a[href^="/reports/"]').first()
  await expect(first).toBeInViewport()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Bad' }).check()
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
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(page.getByRole('alert')).toContainText('No such thing.')
  await page.unroute('**/api/v1/reports?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('row')).toHaveCount(11)
})

test('the first list is requested once, before the scripts have loaded', async ({ page }) => {
  let scripts = () => {}
  const held = new Promise<void>((resolve) => (scripts = resolve))
  await page.route(/\/assets\/app-.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  const searches: string[] = []
  page.on(
    'request',
    (request) => request.url().includes('/api/v1/reports') && searches.push(new URL(request.url()).search),
  )
  const early = page.waitForRequest('**/api/v1/reports?result=bad')
  await page.goto('/reports?result=bad', { waitUntil: 'commit' })
  await early
  scripts()
  await expect(page.getByRole('row')).toHaveCount(11)
  expect(searches.filter((search) => search === '?result=bad')).toHaveLength(1)
})
