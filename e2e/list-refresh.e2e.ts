import type { Page } from '@playwright/test'
import { listNoticeWords, listWords } from '#web/list/words.ts'
import { newerWords } from '#web/reports/words.ts'
import { axeFindings, expectNoFindings } from './support/axe.ts'
import { expect, test, withoutExtensions } from './support/test.ts'

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

const analyse = async (service: { api: (path: string, init: RequestInit) => Promise<{ body: any }> }, url: string) =>
  (await service.api('/api/v1/reports', { method: 'POST', body: new URLSearchParams({ url }) })).body.data.id as number

test('new reports are announced and shown on request, not inserted', async ({ page, pages, service }) => {
  await openList(page)
  const before = await links(page)
  const top = () =>
    page
      .getByRole('row')
      .nth(1)
      .boundingBox()
      .then((box) => box?.y)
  const here = await top()
  const first = await analyse(service, `${pages.origin}/article`)
  const second = await analyse(service, `${pages.origin}/handwerk`)
  await comeBack(page)
  await expect(page.locator('main').getByText(listNoticeWords.added.reports(2))).toBeVisible()
  expect(await links(page)).toEqual(before)
  expect(await top()).toBe(here)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.locator('main').getByText(listNoticeWords.added.reports(2))).toHaveCount(0)
  await expect.poll(async () => (await links(page)).slice(0, 4)).toEqual([second, first, ...before.slice(0, 2)])
})

test('a report deleted elsewhere is struck through until the list is refreshed', async ({ page, service }) => {
  await openList(page)
  const before = await links(page)
  await service.api(`/api/v1/reports/${before[3]}`, { method: 'DELETE' })
  await comeBack(page)
  await expect(page.locator('main').getByText(listNoticeWords.deletedElsewhere(1))).toBeVisible()
  expect(await links(page)).toEqual(before)
  const row = page.getByRole('row').nth(4)
  await expect(row).toHaveAccessibleDescription('Deleted')
  await expect(row.locator('td').nth(2)).toHaveCSS('text-decoration-line', 'line-through')
  await expect(page.locator('tr[title=Deleted]')).toHaveCount(1)
  await expectNoFindings(page, 'a struck row')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect.poll(() => links(page)).toEqual([...before.slice(0, 3), ...before.slice(4), expect.any(Number)])
})

test('without changes nothing is announced or moved', async ({ page }) => {
  await openList(page, '/reports?sort_by=score&sort=asc')
  const before = await links(page)
  await comeBack(page)
  await page.waitForLoadState('networkidle')
  expect(await links(page)).toEqual(before)
  await expect(page.getByRole('button', { name: /^(Show|Update)$/ })).toHaveCount(0)
})

test('a failed refresh keeps the rows and can be retried', async ({ page }) => {
  await openList(page)
  const before = await links(page)
  await page.route('**/api/v1/reports?*', (route) =>
    route.fulfill({ status: 400, json: { message: 'No.', status: 400 } }),
  )
  await page.route('**/api/v1/reports', (route) =>
    route.fulfill({ status: 400, json: { message: 'No.', status: 400 } }),
  )
  await comeBack(page)
  await expect(page.getByRole('alert')).toContainText(listNoticeWords.failed.current)
  expect(await links(page)).toEqual(before)
  await page.unrouteAll()
  await page.getByRole('button', { name: listWords.retry }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

for (const server of ['our service', 'a server with the eight operations alone'] as const) {
  test(`a link with the newest ID shows how many reports came since, on ${server}`, async ({
    page,
    pages,
    service,
  }) => {
    if (server !== 'our service') await withoutExtensions(page)
    const newest = (await service.api('/api/v1/reports')).body.data[0].id as number
    for (const path of ['article', 'category', 'handwerk']) await analyse(service, `${pages.origin}/${path}`)
    await page.goto(`/reports?sort_by=score&sort=asc&newest=${newest}`)
    await expect(page.getByText(newerWords.since('3', 3))).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: listWords.nextPage }).click()
    await expect(page).toHaveURL(`/reports?newest=${newest}&sort_by=score&sort=asc&page=2`)
    await expect(page.getByText(newerWords.since('3', 3))).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page).toHaveURL('/reports?sort_by=score&sort=asc&page=2')
    await expect(page.getByText('since this link was copied')).toHaveCount(0)
    if (server === 'our service') {
      await page.goto('/reports?newest=1')
      await expect(page.getByText(/new.* since this link was copied\.$/)).toBeVisible()
      await page.goto('/reports?newest=x')
      await expect(page.getByText(newerWords.unreadable)).toBeVisible()
    }
  })
}
