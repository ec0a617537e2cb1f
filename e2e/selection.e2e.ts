import type { Page } from '@playwright/test'
import { selectionWords, listWords } from '#web/list/words.ts'
import { deletingWords, reportMenuWords, reportSelectionWords } from '#web/reports/words.ts'
import { expect, test, withoutExtensions } from './support/test.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'Reports' }).locator('tbody tr[data-row]')
const idOf = async (page: Page, at: number) => Number(await rows(page).nth(at).getAttribute('data-row'))
const link = (page: Page, id: number) => page.locator(`main a[href^="/reports/${id}?"], main a[href="/reports/${id}"]`)
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })

async function removeRow(page: Page, at: number) {
  await rows(page)
    .nth(at)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: reportMenuWords.remove }).click()
}

test.describe('deleting with undo', () => {
  test('a delete survives a page change and is sent at the end @all', async ({ page, service }) => {
    await page.clock.install()
    await page.goto('/reports')
    const id = await idOf(page, 0)
    await removeRow(page, 0)
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Websites/ })
      .click()
    await expect(page).toHaveURL('/websites')
    await expect(notifications(page).getByText(/Deleting 1 report in \d s$/)).toBeVisible()
    expect((await service.api(`/api/v1/reports/${id}`)).status).toBe(200)
    await page.clock.runFor(8_000)
    await expect(notifications(page).getByText(deletingWords.done(1))).toBeVisible()
    expect((await service.api(`/api/v1/reports/${id}`)).status).toBe(404)
  })

  test('a delete waits while the pointer or the focus is on the message @all', async ({ page }) => {
    await page.clock.install()
    await page.goto('/reports')
    await removeRow(page, 0)
    const undo = notifications(page).getByRole('button', { name: 'Undo' })
    await undo.focus()
    await page.clock.runFor(20_000)
    await expect(undo).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(undo).toHaveCount(0)
  })

  test('closing the tab sends a waiting delete @all', async ({ page, context, service }) => {
    await page.goto('/reports')
    const id = await idOf(page, 0)
    await removeRow(page, 0)
    await expect(link(page, id)).toHaveCount(0)
    await context.newPage()
    await page.close({ runBeforeUnload: true })
    await expect.poll(async () => (await service.api(`/api/v1/reports/${id}`)).status).toBe(404)
  })

  test("deletes that a closing tab can't send are sent on the next visit and reported @all", async ({
    page,
    context,
    service,
  }) => {
    test.setTimeout(60_000)
    await withoutExtensions(context)
    const before = (await service.api('/api/v1/reports')).body.meta.total
    await page.goto('/reports?per_page=100')
    await page.getByRole('checkbox', { name: listWords.selectPage }).check()
    await page
      .getByRole('region', { name: selectionWords.bar })
      .getByRole('button', { name: reportSelectionWords.remove('100') })
      .click()
    await expect(rows(page)).toHaveCount(0)
    const next = await context.newPage()
    await page.close({ runBeforeUnload: true })
    const total = async () => (await service.api('/api/v1/reports')).body.meta.total
    await expect.poll(total, { timeout: 30_000 }).toBe(before - 50)
    await next.goto('/reports')
    await expect(notifications(next).getByText(deletingWords.resumedDone(50))).toBeVisible({
      timeout: 30_000,
    })
    expect((await service.api('/api/v1/reports')).body.meta.total).toBe(before - 100)
    await expect(rows(next)).toHaveCount(10)
  })
})
