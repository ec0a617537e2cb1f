import { checkBodyWords } from '#web/checks/words.ts'
import { reportWords } from '#web/reports/report/words.ts'
import { settingsNavWords } from '#web/settings/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { expect, test } from './support/test.ts'

const signedOut = { cookies: [], origins: [] }

test.describe('without a key', () => {
  test.use({ storageState: signedOut })

  test('axe finds nothing @all', async ({ page }) => {
    for (const path of ['/checks?search=robots', '/checks/noindex']) {
      await page.goto(path)
      await expect(page.getByRole('main').getByText('noindex', { exact: true })).toBeVisible()
      await expectNoFindings(page, path, [desk, phone])
    }
  })

  test('nothing scrolls sideways at 320 px @all', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of ['/checks', '/checks/noindex']) {
      await page.goto(path)
      await expect(page.getByRole('main').getByText('noindex', { exact: true })).toBeVisible()
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        path,
      ).toBeLessThanOrEqual(0)
    }
  })
})

test('with a key the checks open in the app frame, from a report and from the settings', async ({
  page,
  pages,
  service,
}) => {
  const made = await service.api('/api/v1/reports', {
    method: 'POST',
    body: new URLSearchParams({ url: `${pages.origin}/article` }),
  })
  await page.goto(`/reports/${made.body.data.id}#check-https`)
  await page
    .locator('#check-https')
    .getByRole('link', { name: checkBodyWords.aboutCheck('HTTPS') })
    .click()
  await expect(page).toHaveURL(/\/checks\/https$/)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: reportWords.basis }).click()
  await page.getByRole('link', { name: reportWords.aboutChecks }).click()
  await expect(page).toHaveURL(/\/checks$/)
  await page.goto('/settings')
  await page.getByRole('link', { name: settingsNavWords.checks, exact: true }).click()
  await expect(page).toHaveURL(/\/settings\/checks$/)
})
