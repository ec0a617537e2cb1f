import type { Browser, Page } from '@playwright/test'
import { labelOf } from '#contract/forms/form.ts'
import { InvitationForm, MeForm, NewPasswordForm } from '#contract/forms/people-forms.ts'
import { analyseWords } from '#web/analyse/words.ts'
import { frameWords } from '#web/app/words.ts'
import { findingWords } from '#web/findings/words.ts'
import { formWords } from '#web/forms/words.ts'
import { overviewWords } from '#web/overview/words.ts'
import { reportMissingWords } from '#web/reports/words.ts'
import { assigneeWords, websiteHeaderWords } from '#web/resources/words.ts'
import { resetWords, signInAgainWords, signInWords, unlockWords, visitorWords } from '#web/session/words.ts'
import { grantsFieldWords, peopleWords as words, sessionsWords } from '#web/settings/people-words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { analyseVersions } from './support/changing-page.ts'
import { type ServiceOptions, startService } from './support/service.ts'
import { createAccount, expect, owner, settled, signInByPassword, signInLink, test } from './support/test.ts'

const kim = { name: 'Kim Osei', email: 'kim@agency.example', password: 'copper violin harbour' }

/** The issue of the page in these tests. */
const titlePresent = 'The page has no title tag'

const signedOut = { cookies: [], origins: [] }
test.use({ storageState: signedOut })

/** A service of its own, whose owner is signed in on a page. Other tests need the sessions of theirs. */
async function startOwnService(browser: Browser, options?: ServiceOptions) {
  const service = await startService(options)
  const open = async () => {
    const context = await browser.newContext({ baseURL: service.origin, storageState: signedOut })
    return context.newPage()
  }
  const page = await open()
  await page.goto(await signInLink(service))
  await createAccount(page, owner)
  await expect(page).toHaveURL('/')
  return { service, open, page }
}

test('a person is invited, creates an account, is suspended and out at once, and comes back', async ({ browser }) => {
  test.setTimeout(180_000)
  const { service, open, page } = await startOwnService(browser)
  await page.goto('/settings/people')
  await settled(page)
  await page.getByRole('button', { name: words.invite }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(labelOf(InvitationForm, 'name')).fill(kim.name)
  await dialog.getByRole('button', { name: words.form.submit }).click()
  const link = await dialog.locator('code').innerText()
  await expectNoFindings(page, 'the link of an invitation', [desk, phone])
  await dialog.getByRole('button', { name: words.link.done }).click()
  await expect(page.getByRole('button', { name: words.revokeThis(kim.name) })).toBeVisible()

  const other = await open()
  await other.goto(link)
  await createAccount(other, kim)
  await expect(other).toHaveURL('/')
  await other.goto('/settings/people')
  await expect(other.getByText(words.notAvailable)).toBeVisible()
  await page.reload()
  for (const { email } of [owner, kim]) await expect(page.getByRole('row').filter({ hasText: email })).toBeVisible()
  await expectNoFindings(page, 'people', [desk, phone])

  const act = async (action: string) => {
    await page.getByRole('button', { name: words.actionsFor(kim.name) }).click()
    await page.getByRole('menuitem', { name: action }).click()
    await page.getByRole('dialog').getByRole('button', { name: action }).click()
  }
  await act(words.suspend)
  await expect(page.getByText(words.suspending.done(kim.name))).toBeVisible()
  await other.getByRole('link', { name: sessionsWords.title }).click()
  const again = other.getByRole('dialog', { name: signInAgainWords.title })
  await expect(again).toBeVisible()
  await act(words.activate)
  await expect(page.getByText(words.activating.done(kim.name))).toBeVisible()
  await signInByPassword(other, kim)
  await expect(again).toHaveCount(0)
  await expect(other.getByText(sessionsWords.current)).toBeVisible()
  await service.stop()
})

test('an issue that is assigned to me is among mine, and its mails can be turned off', async ({ browser, pages }) => {
  test.setTimeout(180_000)
  const { service, page } = await startOwnService(browser, {
    allowHosts: [pages.host],
    environment: { SEO_REPORTS_SMTP_URL: 'smtp://127.0.0.1:9', SEO_REPORTS_MAIL_FROM: 'reports@agency.example' },
  })
  const [report] = await analyseVersions({ service, pages }, '/lamps/mine', [{ title: '' }])
  await page.goto(`/websites/${report!.website_id}?tab=issues`)
  const row = page.getByRole('row').filter({ hasText: titlePresent })
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: findingWords.assignee }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(assigneeWords.label).click()
  await page.getByRole('option', { name: assigneeWords.me }).click()
  await expectNoFindings(page, 'the choice of an assignee', [desk, phone])
  await page.setViewportSize(desk)
  await dialog.getByRole('button', { name: findingWords.assign }).click()
  await expect(row).toContainText(owner.name)

  await page.goto('/')
  const mine = page.getByRole('region', { name: overviewWords.mine })
  await expect(mine.getByRole('listitem')).toHaveCount(1)
  await expectNoFindings(page, 'the overview with assigned issues', [desk, phone])
  await page.setViewportSize(desk)
  await mine.getByRole('link', { name: titlePresent }).click()
  await expect(page.getByRole('button', { name: assigneeWords.assignedTo(assigneeWords.me) })).toBeVisible()
  await expect(page.getByRole('link', { name: '/lamps/mine' })).toBeVisible()

  await page.goto('/settings')
  const mails = page.getByRole('checkbox', { name: labelOf(MeForm, 'mail_assigned') })
  await expect(mails).toBeChecked()
  await mails.click()
  await page.getByRole('button', { name: formWords.save }).click()
  await page.reload()
  await expect(mails).not.toBeChecked()
  await service.stop()
})

