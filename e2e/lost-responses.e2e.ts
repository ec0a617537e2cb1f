import type { Page } from '@playwright/test'
import { describeError, errorWords } from '#web/data/error-words.ts'
import { listWords } from '#web/list/words.ts'
import { signInWords } from '#web/session/words.ts'
import { keysWords } from '#web/settings/words.ts'
import { viewsWords } from '#web/views/words.ts'
import { cutNext, notSoFar } from './support/cut-connections.ts'
import type { Service } from './support/service.ts'
import { expect, signInLink, test } from './support/test.ts'

type View = { id: number; name: string }

const perhaps = 'Can’t reach the server. The change may have gone through. Check before you try again.'

const viewsOf = async (service: Service): Promise<View[]> => (await service.api('/api/v1/views')).body.data
const namesOf = async (service: Service) => (await viewsOf(service)).map(({ name }) => name)
const namesOn = (page: Page) => page.locator('[data-view-link]').allTextContents()

test.beforeEach(async ({ service }) => {
  for (const { id } of await viewsOf(service)) await service.api(`/api/v1/views/${id}`, { method: 'DELETE' })
  for (const name of ['First', 'Second', 'Third'])
    await service.api('/api/v1/views', {
      method: 'POST',
      body: new URLSearchParams({ name, list: 'reports', query: `search=${name}` }),
    })
})

test.describe('a view whose response is lost', () => {
  test('counts as saved if it was, and stays in the form if not', async ({ page, service }) => {
    const cut = await cutNext(page, 'POST', /\/views$/, 'before')
    await page.goto('/reports?result=bad')
    await page.getByRole('button', { name: listWords.saveView }).click()
    const dialog = page.getByRole('dialog', { name: viewsWords.saveTitle })
    await dialog.getByLabel('Name').fill('Lost on the way')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText(notSoFar)
    await expect(dialog.getByLabel('Name')).toHaveValue('Lost on the way')
    cut.again('after')
    await dialog.getByRole('button', { name: viewsWords.submit }).click()
    await expect(page.getByText(viewsWords.saved('Lost on the way'))).toBeVisible()
    await expect(page.getByRole('link', { name: /^Lost on the way/ })).toBeVisible()
    expect(await namesOf(service)).toEqual(['First', 'Second', 'Third', 'Lost on the way'])
  })

  test('has its new name if it was renamed, and stays in the form if not', async ({ page, service }) => {
    const cut = await cutNext(page, 'PUT', /\/views\/\d+$/, 'before')
    await page.goto('/views')
    await page.getByRole('button', { name: viewsWords.renameThis('Second') }).click()
    const dialog = page.getByRole('dialog', { name: viewsWords.renameDialog })
    await dialog.getByLabel('Name').fill('Silver')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText(notSoFar)
    await expect(dialog.getByLabel('Name')).toHaveValue('Silver')
    expect(await namesOf(service)).toEqual(['First', 'Second', 'Third'])
    cut.again('after')
    await dialog.getByRole('button', { name: viewsWords.rename }).click()
    // Announcements stay for three seconds: look for them first.
    await expect(page.getByText(viewsWords.renamed('Silver'))).toBeAttached()
    await expect(dialog).toBeHidden()
    await expect.poll(() => namesOn(page)).toEqual(['First', 'Silver', 'Third'])
  })

  test("is reported as perhaps renamed if it can't be read back", async ({ page, context }) => {
    await page.goto('/views')
    await page.getByRole('button', { name: viewsWords.renameThis('Second') }).click()
    await page.route(/\/views\/\d+$/, async (route) => {
      await route.fetch()
      await context.setOffline(true)
      await route.abort('connectionreset')
    })
    const dialog = page.getByRole('dialog', { name: viewsWords.renameDialog })
    await dialog.getByLabel('Name').fill('Silver')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText(perhaps)
    await expect(dialog.getByLabel('Name')).toHaveValue('Silver')
    await context.setOffline(false)
    await expect.poll(() => namesOn(page)).toEqual(['First', 'Silver', 'Third'])
  })

  test('is shown in its new place if it was moved, otherwise in the old one', async ({ page, service }) => {
    const cut = await cutNext(page, 'PUT', /\/views\/order$/, 'before')
    await page.goto('/views')
    await page.getByRole('button', { name: viewsWords.up('Third') }).click()
    await expect(page.getByText(notSoFar)).toBeVisible()
    await expect.poll(() => namesOn(page)).toEqual(['First', 'Second', 'Third'])
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' }).click()
    cut.again('after')
    await page.getByRole('button', { name: viewsWords.up('Third') }).click()
    await expect(page.getByText(viewsWords.moved('Third', 2, 3))).toBeAttached()
    await expect.poll(() => namesOf(service)).toEqual(['First', 'Third', 'Second'])
    await expect.poll(() => namesOn(page)).toEqual(['First', 'Third', 'Second'])
    await expect(
      page.getByText(describeError({ kind: 'network', status: null, message: '', notDone: true }).title),
    ).toHaveCount(0)
    expect(cut.sent).toBe(2)
  })

  test("reappears if it wasn't deleted, is gone if it was, and can be restored", async ({ page, service }) => {
    const cut = await cutNext(page, 'DELETE', /\/views\/\d+$/, 'before')
    await page.goto('/views')
    await page.getByRole('button', { name: viewsWords.removeThis('Second') }).click()
    await expect(page.getByText(notSoFar)).toBeVisible()
    await expect.poll(() => namesOn(page)).toEqual(['First', 'Second', 'Third'])
    cut.again('after')
    await page.getByRole('button', { name: viewsWords.removeThis('Second') }).click()
    await expect(page.getByText(viewsWords.removed('Second'))).toBeVisible()
    await cutNext(page, 'POST', /\/views$/, 'after')
    await cutNext(page, 'PUT', /\/views\/order$/, 'after')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => namesOn(page)).toEqual(['First', 'Second', 'Third'])
    await expect.poll(() => namesOf(service)).toEqual(['First', 'Second', 'Third'])
  })
})

