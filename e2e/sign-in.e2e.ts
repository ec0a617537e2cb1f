import { labelOf, messageOf } from '#contract/forms/form.ts'
import { AccountForm, SessionForm } from '#contract/forms/people-forms.ts'
import { listWords } from '#web/list/words.ts'
import { overviewWords } from '#web/overview/words.ts'
import { accountWords, signInWords } from '#web/session/words.ts'
import { settingsWords } from '#web/settings/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { startService } from './support/service.ts'
import {
  createAccount,
  expect,
  owner,
  signInByKey,
  signInByLink,
  signInByPassword,
  signInLink,
  test,
} from './support/test.ts'

const signedOut = { cookies: [], origins: [] }

test.describe('signing in', () => {
  test.use({ storageState: signedOut })

  test('the first start leads to an account, whose password signs in again after signing out', async ({ browser }) => {
    test.setTimeout(120_000)
    const empty = await startService()
    const context = await browser.newContext({ baseURL: empty.origin, storageState: signedOut })
    const page = await context.newPage()
    await page.goto(await signInLink(empty))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(accountWords.title)
    await expect(page).toHaveURL('/account')
    await expect(page.getByLabel('Name')).toBeFocused()
    await expectNoFindings(page, 'the new account', [desk, phone])
    await page.reload()
    await createAccount(page, { ...owner, password: 'password123' })
    await expect(page.getByText(messageOf(AccountForm, { field: 'password', code: 'too_common' }))).toBeVisible()
    await createAccount(page, owner)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(overviewWords.title)

    await page.goto('/settings')
    await page.getByRole('button', { name: settingsWords.key.signOut }).click()
    await page.getByRole('dialog').getByRole('button', { name: settingsWords.signOut.confirm }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(signInWords.title)
    expect((await context.cookies()).map(({ name }) => name)).toEqual([])
    await expectNoFindings(page, 'sign-in', [desk, phone])
    await page.goto('/reports?result=bad')
    await signInByPassword(page, { ...owner, password: 'another one' })
    await expect(page.getByText(signInWords.wrong)).toBeVisible()
    await signInByPassword(page, owner)
    await expect(page).toHaveURL('/reports?result=bad')
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch(/seo_|lamp/)
    await context.close()
    await empty.stop()
  })

  test('a link works once, leaves no token in the URL and explains what to do when it is used again', async ({
    page,
    context,
    service,
    signedIn: _,
  }) => {
    const link = await signInLink(service, '--email', owner.email)
    await page.goto(link)
    await expect(page).toHaveURL('/')
    await context.clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto('about:blank')
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(signInWords.usedTitle)
    await expect(page.getByText(signInWords.command)).toBeVisible()
    await expect(page).toHaveURL('/sign-in')
  })

  test('the requested URL opens after a key is entered', async ({ page, service }) => {
    await page.goto('/reports?result=bad&sort_by=score&sort=asc')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(signInWords.title)
    await expect(page.getByLabel(labelOf(SessionForm, 'email'))).toBeFocused()
    const key = page.getByLabel(signInWords.label, { exact: true })
    await signInByKey(page, 'seo_abcdefgh_wrong')
    await expect(page.getByText('That key isn’t valid.')).toBeVisible()
    await expect(key).toHaveValue('seo_abcdefgh_wrong')

    await key.fill(service.key)
    await page.getByRole('button', { name: signInWords.submit, exact: true }).click()
    await expect(page).toHaveURL('/reports?result=bad&sort_by=score&sort=asc')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(listWords.unsavedView)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain(service.key)
  })

  test('signing out ends the session and removes drafts in every tab @all', async ({
    page,
    context,
    service,
    signedIn: _,
  }) => {
    await signInByLink(page, service)
    const other = await context.newPage()
    await other.goto('/reports')
    await other.getByRole('searchbox').fill('secret.example')
    await page.goto('/settings')
    await page.getByRole('button', { name: settingsWords.key.signOut }).click()
    await page.getByRole('dialog').getByRole('button', { name: settingsWords.signOut.confirm }).click()
    for (const one of [page, other]) {
      await expect(one.getByRole('heading', { level: 1 })).toHaveText(signInWords.title)
      expect(await one.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toMatch(
        /person|secret/,
      )
    }
  })

  test('signing out can also revoke a key, everywhere @all', async ({ page, service }) => {
    const signInAndOut = async (revokes: boolean) => {
      const key = await service.command('key', 'create', '--name', `Out ${revokes}`, '--role', 'full')
      await page.goto('/settings')
      await signInByKey(page, key.trim())
      await page.getByRole('button', { name: settingsWords.key.signOut }).click()
      const dialog = page.getByRole('dialog', { name: settingsWords.signOut.title })
      const choice = dialog.getByRole('checkbox', { name: settingsWords.signOut.revoke })
      await expect(choice).not.toBeChecked()
      if (revokes) await choice.check()
      await dialog.getByRole('button', { name: settingsWords.signOut.confirm }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(signInWords.title)
      return fetch(`${service.origin}/api/v1/reports`, { headers: { Authorization: `Bearer ${key.trim()}` } })
    }
    expect((await signInAndOut(false)).status).toBe(200)
    expect((await signInAndOut(true)).status).toBe(401)
  })
})

test('settings show the account and store colour scheme and row height', async ({ page }) => {
  await page.goto('/settings')
  await expect(page.getByText(owner.email, { exact: false }).first()).toBeVisible()
  await page.goto('/settings/appearance')
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.getByRole('radio', { name: 'Compact' }).check()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(page.locator(':root')).toHaveAttribute('data-scheme', 'dark')
  await expect(page.locator(':root')).toHaveAttribute('data-density', 'compact')
})
