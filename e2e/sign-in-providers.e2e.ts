import type { Browser, Page } from '@playwright/test'
import { labelOf } from '#contract/forms/form.ts'
import { MeForm } from '#contract/forms/people-forms.ts'
import { ProviderForm } from '#contract/forms/sign-in-forms.ts'
import { clientId, clientSecret, startProvider } from '#testing/servers/sign-in-provider.ts'
import { providerWords, signInWords } from '#web/session/words.ts'
import { identityWords, signInSettingsWords as words } from '#web/settings/sign-in-words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { startService } from './support/service.ts'
import { createAccount, expect, owner, settled, signInLink, test } from './support/test.ts'

const signedOut = { cookies: [], origins: [] }
test.use({ storageState: signedOut })

const accounts = {
  dana: { email: owner.email, email_verified: true, name: owner.name },
  kim: { email: 'kim@agency.example', email_verified: true, name: 'Kim Osei' },
  pat: { email: 'pat@agency.example', email_verified: true, name: 'Pat' },
  lu: { email: 'lu@other.example', email_verified: true, name: 'Lu' },
}

/** A provider with sign-in pages, and a service whose owner is signed in on a page. */
async function start(browser: Browser) {
  let origin = ''
  const provider = await startProvider(() => [`${origin}/sign-in/1/callback`], accounts, { pages: true })
  const service = await startService({ allowHosts: [provider.host] })
  origin = service.origin
  const open = async () => {
    const context = await browser.newContext({ baseURL: origin, storageState: signedOut })
    return context.newPage()
  }
  const page = await open()
  await page.goto(await signInLink(service))
  await createAccount(page, owner)
  await expect(page).toHaveURL('/')
  return { provider, service, open, page }
}

/** Signs in on the provider's page. */
async function signInThere(page: Page, account: keyof typeof accounts) {
  await page.getByPlaceholder('Enter any login').fill(account)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}

test('an owner sets up a provider, tests and enables it, others sign in, and passwords are turned off', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const { open, page, provider, service } = await start(browser)
  await page.goto('/settings/sign-in')
  await settled(page)
  await expect(page.getByText(words.empty.title)).toBeVisible()
  await expectNoFindings(page, 'sign-in without providers', [desk, phone])
  await page.getByRole('button', { name: words.add }).click()
  const dialog = page.getByRole('dialog')
  const fill = (name: string, text: string) =>
    dialog.getByLabel(labelOf(ProviderForm, name), { exact: true }).fill(text)
  await fill('name', 'Work')
  await fill('issuer', provider.issuer)
  await fill('client_id', clientId)
  await fill('client_secret', clientSecret)
  await fill('email_domains', 'agency.example')
  await expectNoFindings(page, 'a new provider', [desk, phone])
  await dialog.getByRole('button', { name: words.adding.submit }).click()
  await expect(page.getByText(words.states.untested)).toBeVisible()
  await expectNoFindings(page, 'a provider that wasn’t tested', [desk, phone])

  await page.getByRole('link', { name: words.testThis('Work') }).click()
  await signInThere(page, 'lu')
  await expect(page.getByRole('alert')).toHaveText(providerWords.problems.other_domain())
  await page.context().clearCookies({ name: /^_/ })
  await page.getByRole('link', { name: words.testThis('Work') }).click()
  await signInThere(page, 'dana')
  await expect(page.getByText(words.tested('Work'))).toBeVisible()
  await page.getByRole('button', { name: words.enableThis('Work') }).click()
  await expect(page.getByText(words.states.enabled, { exact: true })).toBeVisible()

  const kim = await open()
  await kim.goto('/websites')
  await expect(kim.getByRole('link', { name: providerWords.continueWith('Work') })).toBeVisible()
  await expectNoFindings(kim, 'the sign-in page with a provider', [desk, phone])
  await kim.getByRole('link', { name: providerWords.continueWith('Work') }).click()
  await signInThere(kim, 'kim')
  await expect(kim).toHaveURL(/\/websites/)
  await kim.goto('/settings')
  await expect(kim.getByRole('heading', { name: identityWords.title })).toBeVisible()
  await expect(kim.getByText(accounts.kim.email).first()).toBeVisible()
  await expectNoFindings(kim, 'ways to sign in', [desk, phone])

  const invitation = { method: 'POST', body: new URLSearchParams({ name: 'Pat Ortiz' }) }
  const pat = await open()
  await pat.goto((await service.api('/api/v1/people/invitations', invitation)).body.data.url)
  await expect(pat.getByRole('button', { name: providerWords.continueWith('Work') })).toBeVisible()
  await expectNoFindings(pat, 'an invitation with a provider', [desk, phone])
  await pat.getByRole('button', { name: providerWords.continueWith('Work') }).click()
  await signInThere(pat, 'pat')
  await expect(pat).toHaveURL('/')
  await pat.goto('/settings')
  await expect(pat.getByRole('textbox', { name: labelOf(MeForm, 'name') })).toHaveValue('Pat Ortiz')

  await page.getByRole('button', { name: words.passwords.turnOff }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.passwords.turnOff }).click()
  await expect(page.getByText(words.passwords.off)).toBeVisible()
  const other = await open()
  await other.goto('/sign-in')
  await expect(other.getByRole('link', { name: providerWords.continueWith('Work') })).toBeVisible()
  await expect(other.getByText(providerWords.passwordsOff)).toBeVisible()
  await expect(other.getByRole('button', { name: signInWords.submit })).toBeHidden()

  await provider.close()
  await other.getByRole('link', { name: providerWords.continueWith('Work') }).click()
  await expect(other.getByRole('alert')).toHaveText(providerWords.problems.provider_down('Work'))
  await other.goto(await signInLink(service, '--email', owner.email))
  await expect(other).toHaveURL('/')
})
