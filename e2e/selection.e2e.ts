import type { Page } from '@playwright/test'
import { deletingWords, reportMenuWords } from '#web/reports/words.ts'
import { restoringWords } from '#web/resources/words.ts'
import { expect, test } from './support/test.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'Reports' }).locator('tbody tr[data-row]')
const link = (page: Page, id: number) => page.locator(`main a[href^="/reports/${id}?"], main a[href="/reports/${id}"]`)
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** Deletes the first report of the list. Returns its ID. */
async function removeFirst(page: Page) {
  await page.goto('/reports')
  const id = Number(await rows(page).first().getAttribute('data-row'))
  await rows(page)
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: reportMenuWords.remove }).click()
  await expect(notifications(page).getByText(deletingWords.done(1))).toBeVisible()
  return id
}

test.describe('a deleted report', () => {
  test('is restored by Undo, which waits while the focus is on the message @all', async ({ page, service }) => {
    await page.clock.install()
    const id = await removeFirst(page)
    expect((await service.api(`/api/v1/reports/${id}`)).status).toBe(404)
    const undo = notifications(page).getByRole('button', { name: restoringWords.undo })
    await undo.focus()
    await page.clock.runFor(20_000)
    await expect(undo).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(link(page, id)).toBeVisible()
    expect((await service.api(`/api/v1/reports/${id}`)).status).toBe(200)
  })
})