test('signing out everywhere else ends the sessions of the other browsers', async ({ browser }) => {
  test.setTimeout(180_000)
  const { service, open, page } = await startOwnService(browser)
  const other = await open()
  await other.goto('/settings/sessions')
  await signInByPassword(other, owner)
  await expect(other.getByText(sessionsWords.current)).toBeVisible()
  await expectNoFindings(other, 'sessions', [desk, phone])
  await other.getByRole('button', { name: sessionsWords.others }).click()
  await other.getByRole('dialog').getByRole('button', { name: sessionsWords.others }).click()
  await expect(other.getByText(sessionsWords.othersDone)).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByRole('dialog', { name: signInAgainWords.title })).toBeVisible()
  await expect(other.getByRole('listitem').filter({ hasText: sessionsWords.current })).toBeVisible()
  await service.stop()
})

test('a password link lets a person choose a new password, once', async ({ browser }) => {
  test.setTimeout(180_000)
  const { service, open, page } = await startOwnService(browser)
  await page.goto('/settings/people')
  await page.getByRole('button', { name: words.actionsFor(owner.name) }).click()
  await page.getByRole('menuitem', { name: words.passwordLink }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.passwordLink }).click()
  const link = await page.getByRole('dialog').locator('code').innerText()
  const other = await open()
  await other.goto('/sign-in')
  await other.getByRole('link', { name: signInWords.forgot }).click()
  await expect(other.getByText(resetWords.noMail)).toBeVisible()
  await expectNoFindings(other, 'the forgotten password', [desk, phone])
  const choose = async () => {
    await other.goto('about:blank')
    await other.goto(link)
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(resetWords.newTitle)
    await expect(other).toHaveURL('/reset')
    await other.getByLabel(labelOf(NewPasswordForm, 'password'), { exact: true }).fill('another violin harbour')
    await other.getByRole('button', { name: resetWords.save }).click()
  }
  await choose()
  await expect(other).toHaveURL('/')
  await choose()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(resetWords.usedTitle)
  await service.stop()
})

test('a member sees the websites of their client alone, until an owner changes it', async ({ browser }) => {
  test.setTimeout(180_000)
  const { service, open, page } = await startOwnService(browser)
  const post = (path: string, fields: Record<string, string>, method = 'POST') =>
    service.api(`/api/v1${path}`, { method, body: new URLSearchParams(fields) })
  for (const domain of ['bakery.example', 'butcher.example']) await post('/domains', { domain })
  for (const name of ['Bakery', 'Butcher']) await post('/clients', { name })
  await post('/websites/1/client', { client_id: '1' }, 'PUT')
  await post('/websites/2/client', { client_id: '2' }, 'PUT')

  await page.goto('/settings/people')
  await settled(page)
  await page.getByRole('button', { name: words.invite }).click()
  const dialog = page.getByRole('dialog')
  const grant = async (client: string) => {
    await dialog.getByRole('combobox', { name: grantsFieldWords.label }).fill(client)
    await page.getByRole('option', { name: client }).first().click()
  }
  await dialog.getByLabel(labelOf(InvitationForm, 'name')).fill(kim.name)
  await grant('Bakery')
  await expectNoFindings(page, 'the invitation of a member', [desk, phone])
  await dialog.getByRole('button', { name: words.form.submit }).click()
  const link = await dialog.locator('code').innerText()

  const other = await open()
  await other.goto(link)
  await createAccount(other, kim)
  await expect(other).toHaveURL('/')
  const sees = async (domain: string, hidden: string) => {
    await other.goto('/websites')
    await expect(other.getByRole('row').filter({ hasText: domain })).toBeVisible()
    await expect(other.getByRole('row').filter({ hasText: hidden })).toHaveCount(0)
  }
  await sees('bakery.example', 'butcher.example')
  await other.goto('/websites/2')
  await expect(other.getByRole('heading', { name: websiteHeaderWords.missingTitle })).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: words.actionsFor(kim.name) }).click()
  await page.getByRole('menuitem', { name: words.edit }).click()
  await dialog.getByRole('button', { name: grantsFieldWords.remove('Bakery') }).click()
  await grant('Butcher')
  await dialog.getByRole('button', { name: words.editing.submit }).click()
  await expect(page.getByText(words.editing.saved)).toBeVisible()
  await sees('butcher.example', 'bakery.example')
  await service.stop()
})