test('an import of views with a lost response is undone completely or finished completely', async ({
  page,
  service,
}) => {
  const views = ['Fourth', 'Fifth'].map((name) => ({ name, list: 'reports', query: `search=${name}` }))
  const file = { name: 'two.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(views)) }
  const dialog = page.getByRole('dialog', { name: viewsWords.importTitle })
  const importBoth = dialog.getByRole('button', { name: viewsWords.importCount(2) })
  const cut = await cutNext(page, 'POST', /\/views$/, null, 'before', null, 'after')
  await page.goto('/views')
  await page.getByLabel(viewsWords.chooseFile).setInputFiles(file)
  await importBoth.click()
  await expect(dialog.getByText(notSoFar)).toBeVisible()
  expect(await namesOf(service)).toEqual(['First', 'Second', 'Third'])
  await importBoth.click()
  await expect(page.getByText(viewsWords.imported(2))).toBeVisible()
  expect(await namesOf(service)).toEqual(['First', 'Second', 'Third', 'Fourth', 'Fifth'])
  expect(cut.sent).toBe(4)
})

test.describe('a key whose response is lost', () => {
  const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

  test('is listed without its secret if it was created, and stays in the form if not', async ({ page }) => {
    const cut = await cutNext(page, 'POST', /\/keys$/, 'before')
    await page.goto('/settings/keys')
    await page.getByRole('button', { name: keysWords.create }).click()
    const dialog = page.getByRole('dialog', { name: keysWords.form.title })
    const make = dialog.getByRole('button', { name: keysWords.form.submit })
    await dialog.getByLabel('Name').fill('Lost key')
    await make.click()
    await expect(dialog.getByText(notSoFar)).toBeVisible()
    await expect(dialog.getByLabel('Name')).toHaveValue('Lost key')
    await expect(row(page, 'Lost key')).toHaveCount(0)
    cut.again('after')
    await make.click()
    await expect(
      dialog.getByText('The key “Lost key” was created, but we lost the connection before we could show it'),
    ).toBeVisible()
    await expect(dialog.getByLabel('Name')).toHaveValue('Lost key')
    await page.keyboard.press('Escape')
    await expect(row(page, 'Lost key')).toHaveCount(1)
    expect(cut.sent).toBe(2)
  })

  test('is shown as revoked only if it was revoked', async ({ page, service }) => {
    await service.command('key', 'create', '--name', 'To be revoked', '--role', 'read')
    const cut = await cutNext(page, 'DELETE', /\/keys\//, 'before')
    await page.goto('/settings/keys')
    await page.getByRole('button', { name: keysWords.revokeThis('To be revoked') }).click()
    const dialog = page.getByRole('dialog')
    const revoke = dialog.getByRole('button', { name: keysWords.dialog.confirm })
    await revoke.click()
    await expect(dialog.getByText(notSoFar)).toBeVisible()
    cut.again('after')
    await revoke.click()
    await expect(page.getByText(keysWords.dialog.done('To be revoked'))).toBeVisible()
    await expect(row(page, 'To be revoked')).toContainText('Revoked')
    expect(cut.sent).toBe(2)
  })

  test('signs out if it is the current one and was revoked, and asks for no other if not', async ({
    browser,
    service,
  }) => {
    const context = await browser.newContext({ baseURL: service.origin, storageState: { cookies: [], origins: [] } })
    const page = await context.newPage()
    await page.goto(await signInLink(service))
    await expect(page).toHaveURL(/\/reports$/)
    const cut = await cutNext(page, 'DELETE', /\/keys\//, 'before')
    await page.goto('/settings/keys')
    const own = page.getByRole('listitem').filter({ hasText: keysWords.current })
    await own.getByRole('button', { name: /^Revoke/ }).click()
    const revoke = page.getByRole('dialog').getByRole('button', { name: keysWords.dialog.confirm })
    await revoke.click()
    await expect(page.getByText(notSoFar)).toBeVisible()
    cut.again('after')
    await revoke.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(signInWords.title)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await context.close()
  })
})

test.describe('a sign-in link whose response is lost', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  for (const [when, title] of [
    ['before', 'Reports'],
    ['after', signInWords.usedTitle],
  ] as const) {
    test(`is retried by hand, which shows whether it was used: connection lost ${when} the operation`, async ({
      page,
      service,
    }) => {
      const cut = await cutNext(page, 'POST', /\/sign-in$/, when)
      await page.goto(await signInLink(service))
      await expect(page.getByText(describeError({ kind: 'network', status: null, message: '' }).text)).toBeVisible()
      expect(cut.sent).toBe(1)
      await page.getByRole('button', { name: errorWords.retry }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    })
  }
})
