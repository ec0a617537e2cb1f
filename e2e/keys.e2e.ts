import { readFile } from 'node:fs/promises'
import { listNoticeWords, listWords } from '#web/list/words.ts'
import { signInAgainWords, signInWords } from '#web/session/words.ts'
import { actionWords, activityWords, keysWords, settingsNavWords, settingsWords } from '#web/settings/words.ts'
import { expectNoFindings, phone } from './support/axe.ts'
import { analyseButton, deleteViews, expect, holdResponses, settled, signInByKey, test } from './support/test.ts'

test.afterEach(({ service }) => deleteViews(service))

test('a read-only key is created, sees no writing actions, and another key is asked for once it is revoked', async ({
  page,
  browser,
  service,
}) => {
  await page.goto('/settings')
  await page
    .getByRole('navigation', { name: settingsNavWords.label })
    .getByRole('link', { name: settingsNavWords.keys, exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(keysWords.title)
  await settled(page)
  // A separator must never begin a line.
  const facts = await page.getByRole('region', { name: keysWords.list }).allTextContents()
  expect(facts.join('')).toContain('·')
  expect(facts.join('')).not.toMatch(/[^\u00a0]·/)

  await page.getByRole('button', { name: keysWords.create }).click()
  await page.getByRole('dialog').getByRole('button', { name: keysWords.form.submit }).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByLabel('Name').fill('For the agency')
  await page.getByRole('dialog').getByRole('button', { name: keysWords.form.submit }).click()
  const shown = page.getByRole('dialog', { name: keysWords.shown.title })
  const key = await shown.locator('code').innerText()
  expect(key).toMatch(/^seo_/)
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'For the agency' })).toContainText('Read-only')
  await expect(page.getByText(key)).toHaveCount(0)

  const context = await browser.newContext({ baseURL: service.origin, storageState: { cookies: [], origins: [] } })
  const other = await context.newPage()
  await other.goto('/reports')
  await signInByKey(other, key)
  await expect(other.getByRole('row').nth(1)).toBeVisible()
  await expect(analyseButton(other)).toHaveCount(0)
  await expect(other.getByRole('button', { name: listWords.saveView })).toHaveCount(0)
  await other
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(other.getByRole('menuitem').first()).toBeVisible()
  await expect(other.getByRole('menuitem', { name: /delete|again/i })).toHaveCount(0)
  await other.keyboard.press('Escape')
  const answer = await other.request.delete(`${service.origin}/api/v1/reports/1`, {
    headers: { Authorization: `Bearer ${key}` },
  })
  expect(answer.status()).toBe(403)
  await other.goto('/settings/keys')
  await expect(other.getByRole('heading', { name: keysWords.notAvailable })).toBeVisible()
  await expect(other.getByRole('button', { name: keysWords.create })).toHaveCount(0)
  await other.goto('/websites')
  await expect(other.getByRole('row').nth(1)).toBeVisible()

  await page.getByRole('button', { name: keysWords.revokeThis('For the agency') }).click()
  const dialog = page.getByRole('dialog', { name: keysWords.dialog.title('For the agency') })
  await expect(dialog).toContainText('loses access straight away')
  await dialog.getByRole('button', { name: keysWords.dialog.confirm }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'For the agency' })).toContainText('Revoked')
  await other.reload()
  await expect(other.getByRole('dialog', { name: signInAgainWords.title })).toBeVisible()
  await context.close()
})

test('the activity is listed, filtered by its URL and exported', async ({ page, service }) => {
  const headers = { Authorization: `Bearer ${service.key}` }
  const made = await page.request.post(`${service.origin}/api/v1/views`, {
    headers,
    form: { name: 'Told about', list: 'reports', query: 'search=told-about' },
  })
  expect(made.status()).toBe(201)
  await page.goto('/settings/activity?action=nothing&to=yesterday')
  await expect(page.getByText(listNoticeWords.repair('action', 'nothing', null))).toBeVisible()
  await expect(page.getByText(listNoticeWords.repair('to', 'yesterday', null))).toBeVisible()
  await expect(page).toHaveURL('/settings/activity')
  const row = page.getByRole('row').filter({ hasText: 'Told about' })
  await expect(row).toContainText(actionWords.view_created)
  await expect(row.getByRole('link', { name: 'Told about' })).toHaveAttribute('href', '/views')
  await settled(page)

  await page.getByRole('combobox', { name: 'Action' }).selectOption({ label: actionWords.view_created })
  await expect(page).toHaveURL('/settings/activity?action=view_created')
  await expect(page.getByRole('cell', { name: actionWords.view_created }).first()).toBeVisible()
  await expect(page.getByRole('cell', { name: actionWords.key_created })).toHaveCount(0)

  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: activityWords.export }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^activity-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain('view_created,view,')
  expect(text).not.toContain('key_created')

  await page.getByRole('textbox', { name: 'To' }).fill('2020-01-01')
  await expect(page.getByRole('heading', { name: activityWords.emptyTitle })).toBeVisible()
  await page.getByRole('button', { name: activityWords.clear }).click()
  await expect(page).toHaveURL('/settings/activity')
})

test('on a phone, the filters of the activity are in a sheet that counts what matches @all', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/settings/activity')
  await settled(page)
  const action = page.getByRole('combobox', { name: activityWords.action })
  await expect(action).toHaveCount(0)
  await page.getByRole('button', { name: activityWords.filters }).click()
  const sheet = page.getByRole('dialog', { name: activityWords.filters })
  await sheet.getByRole('combobox', { name: activityWords.action }).selectOption({ label: actionWords.account_created })
  await expect(page).toHaveURL('/settings/activity?action=account_created')
  await expectNoFindings(page, 'filters of the activity')
  await sheet.getByRole('button', { name: /^Show [\d,]+ entr/ }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: actionWords.account_created }).first()).toBeVisible()
})

test('a read-only key shows no writing actions from the first paint, in every tab, on any server @all', async ({
  browser,
  service,
}) => {
  const key = await service.command('key', 'create', '--name', 'Reads alone', '--role', 'read')
  const context = await browser.newContext({ baseURL: service.origin, storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  await page.goto('/reports')
  await signInByKey(page, key)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(analyseButton(page)).toHaveCount(0)

  await context.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('header [aria-haspopup=menu]')) document.documentElement.dataset['writes'] = 'seen'
    }).observe(document, { subtree: true, childList: true })
  })
  const tab = await context.newPage()
  for (const opened of [page, tab]) {
    // The server returns the key's role late.
    const sendRole = await holdResponses(context, ({ pathname }) => pathname === '/api/v1')
    await opened.goto('/reports')
    await expect(opened.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(analyseButton(opened)).toHaveCount(0)
    sendRole()
    await expect(opened.getByRole('row').nth(1)).toBeVisible()
    await expect(opened.locator('html')).not.toHaveAttribute('data-writes')
  }
  expect(await tab.evaluate(() => JSON.stringify(localStorage))).not.toContain('seo_')

  await tab.goto('/settings')
  await tab.getByRole('button', { name: settingsWords.key.signOut }).click()
  await tab.getByRole('dialog').getByRole('button', { name: settingsWords.signOut.confirm }).click()
  for (const one of [page, tab]) {
    await expect(one.getByRole('heading', { level: 1 })).toHaveText(signInWords.title)
    expect(await one.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('seo_')
  }
  await signInByKey(page, service.key)
  await expect(analyseButton(page)).toBeVisible()
  await context.close()
})
