import type { Page } from '@playwright/test'
import { analyseWords } from '#web/analyse/words.ts'
import { commandMenuWords } from '#web/app/command-menu/words.ts'
import { frameWords } from '#web/app/words.ts'
import { reportsWords } from '#web/reports/words.ts'
import { shortcutWords, settingsWords } from '#web/settings/words.ts'
import { viewsWords } from '#web/views/words.ts'
import { axeFindings, expectNoFindings } from './support/axe.ts'
import { expect, keysWork, test } from './support/test.ts'

const menu = (page: Page) => page.getByRole('dialog', { name: /^Command menu/ })
const field = (page: Page) => menu(page).getByRole('combobox')
const options = (page: Page) => menu(page).getByRole('option')

async function open(page: Page, address = '/reports') {
  await page.goto(address)
  await keysWork(page)
}

test('Ctrl K opens the command menu on any page, even from a field, and Escape restores the focus', async ({
  page,
}) => {
  await open(page)
  const search = page.getByLabel(reportsWords.search)
  await search.fill('shop')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(options(page).first()).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('shop')
  await page.keyboard.press('Meta+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(menu(page)).toBeHidden()
})

test('text typed right after the shortcut goes to the command menu', async ({ page }) => {
  await open(page)
  await page.getByLabel(analyseWords.label).focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('settin')
  await expect(field(page)).toHaveValue('settin')
  await expect(page.getByLabel(analyseWords.label)).toHaveValue('')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings')
  await expect(page.locator('h1')).toBeFocused()
})

test('arrow keys wrap around in the command menu and announce the active option', async ({ page }) => {
  const views = page.waitForResponse(/\/api\/v1\/views/)
  await open(page)
  await views
  await page.keyboard.press('Control+k')
  // Entries that arrive later would move the active one.
  await expect(options(page).filter({ hasText: commandMenuWords.pages.keys })).toBeVisible()
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const second = options(page).nth(1)
  await expect(second).toHaveAttribute('aria-selected', 'true')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await second.getAttribute('id')) ?? '')
  await field(page).fill('websites')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/websites')
})

test('the command menu searches websites and reports on the server, with prefix matches first', async ({
  page,
  service,
}) => {
  const site = (await service.api('/api/v1/websites?sort_by=reports_count')).body.data[0] as {
    id: number
    domain: string
  }
  await open(page)
  await page.keyboard.press('Control+k')
  await field(page).fill(site.domain)
  await expect(options(page).filter({ hasText: 'Report' }).first()).toBeVisible()
  await expect(options(page).first()).toContainText(site.domain)
  await expect(options(page).first()).toContainText('Website')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/websites/${site.id}?latest=1`)
})

test('the command menu lists saved views and recent reports before typing', async ({ page, service }) => {
  const made = await service.api('/api/v1/views', {
    method: 'POST',
    body: new URLSearchParams({ name: 'Ærø worst', list: 'reports', query: 'result=bad' }),
  })
  const report = (await service.api('/api/v1/reports')).body.data[3] as { id: number; url: string }
  await open(page, `/reports/${report.id}`)
  // The visit is noted after the page has loaded.
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain('recent-reports')
  await page.goto('/websites')
  await keysWork(page)
  await page.keyboard.press('Control+k')
  await expect(options(page).filter({ hasText: report.url.replace('https://', '') })).toHaveCount(1)
  await field(page).fill('ÆRØ')
  await expect(options(page).first()).toContainText('Ærø worst')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/reports?view=${made.body.data.id}&result=bad`)
  await service.api(`/api/v1/views/${made.body.data.id}`, { method: 'DELETE' })
})

test('a typed URL can be analysed', async ({ page, pages }) => {
  await open(page)
  await page.keyboard.press('Control+k')
  await field(page).fill(`${pages.origin}/article?from=menu`)
  await options(page).filter({ hasText: 'Analyse http' }).click()
  await expect(page).toHaveURL(/\/reports\/\d+$/)
  await expect(page.locator('h1')).toContainText('from=menu')
})

