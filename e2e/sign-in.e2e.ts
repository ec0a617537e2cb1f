import { maxKeyName } from '#contract/access/keys.ts'
import { nameMessage } from '#contract/forms/form.ts'
import { listWords } from '#web/list/words.ts'
import { overviewWords } from '#web/overview/words.ts'
import { nameWords, signInWords } from '#web/session/words.ts'
import { roleWords, settingsWords } from '#web/settings/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { expect, signInByLink, signInLink, test } from './support/test.ts'

test.describe('signing in', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('a link works once, leaves no token in the URL and explains what to do when it is used again', async ({
    page,
    service,
  }) => {
    const link = await signInLink(service)
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(nameWords.title)
    expect(page.url()).not.toContain('token')
    await expect(page.getByLabel('Name')).toBeFocused()
    await expectNoFindings(page, 'the question for a name', [desk, phone])
    await page.keyboard.press('Enter')
    await expect(page.getByText(nameMessage(maxKeyName))).toBeVisible()
    await page.getByLabel('Name').fill('Dana')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(overviewWords.title)
    await page.goto('/settings/activity?action=key_renamed')
    await expect(page.getByRole('row').nth(1)).toContainText('Dana')

    await page.evaluate(() => localStorage.clear())
    await page.goto('about:blank')
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(signInWords.usedTitle)
    await expect(page.getByText(signInWords.command)).toBeVisible()
    expect(page.url()).not.toContain('token')
  })

  test('the requested URL opens after a key is entered', async ({ page, service }) => {
    await page.goto('/reports?result=bad&sort_by=score&sort=asc')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(signInWords.title)
    await expect(page.getByLabel(signInWords.label)).toBeFocused()
    await page.getByLabel(signInWords.label).fill('seo_abcdefgh_wrong')
    await page.getByRole('button', { name: signInWords.submit }).click()
    await expect(page.getByText('That key isn’t valid.')).toBeVisible()
    await expect(page.getByLabel(signInWords.label)).toHaveValue('seo_abcdefgh_wrong')

    await page.getByLabel(signInWords.label).fill(service.key)
    await page.getByRole('button', { name: signInWords.submit }).click()
    await expect(page).toHaveURL('/reports?result=bad&sort_by=score&sort=asc')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(listWords.unsavedView)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain(service.key)
  })

  test('signing out removes the key and drafts in every tab, and a link’s key can be kept for one visit @all', async ({
    page,
    context,
    service,
  }) => {
    await signInByLink(page, service)
    const other = await context.newPage()
    await other.goto('/reports')
    await other.getByRole('searchbox').fill('secret.example')
    await page.goto('/settings')
    const remember = page.getByRole('checkbox', { name: signInWords.remember })
    await expect(remember).toBeChecked()
    await remember.uncheck()
    await expect(remember).not.toBeChecked()
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('seo_')
    await page.getByRole('button', { name: settingsWords.key.signOut }).click()
    await page.getByRole('dialog').getByRole('button', { name: settingsWords.signOut.confirm }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(signInWords.title)
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('seo_')
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(signInWords.title)
    expect(await other.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toMatch(
      /seo_|secret/,
    )
  })

  test('signing out can also revoke the key, everywhere @all', async ({ page, service }) => {
    const signInAndOut = async (revokes: boolean) => {
      await signInByLink(page, service)
      const key = await page.evaluate(() => Object.values(localStorage).find((value) => value.startsWith('seo_')))
      await page.goto('/settings')
      await page.getByRole('button', { name: settingsWords.key.signOut }).click()
      const dialog = page.getByRole('dialog', { name: settingsWords.signOut.title })
      const choice = dialog.getByRole('checkbox', { name: settingsWords.signOut.revoke })
      await expect(choice).not.toBeChecked()
      if (revokes) await choice.check()
      await dialog.getByRole('button', { name: settingsWords.signOut.confirm }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(signInWords.title)
      return fetch(`${service.origin}/api/v1/reports`, { headers: { Authorization: `Bearer ${key}` } })
    }
    expect((await signInAndOut(false)).status).toBe(200)
    expect((await signInAndOut(true)).status).toBe(401)
  })
})

test('settings show the key and store colour scheme and row height', async ({ page }) => {
  await page.goto('/settings')
  await expect(page.getByText(roleWords.full, { exact: true })).toBeVisible()
  await page.goto('/settings/appearance')
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.getByRole('radio', { name: 'Compact' }).check()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(page.locator(':root')).toHaveAttribute('data-scheme', 'dark')
  await expect(page.locator(':root')).toHaveAttribute('data-density', 'compact')
})