test('a guest sees the website of their client, is offered no change and is refused nothing', async ({ browser }) => {
  test.setTimeout(180_000)
  const { service, open, page } = await startOwnService(browser)
  const send = (method: string, path: string, fields: Record<string, string>) =>
    service.api(`/api/v1${path}`, { method, body: new URLSearchParams(fields) })
  await send('POST', '/domains', { domain: 'bakery.example' })
  await send('POST', '/clients', { name: 'Bakery' })
  await send('PUT', '/websites/1/client', { client_id: '1' })
  const invitation = { name: kim.name, team_role: 'guest', grants: 'view client:1' }
  const { url } = (await send('POST', '/people/invitations', invitation)).body.data
  const other = await open()
  await other.goto(url)
  await createAccount(other, kim)
  await expect(other).toHaveURL('/')

  const refused: string[] = []
  other.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  })
  const analyse = (on: Page) => on.getByRole('banner').getByRole('button', { name: analyseWords.submit, exact: true })
  await expect(analyse(page)).toBeVisible()
  for (const path of ['/', '/websites', '/reports?latest=1', '/websites/1', '/alerts', '/settings']) {
    await other.goto(path)
    await settled(other)
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(analyse(other)).toHaveCount(0)
  }
  expect(refused).toEqual([])
  await service.stop()
})

test('a person without a grant sees what visitors see, and what is private stays unknown', async ({
  browser,
  pages,
}) => {
  test.setTimeout(180_000)
  const { service, open } = await startOwnService(browser, { allowHosts: [pages.host] })
  const send = (method: string, path: string, fields: Record<string, string>) =>
    service.api(`/api/v1${path}`, { method, body: new URLSearchParams(fields) })
  await send('POST', '/domains', { domain: 'bakery.example' })
  await send('POST', '/clients', { name: 'Bakery' })
  await send('PUT', '/websites/1/client', { client_id: '1' })
  const [report] = await analyseVersions({ service, pages }, '/lamps/shared', [{ title: 'A lamp' }])
  const website = `/websites/${report!.website_id}`
  const { url } = (await send('POST', '/people/invitations', { name: kim.name, grants: 'edit client:1' })).body.data
  const other = await open()
  await other.goto(url)
  await createAccount(other, kim)
  await expect(other).toHaveURL('/')
  const heading = other.getByRole('heading', { level: 1 })

  await other.goto(`/reports/${report!.id}`)
  await expect(heading).toHaveText(reportMissingWords.title)
  await other.goto(website)
  await expect(heading).toHaveText(websiteHeaderWords.missingTitle)

  await send('PUT', website, { privacy: '0' })
  await other.reload()
  await expect(other.getByText(visitorWords.readOnly)).toBeVisible()
  await expect(heading).toHaveText(pages.host)
  await expectNoFindings(other, 'a public website without a grant', [desk, phone])
  await other.setViewportSize(desk)
  await other.getByRole('row').getByRole('link').first().click()
  await expect(other).toHaveURL(new RegExp(`/reports/${report!.id}`))
  await expect(other.getByText(visitorWords.readOnly)).toBeVisible()
  await other.goBack()
  await expect(other).toHaveURL(website)
  await other.getByRole('link', { name: visitorWords.toDashboard }).click()
  await expect(other).toHaveURL(/\/reports$/)
  await expect(other.getByRole('navigation', { name: frameWords.main })).toBeVisible()
  await other.goto('/websites')
  await expect(other.getByRole('row').filter({ hasText: 'bakery.example' })).toBeVisible()
  await expect(other.getByRole('row').filter({ hasText: pages.host })).toHaveCount(0)

  await send('PUT', website, { privacy: '2', password: 'lantern' })
  await other.goto(`/reports/${report!.id}`)
  await expect(heading).toHaveText(unlockWords.title)
  await other.getByLabel('Password', { exact: true }).fill('lantern')
  await other.getByRole('button', { name: unlockWords.submit }).click()
  await expect(other.getByRole('button', { name: unlockWords.lockAgain })).toBeVisible()
  await expect(other.getByRole('link', { name: visitorWords.toDashboard })).toBeVisible()
  await service.stop()
})