test('the command menu changes the theme, copies the link, saves a view, shows shortcuts and signs out', async ({
  page,
}) => {
  await open(page, '/reports?result=bad')
  const choose = async (typed: string) => {
    await page.keyboard.press('Control+k')
    await field(page).fill(typed)
    await page.keyboard.press('Enter')
  }
  await choose('dark theme')
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
  await choose('compact')
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
  await choose('copy link')
  await expect(page.getByText(commandMenuWords.linkCopied)).toBeVisible()
  await choose('save view')
  await expect(page.getByRole('dialog', { name: viewsWords.saveTitle })).toBeVisible()
  await page.keyboard.press('Escape')
  await choose('show keyboard')
  await expect(page.getByRole('dialog', { name: shortcutWords.title })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Control+k')
  await expect(menu(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await choose('sign out')
  await page
    .getByRole('dialog', { name: settingsWords.signOut.title })
    .getByRole('button', { name: settingsWords.key.signOut })
    .click()
  await expect(page).toHaveURL(/\/sign-in/)
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('recent-reports'))),
  ).toEqual([])
})

test('the command menu finds matches for any text or shows that there are none', async ({ page }) => {
  await open(page)
  await page.keyboard.press('Control+k')
  for (const typed of ['%', '\\', '🙂🙂🙂', 'أسوأ', 'x'.repeat(10_000), 'e', 'nothing-has-this-in-it']) {
    await field(page).fill(typed)
    await expect(menu(page).getByRole('status')).toHaveText(
      typed === 'e' ? /^\d+ results$/ : /^(No results for “.{1,60}”|\d+ results?)$/,
    )
  }
  await expectNoFindings(page, 'nothing found')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/reports')
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
})

test('a failing server is reported and the rest still works', async ({ page }) => {
  await open(page)
  await page.route('**/api/v1/websites?*', (route) => route.fulfill({ status: 422, json: { message: 'No.' } }))
  await page.keyboard.press('Control+k')
  await field(page).fill('sett')
  await expect(menu(page).getByText(commandMenuWords.failed)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings')
})

test('the command menu fits a 320 px phone and opens from the top bar', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto('/reports')
  await page.getByRole('button', { name: frameWords.jump }).click()
  await expect(field(page)).toBeFocused()
  await field(page).fill('e')
  await expect(options(page).nth(8)).toBeAttached()
  const box = await menu(page).boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= 320).toBe(true)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)
  await expectNoFindings(page, 'command menu')
})

test('? shows the shortcuts and / focuses the search, but not while typing, under a dialog or when off', async ({
  page,
}) => {
  await open(page)
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: shortcutWords.title })
  await expect(dialog).toBeVisible()
  for (const { does } of shortcutWords.always) await expect(dialog.getByText(does)).toBeVisible()
  await page.keyboard.press('/')
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(page.getByLabel(reportsWords.search)).toBeFocused()
  await page.keyboard.type('?/')
  await expect(page.getByLabel(reportsWords.search)).toHaveValue('?/')
  await expect(dialog).toBeHidden()

  await open(page, '/settings')
  await page.getByLabel(settingsWords.keyboard.shortcuts).uncheck()
  await open(page)
  await page.locator('h1').focus()
  await page.keyboard.press('?')
  await page.keyboard.press('/')
  await expect(page.locator('h1')).toBeFocused()
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
})

test('a check is found by its name and by other words for it, and opens', async ({ page }) => {
  await open(page)
  await page.keyboard.press('Control+k')
  await field(page).fill('canonical tag')
  await expect(options(page).first()).toHaveText(/^Canonical tag\s*Check$/)
  await field(page).fill('ssl certificate')
  await expect(options(page).first()).toHaveText(/^SSL\/TLS certificate\s*Check$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/checks/certificate')
  await expect(page.locator('h1')).toContainText('SSL/TLS certificate')
})
