import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'Reports' }).locator('tbody tr[data-row]')
const idOf = async (page: Page, at: number) => Number(await rows(page).nth(at).getAttribute('data-row'))
const link = (page: Page, id: number) => page.locator(`main a[href^="/reports/${id}?"], main a[href="/reports/${id}"]`)
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })

async function removeRow(page: Page, at: number) {
  await rows(page).nth(at).getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete report' }).click()
}

test.describe('deleting with undo', () => {
  test('the row leaves at once, Undo brings it back, and nothing was asked of the server', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => request.method() !== 'GET' && asked.push(request.url()))
    await page.goto('/reports')
    const id = await idOf(page, 1)
    const next = await idOf(page, 2)
    await removeRow(page, 1)
    await expect(link(page, id)).toHaveCount(0)
    await expect(link(page, next)).toBeFocused()
    await expect(notifications(page).getByText(/Deleting 1 report in \d s$/)).toBeVisible()
    await notifications(page).getByRole('button', { name: 'Undo' }).click()
    await expect(link(page, id)).toBeVisible()
    await expect(notifications(page).getByText(/Deleting/)).toHaveCount(0)
    expect(asked).toEqual([])
  })

  test('Control Z undoes it as well', async ({ page }) => {
    await page.goto('/reports')
    const id = await idOf(page, 0)
    await removeRow(page, 0)
    await expect(link(page, id)).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expect(link(page, id)).toBeVisible()
  })

  test('it survives moving to another page, and is carried out at the end', async ({ page, service }) => {
    await page.goto('/reports')
    const id = await idOf(page, 0)
    await removeRow(page, 0)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Websites/ }).click()
    await expect(page).toHaveURL('/websites')
    await expect(notifications(page).getByText(/Deleting 1 report in \d s$/)).toBeVisible()
    expect((await service.api(`/api/v1/reports/${id}`)).status).toBe(200)
    await expect(notifications(page).getByText('Report deleted')).toBeVisible({ timeout: 15_000 })
    expect((await service.api(`/api/v1/reports/${id}`)).status).toBe(404)
  })

  test('it waits while the pointer or the focus is on it', async ({ page }) => {
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

  test('closing the tab carries it out', async ({ page, context, service }) => {
    await page.goto('/reports')
    const id = await idOf(page, 0)
    await removeRow(page, 0)
    await expect(link(page, id)).toHaveCount(0)
    await context.newPage()
    await page.close({ runBeforeUnload: true })
    await expect.poll(async () => (await service.api(`/api/v1/reports/${id}`)).status).toBe(404)
  })

  test('a report that another tab has deleted meanwhile counts as deleted', async ({ page, service }) => {
    await page.goto('/reports')
    const id = await idOf(page, 0)
    await removeRow(page, 0)
    await service.api(`/api/v1/reports/${id}`, { method: 'DELETE' })
    await notifications(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(notifications(page).getByText('Report deleted')).toBeVisible()
    await expect(link(page, id)).toHaveCount(0)
  })

  test('what fails comes back with the reason, and can be tried again', async ({ page, service }) => {
    await page.goto('/reports')
    const id = await idOf(page, 0)
    await page.route(`**/api/v1/reports/${id}`, (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 403, body: '{"message":"This key may only read.","status":403}' }) : route.fallback(),
    )
    await removeRow(page, 0)
    await expect(link(page, id)).toHaveCount(0)
    await notifications(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(notifications(page).getByText('The report could not be deleted and is back')).toBeVisible()
    await expect(notifications(page).getByRole('list', { name: 'Outcomes' })).toContainText('This key may only read.')
    await expect(link(page, id)).toBeVisible()
    await page.unroute(`**/api/v1/reports/${id}`)
    await notifications(page).getByRole('button', { name: 'Retry failed' }).click()
    await expect(notifications(page).getByText('Report deleted')).toBeVisible()
    expect((await service.api(`/api/v1/reports/${id}`)).status).toBe(404)
  })

  test("the report's own page deletes in the same way, and goes back to the list", async ({ page }) => {
    await page.goto('/reports')
    const id = await idOf(page, 0)
    await link(page, id).click()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete report' }).click()
    await expect(page).toHaveURL('/reports')
    await expect(link(page, id)).toHaveCount(0)
    await notifications(page).getByRole('button', { name: 'Undo' }).click()
    await expect(link(page, id)).toBeVisible()
  })
})
