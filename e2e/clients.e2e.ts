import type { Page } from '@playwright/test'
import { NewClientForm } from '#contract/forms/client-forms.ts'
import { labelOf } from '#contract/forms/form.ts'
import { clientPageWords, clientsWords as words } from '#web/clients/words.ts'
import { listNoticeWords, selectionWords } from '#web/list/words.ts'
import { clientWords } from '#web/resources/words.ts'
import { setClientWords, websitesWords } from '#web/websites/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { startService } from './support/service.ts'
import { createAccount, expect, owner, settled, signInLink, test } from './support/test.ts'

const signedOut = { cookies: [], origins: [] }
test.use({ storageState: signedOut })

const switcher = (page: Page) => page.getByRole('navigation').getByRole('combobox', { name: clientWords.label })

/** Checks a page on wide and narrow screens, and goes on with a wide one. */
async function expectSound(page: Page, name: string) {
  await expectNoFindings(page, name, [desk, phone])
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('websites are assigned to a client, shown by it, and freed when it is deleted', async ({ browser }) => {
  test.setTimeout(180_000)
  const service = await startService()
  for (const domain of ['one.example', 'two.example', 'three.example'])
    await service.api('/api/v1/domains', { method: 'POST', body: new URLSearchParams({ domain }) })
  const context = await browser.newContext({ baseURL: service.origin, storageState: signedOut })
  const page = await context.newPage()
  await page.goto(await signInLink(service))
  await createAccount(page, owner)
  await expect(page).toHaveURL('/')

  // Without clients, nothing of them shows.
  await page.goto('/websites')
  await expect(page.getByRole('row')).toHaveCount(4)
  await expect(switcher(page)).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Client' })).toHaveCount(0)

  await page.goto('/settings/clients')
  await settled(page)
  await expect(page.getByText(words.emptyTitle)).toBeVisible()
  for (const name of ['Acme', 'Zoo']) {
    await page.getByRole('button', { name: words.add }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(labelOf(NewClientForm, 'name')).fill(name)
    await dialog.getByRole('button', { name: words.adding.submit }).click()
    await expect(page.getByRole('link', { name })).toBeVisible()
  }
  await expectSound(page, 'clients')

  await page.goto('/websites')
  for (const domain of ['one.example', 'two.example'])
    await page.getByRole('row').filter({ hasText: domain }).getByRole('checkbox').check()
  await page
    .getByRole('region', { name: selectionWords.bar })
    .getByRole('button', { name: setClientWords.action })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').fill('ac')
  await page.getByRole('option', { name: /^Acme/ }).click()
  await dialog.getByRole('button', { name: setClientWords.submit }).click()
  await expect(page.getByRole('row').getByRole('link', { name: 'Acme' })).toHaveCount(2)

  await switcher(page).click()
  await page.getByRole('option', { name: /^Acme/ }).click()
  await expect(page).toHaveURL(/[?&]client=1(&|$)/)
  await expect(page.getByRole('row')).toHaveCount(3)
  // All of a card fits on a phone, however many columns the list has.
  await page.setViewportSize(phone)
  const actions = page.getByRole('button', { name: websitesWords.menu('one.example') })
  await expect(actions).toBeInViewport({ ratio: 1 })
  await expectSound(page, 'websites of a client')
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Reports/ })
    .click()
  await expect(page).toHaveURL(/\/reports\?.*client=1/)
  await expect(switcher(page)).toHaveValue('Acme')
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Websites/ })
    .click()
  await page.getByRole('button', { name: /Acme/ }).first().click()
  await expect(page).not.toHaveURL(/client=/)
  await expect(page.getByRole('row')).toHaveCount(4)

  await page.goto('/clients/1')
  await expect(page.getByRole('heading', { level: 1, name: 'Acme' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Website' }).fill('three')
  await page.getByRole('option', { name: /^three/ }).click()
  await page.getByRole('button', { name: listNoticeWords.showNew, exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'three.example' })).toBeVisible()
  await expectSound(page, 'a client')
  await page.getByRole('link', { name: clientPageWords.tab.issues }).click()
  await expect(page.getByText(clientPageWords.noIssuesTitle)).toBeVisible()

  await page.goto('/settings/clients')
  await page.getByRole('button', { name: words.actionsFor('Acme') }).click()
  await page.getByRole('menuitem', { name: words.remove }).click()
  await expect(page.getByRole('dialog')).toContainText('3 websites')
  await page.getByRole('dialog').getByRole('button', { name: words.removing.submit }).click()
  await expect(page.getByRole('link', { name: 'Acme' })).toHaveCount(0)
  const { body } = await service.api('/api/v1/websites')
  expect(body.data.map(({ client_id }: { client_id: number | null }) => client_id)).toEqual([null, null, null])
  await context.close()
  await service.stop()
})
