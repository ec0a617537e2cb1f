import type { Page } from '@playwright/test'
import { analyseWords } from '#web/analyse/words.ts'
import { commandMenuWords } from '#web/app/command-menu/words.ts'
import { frameWords } from '#web/app/words.ts'
import { reportsWords } from '#web/reports/words.ts'
import { shortcutsPageWords, shortcutWords, settingsWords } from '#web/settings/words.ts'
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
  await field(page).fill('nothing-has-this-in-it')
  await expect(menu(page).getByText(commandMenuWords.noneHint)).toBeVisible()
  await expectNoFindings(page, 'nothing found')
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

test('letters and Enter pressed before the results are loaded are kept', async ({ page }) => {
  let load = () => {}
  const loaded = new Promise<void>((resolve) => (load = resolve))
  await page.route(/\/assets\/results-/, async (route) => {
    await loaded
    await route.continue()
  })
  await open(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('settings')
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('settings')
  await expect(options(page)).toHaveCount(0)
  load()
  await expect(page).toHaveURL('/settings')
  await expect(page.locator('h1')).toBeFocused()
})

test('a typed URL can be analysed', async ({ page, pages }) => {
  await open(page)
  await page.keyboard.press('Control+k')
  await field(page).fill(`${pages.origin}/article?from=menu`)
  await options(page).filter({ hasText: 'Analyse http' }).click()
  await expect(page).toHaveURL(/\/reports\/\d+$/)
  await expect(page.getByRole('main').locator('header').first()).toContainText('from=menu')
})

test('the command menu changes the theme, copies the link, saves a view, shows shortcuts and signs out', async ({
  page,
}) => {
  // No other test saves a view of this list.
  await open(page, '/reports?search=brass')
  const choose = async (entry: string) => {
    await page.keyboard.press('Control+k')
    await field(page).fill(entry)
    await expect(options(page).first()).toContainText(entry)
    await page.keyboard.press('Enter')
  }
  await choose(commandMenuWords.scheme.dark)
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
  await choose(commandMenuWords.density.compact)
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
  await choose(commandMenuWords.copyLink)
  await expect(page.getByText(commandMenuWords.linkCopied)).toBeVisible()
  await choose(commandMenuWords.pageActions.saveView.label)
  await expect(page.getByRole('dialog', { name: viewsWords.saveTitle })).toBeVisible()
  await page.keyboard.press('Escape')
  await choose(commandMenuWords.shortcuts)
  await expect(page.getByRole('dialog', { name: shortcutWords.title })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Control+k')
  await expect(menu(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await choose(commandMenuWords.signOut)
  await page
    .getByRole('dialog', { name: settingsWords.signOut.title })
    .getByRole('button', { name: settingsWords.key.signOut })
    .click()
  await expect(page).toHaveURL(/\/sign-in/)
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('recent-reports'))),
  ).toEqual([])
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

  await open(page, '/settings/shortcuts')
  await page.getByLabel(shortcutsPageWords.single).uncheck()
  await open(page)
  await page.locator('h1').focus()
  await page.keyboard.press('?')
  await page.keyboard.press('/')
  await expect(page.locator('h1')).toBeFocused()
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
})
