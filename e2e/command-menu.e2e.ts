import type { Page } from '@playwright/test'
import { commandMenuWords } from '#web/app/command-menu/words.ts'
import { frameWords } from '#web/app/words.ts'
import { reportsWords } from '#web/reports/words.ts'
import { axeFindings, expectNoFindings } from './support/axe.ts'
import { expect, holdResponses, keysWork, test } from './support/test.ts'

const menu = (page: Page) => page.getByRole('dialog', { name: /^Command menu/ })
const field = (page: Page) => menu(page).getByRole('combobox')
const options = (page: Page) => menu(page).getByRole('option')

/** Runs in the page. Returns whether the field of the menu has the focus before the next key can arrive. */
const isFocusedAtOnce = () =>
  new Promise<boolean>((resolve) =>
    new MutationObserver(() => {
      const added = document.querySelector('[role=combobox]')
      if (added) resolve(document.activeElement === added)
    }).observe(document.body, { childList: true, subtree: true }),
  )

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

test('text typed right after the shortcut goes to the command menu @all', async ({ page }) => {
  await open(page)
  const search = page.getByLabel(reportsWords.search)
  await search.focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('settin')
  await expect(field(page)).toHaveValue('settin')
  await expect(search).toHaveValue('')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings')
  await expect(page.locator('h1')).toBeFocused()
})

test('text typed while the command menu loads goes to it, and the focus returns to where it was @all', async ({
  page,
}) => {
  const sendMenu = await holdResponses(page, /\/full-menu-[^/]*\.js$/)
  await open(page)
  const search = page.getByLabel(reportsWords.search)
  await search.focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('set')
  await expect(menu(page).getByRole('textbox')).toHaveValue('set')
  await expectNoFindings(page, 'command menu that loads')
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await expect(search).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('set')
  const focused = page.evaluate(isFocusedAtOnce)
  sendMenu()
  expect(await focused, 'no letter goes to the page').toBe(true)
  await page.keyboard.type('tings')
  await expect(field(page)).toHaveValue('settings')
  await expect(search).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await expect(search).toBeFocused()
})

test('the field that waits for the command menu ignores Enter, closes by a click beside it and ends a composition @all', async ({
  page,
}) => {
  await page.clock.install()
  const sendMenu = await holdResponses(page, /\/full-menu-[^/]*\.js$/)
  await open(page)
  const search = page.getByLabel(reportsWords.search)
  await search.focus()
  await page.keyboard.press('Control+k')
  const waiting = menu(page).getByRole('textbox')
  await waiting.fill('settings')
  await waiting.press('Enter')
  await waiting.click()
  await expect(waiting).toHaveValue('settings')
  await page.mouse.click(5, 5)
  await expect(menu(page)).toBeHidden()
  await expect(search).toBeFocused()

  await page.keyboard.press('Control+k')
  await expect(waiting).toBeFocused()
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: 'とう', selectionStart: 2, selectionEnd: 2 })
  const response = page.waitForResponse(/\/full-menu-[^/]*\.js$/)
  sendMenu()
  const file = (await response).url()
  await page.evaluate((url) => import(url), file)
  // React shows nothing new within 300 ms of what stood in for it.
  await page.clock.runFor(1000)
  await expect(waiting).toHaveValue('とう')
  await keyboard.send('Input.insertText', { text: '東京' })
  await expect(field(page)).toHaveValue('東京')
  await page.keyboard.type('!')
  await expect(field(page)).toHaveValue('東京!')
  await expect(page).toHaveURL('/reports')
})

test('the command menu fits a 320 px phone and opens from the top bar @all', async ({ page }) => {
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
