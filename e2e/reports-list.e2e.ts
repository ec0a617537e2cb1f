import type { Page } from '@playwright/test'
import { indexabilityText, indexabilityTexts } from '#contract/reports/indexability.ts'
import { frameWords } from '#web/app/words.ts'
import { emptyListWords, filterPickerWords, listNoticeWords, listWords, periodWords } from '#web/list/words.ts'
import { reportsWords } from '#web/reports/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { chooseFilter, expect, keysWork, settled, test, tick } from './support/test.ts'

const heading = 'h1'

/** With the number of active filters on a narrow screen. */
const filterButton = (page: Page) => page.getByRole('button', { name: /^Filter( |$)/ })
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

test('on a phone a long URL shows its host and its end @all', async ({ page, pages, service }) => {
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

test('on a phone rows are cards, filters are in a sheet and the first row is in view @all', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto('/reports')
  const first = page.locator('a[href^="/reports/"]').first()
  await expect(first).toBeInViewport()
  const button = filterButton(page)
  await button.click()
  await tick(page.getByRole('dialog').getByRole('radio', { name: 'Bad' }))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Show / })
    .click()
  await expect(page).toHaveURL('/reports?result=bad')
  await expect(button).toContainText('1')
  await expect(button).toBeFocused()
})

test('on a phone the first row of each list is in the upper part, and the actions are behind a button @all', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  for (const path of ['/reports', '/websites']) {
    await page.goto(path)
    const row = page.locator('tbody tr[data-row]').first()
    await expect(row).toBeVisible()
    await expect.poll(async () => (await row.boundingBox())?.y ?? 999, path).toBeLessThan(220)
  }
  const share = page.getByRole('main').getByRole('button', { name: listWords.share, exact: true })
  await expect(share).toBeHidden()
  await page.getByRole('button', { name: listWords.viewActions }).click()
  await expect(share).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(share).toBeHidden()
})

test('the top bar and the page share one centred frame of at most 1600 px @all', async ({ page }) => {
  await page.setViewportSize({ width: 2560, height: 900 })
  await page.goto('/reports')
  await settled(page)
  const list = (await page.getByRole('table').boundingBox())!
  const bar = (await page.locator('header').first().locator('> :first-child').boundingBox())!
  expect(list.width).toBeLessThanOrEqual(1600)
  expect(Math.abs(list.x - bar.x), 'the edges of the bar and the list').toBeLessThanOrEqual(1)
  const sidebar = (await page.getByRole('navigation', { name: frameWords.main }).boundingBox())!
  const space = list.x - (sidebar.x + sidebar.width)
  expect(Math.abs(2560 - (list.x + list.width) - space), 'the space on both sides').toBeLessThanOrEqual(2)
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
  await expect(page.getByRole('status').filter({ hasText: /reports$/ })).toBeVisible()
  await tick(page.getByRole('radio', { name: reportsWords.latest[1] }))
  await expect(page).toHaveURL('/reports?latest=1')
  await expect(page.getByRole('status').filter({ hasText: /pages$/ })).toBeVisible()
  await expect(rows.filter({ hasText: '/article?print=1' })).toContainText(`${blockedByRobots}: robots.txt block`)

  const topOfRows = async () => Math.round((await page.locator('main thead').boundingBox())?.y ?? 0)
  const top = await topOfRows()
  await filterButton(page).click()
  const dialog = page.getByRole('dialog', { name: listWords.filter })
  await chooseFilter(page, 'indexing', indexabilityTexts.blocked)
  const field = dialog.getByRole('combobox', { name: filterPickerWords.label })
  await field.pressSequentially('robots.txt bl')
  await expect(dialog.getByRole('option')).toHaveText([`${filterPickerWords.option('Issue', 'robots.txt block')}1`])
  await field.press('Enter')
  await dialog.getByRole('button', { name: /^Show 1 / }).click()
  await expect(page).toHaveURL('/reports?latest=1&check=robots-blocked&indexability=blocked')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(listWords.unsavedView)
  await expect(page).toHaveTitle(
    new RegExp(`^Reports · Issue: robots.txt block · ${indexabilityTexts.blocked} · latest per page`),
  )
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('/article?print=1')
  await page.getByRole('button', { name: listWords.clearFilters }).click()
  await expect(page).toHaveURL('/reports?latest=1')
  expect(await topOfRows()).toBe(top)

  // Old links name only the filter, which never applies to older reports.
  await page.goto('/reports?check=robots-blocked')
  await expect(page.getByRole('radio', { name: reportsWords.latest[1] })).toBeChecked()
  await expect(page.getByRole('status').filter({ hasText: /^\d+ pages?$/ })).toBeVisible()
  await tick(page.getByRole('radio', { name: reportsWords.latest.all }))
  await expect(page).toHaveURL('/reports')
})

const narrow = { width: 1000, height: 800 }

