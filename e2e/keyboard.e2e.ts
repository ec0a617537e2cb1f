import type { Locator, Page } from '@playwright/test'
import { expect, keysWork, test } from './support/test.ts'

/** Presses Tab until `target` has the focus. */
async function tabTo(page: Page, target: Locator) {
  for (let at = 0; at < 80; at += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${String(target)}.`)
}

test('the keyboard is enough to filter, open, step, delete, undo, save a view and share it', async ({
  page,
  service,
  context,
}) => {
  test.setTimeout(90_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { data } = (await service.api('/api/v1/reports?result=bad&sort_by=score&sort=asc')).body
  const [first, second] = data.map((row: { id: number }) => row.id) as [number, number]
  const row = (id: number) => page.locator(`main tr[data-row="${id}"]`)
  await page.goto('/reports')
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  // Filter by rating, then sort.
  await keysWork(page)
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search URLs')).toBeFocused()
  await tabTo(page, page.getByRole('radio', { name: 'All' }))
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL('/reports?result=bad')
  await tabTo(page, page.getByRole('combobox', { name: /^Sort/ }))
  await page.keyboard.type('Lowest')
  await expect(page).toHaveURL('/reports?result=bad&sort_by=score&sort=asc')
  await expect(page.locator('h1')).toHaveText('Bad reports · lowest score first')

  // Open the worst report, then the next one.
  await tabTo(page, row(first).locator('a[href^="/reports/"]'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/reports/${first}\\?`))
  await expect(page.getByRole('navigation', { name: 'Reports in this list' })).toContainText('1 of')
  await page.keyboard.press('j')
  await expect(page).toHaveURL(new RegExp(`/reports/${second}\\?`))
  await expect(page.locator('h1')).toBeFocused()

  // Delete it, then undo.
  await tabTo(page, page.getByRole('button', { name: 'More actions' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Delete report' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/reports?result=bad&sort_by=score&sort=asc')
  await expect(row(first)).toBeVisible()
  await expect(row(second)).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(row(second)).toBeVisible()

  // Save the view and share it.
  await tabTo(page, page.getByRole('button', { name: 'Save view' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name')).toBeFocused()
  await page.keyboard.type('The worst first')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^The worst first/ }),
  ).toBeVisible()
  await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Copy link' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`${service.origin}/reports?result=bad&sort_by=score&sort=asc&newest=`)
  expect((await service.api(`/api/v1/reports/${second}`)).status).toBe(200)
})
