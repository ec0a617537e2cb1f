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

test('a report deleted elsewhere is struck through until the list is refreshed', async ({ page, service }) => {
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