test('nothing in the toolbar moves when the list is searched, sorted or filtered @all', async ({
  page,
  pages,
  service,
}) => {
  // The search leaves this one out, so the count says "2,000 of 2,001 reports".
  const form = new URLSearchParams({ url: `${pages.origin}/knitting` })
  expect((await service.api('/api/v1/reports', { method: 'POST', body: form })).status).toBe(201)
  const { id, domain } = (await service.api('/api/v1/websites?sort_by=reports_count')).body.data[0]
  for (const size of [desk, narrow, phone]) {
    await page.setViewportSize(size)
    await page.goto('/reports')
    await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
    const toolbar = page.locator('div:has(> search)')
    const boxes = () =>
      toolbar.evaluate((bar) =>
        [bar, ...bar.querySelectorAll('search, fieldset input, select, :scope > button, :scope > div button')]
          .filter((one) => one.checkVisibility())
          .map((one) => {
            const { x, y, width, height } = one.getBoundingClientRect()
            return [one.tagName, x, y, width, height].join(' ')
          }),
      )
    const before = await boxes()
    expect(before.length).toBeGreaterThan(3)
    const same = (what: string) => expect.poll(boxes, `${what} at ${size.width} px`).toEqual(before)
    await page.getByRole('searchbox').fill('example')
    await expect(page).toHaveURL(/search=example/)
    await same('typing')
    await page.goto('/reports?sort_by=score&sort=asc')
    await same('sorting')
    await filterButton(page).click()
    const filters = page.getByRole('dialog', { name: listWords.filter })
    await filters.getByRole('combobox', { name: 'Website' }).fill(domain)
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    await same('focusing the website')
    await page.goto(`/reports?sort_by=score&sort=asc&website_id=${id}&score=0-100&result=bad`)
    await expect(page.getByRole('button', { name: listWords.clearFilters })).toBeVisible()
    await same('filters')
  }
})

test('f opens the filters, Escape returns the focus, and a chip removes each filter @all', async ({ page }) => {
  await page.goto('/reports')
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  await keysWork(page)
  await page.keyboard.press('f')
  const filters = page.getByRole('dialog', { name: listWords.filter })
  await expect(filters.getByRole('combobox', { name: filterPickerWords.label })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(filters).toBeHidden()
  await expect(filterButton(page)).toBeFocused()

  await page.keyboard.press('f')
  await tick(filters.getByRole('radio', { name: periodWords.days[7] }))
  const from = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10)
  await expect(page).toHaveURL(`/reports?from=${from}`)
  await tick(filters.getByRole('radio', { name: periodWords.custom }))
  const field = filters.getByRole('textbox', { name: periodWords.from })
  await expect(field).toHaveValue(/^\d{1,2} \w{3} \d{4}$/)
  await field.fill('5 Jan 2020')
  await expect(page).toHaveURL('/reports?from=2020-01-05')
  await chooseFilter(page, 'score', '0–9')
  await expect(page).toHaveURL('/reports?score=0-9&from=2020-01-05')
  await expectNoFindings(page, 'filters', [desk, phone])
  await page.setViewportSize(desk)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: emptyListWords.drop('score 0–9') }).click()
  await expect(page).toHaveURL('/reports?from=2020-01-05')
  await expect(page.getByRole('main')).toContainText('From 5 Jan 2020')
  await page.getByRole('button', { name: listWords.clearFilters }).click()
  await expect(page).toHaveURL('/reports')
})

const links = (page: Page) =>
  page
    .locator('main tbody a[href^="/reports/"]')
    .evaluateAll((all) => all.map((link) => Number(link.getAttribute('href')?.match(/\d+/)?.[0])))

/** Returns to the tab as if after a minute. */
async function comeBack(page: Page) {
  await page.clock.fastForward(60_000)
  const response = page.waitForResponse(/\/api\/v1\/reports\?|\/api\/v1\/reports$/)
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await response
}

/** Opens the page and waits until its idle prefetches are done. */
async function openList(page: Page, path = '/reports') {
  await page.clock.install()
  await page.goto(path)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.clock.runFor(6000)
  await page.waitForLoadState('networkidle')
}

test('a report deleted elsewhere is struck through until the list is refreshed @all', async ({ page, service }) => {
  await openList(page)
  const before = await links(page)
  const row = page.getByRole('row').nth(4)
  const place = await row.boundingBox()
  await service.api(`/api/v1/reports/${before[3]}`, { method: 'DELETE' })
  await comeBack(page)
  await expect(page.locator('main').getByText(listNoticeWords.deletedElsewhere(1))).toBeVisible()
  expect(await links(page)).toEqual(before)
  // The notice lies over the list and moves nothing.
  expect(await row.boundingBox()).toEqual(place)
  await expect(row).toHaveAccessibleDescription('Deleted')
  await expect(row.locator('td').nth(2)).toHaveCSS('text-decoration-line', 'line-through')
  await expect(page.locator('tr[title=Deleted]')).toHaveCount(1)
  await expectNoFindings(page, 'a struck row')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect.poll(() => links(page)).toEqual([...before.slice(0, 3), ...before.slice(4), expect.any(Number)])
})
