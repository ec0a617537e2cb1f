import type { Locator } from '@playwright/test'
import { sharingWords } from '#web/links/words.ts'
import { listWords } from '#web/list/words.ts'
import { overviewWords } from '#web/overview/words.ts'
import { compareWords } from '#web/reports/compare/words.ts'
import { historyWords } from '#web/reports/history/words.ts'
import { reportActionWords, neighboursWords } from '#web/reports/report/words.ts'
import { reportMenuWords, reportsWords } from '#web/reports/words.ts'
import { viewsWords } from '#web/views/words.ts'
import { issueWords, websiteTabsWords } from '#web/websites/words.ts'
import { analyseVersions } from './support/changing-page.ts'
import { deleteViews, expect, holdResponses, keysWork, tabTo, test } from './support/test.ts'

test.afterEach(({ service }) => deleteViews(service))

test('a dialog from the sheet of actions returns the focus, also if taps focus no button @all', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 720 })
  await page.goto('/reports?result=bad')
  const opener = page.getByRole('button', { name: listWords.viewActions })
  // As Safari does it: a click without focus.
  await opener.evaluate((button: HTMLElement) => button.click())
  await page.getByRole('button', { name: listWords.saveView }).evaluate((button: HTMLElement) => button.click())
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('a key opens a menu once its file is there, at its first or last item @all', async ({ page }) => {
  const release = await holdResponses(page, /\/assets\/opened-menu-[^/]*\.js$/)
  await page.goto('/reports')
  const opener = page.getByRole('button', { name: /^Actions for / }).first()
  await tabTo(page, opener)
  await page.keyboard.press('ArrowUp')
  await expect(opener).toBeFocused()
  release()
  const remove = page.getByRole('menuitem', { name: reportMenuWords.remove })
  await expect(remove).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  // Enter opens the next one at its first item.
  await tabTo(page, page.getByRole('button', { name: /^Actions for / }).nth(1))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
})

test('the keyboard is enough to filter, open, step, delete, undo, save a view and share it @all', async ({
  page,
  service,
  context,
}) => {
  test.setTimeout(90_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { data } = (await service.api('/api/v1/reports?result=bad&sort_by=score&sort=asc')).body
  const [first, second] = data.map((row: { id: number }) => row.id) as [number, number]
  const row = (id: number) => page.locator(`main tr[data-row="${id}"]`)
  await page.goto('/reports')
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  // Filter by rating, then sort.
  await keysWork(page)
  await page.keyboard.press('/')
  await expect(page.getByLabel(reportsWords.search)).toBeFocused()
  await tabTo(page, page.getByRole('radio', { name: 'All', exact: true }))
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL('/reports?result=bad')
  await tabTo(page, page.getByRole('combobox', { name: /^Sort/ }))
  await page.keyboard.type('Lowest')
  await expect(page).toHaveURL('/reports?result=bad&sort_by=score&sort=asc')
  await expect(page).toHaveTitle(/^Bad reports · lowest score first/)

  // Open the worst report, then the next one.
  await tabTo(page, row(first).locator('a[href^="/reports/"]'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/reports/${first}\\?`))
  await expect(page.getByRole('navigation', { name: neighboursWords.label })).toContainText('1 of')
  await page.keyboard.press('j')
  await expect(page).toHaveURL(new RegExp(`/reports/${second}\\?`))
  await expect(page.locator('h1')).toBeFocused()

  // Delete it, then undo.
  await tabTo(page, page.getByRole('button', { name: reportActionWords.more }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: reportMenuWords.remove })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/reports?result=bad&sort_by=score&sort=asc')
  await expect(row(first)).toBeVisible()
  await expect(row(second)).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(row(second)).toBeVisible()

  // Save the view and share it.
  await tabTo(page, page.getByRole('button', { name: listWords.saveView }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: viewsWords.saveTitle }).getByLabel('Name')).toBeFocused()
  await page.keyboard.type('The worst first')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^The worst first/ }),
  ).toBeVisible()
  await tabTo(page, page.getByRole('main').getByRole('button', { name: listWords.share, exact: true }))
  await page.keyboard.press('Enter')
  const sharing = page.getByRole('dialog')
  await tabTo(page, sharing.getByRole('button', { name: sharingWords.copy, exact: true }))
  await page.keyboard.press('Enter')
  await expect(sharing.getByRole('button', { name: sharingWords.copied })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`${service.origin}/reports?result=bad&sort_by=score&sort=asc&newest=`)
  expect((await service.api(`/api/v1/reports/${second}`)).status).toBe(200)
})

test('the keyboard is enough to go from the overview to what got worse, compare, plan, waive and read the history @all', async ({
  page,
  pages,
  service,
}) => {
  test.setTimeout(120_000)
  const [before, after] = await analyseVersions({ service, pages }, '/lamps/by-keys', [{}, { title: '', viewport: '' }])
  const open = async (target: Locator) => {
    await expect(target).toBeVisible()
    await tabTo(page, target)
    await page.keyboard.press('Enter')
  }
  await page.goto('/')
  await keysWork(page)
  const news = page.getByRole('region', { name: overviewWords.news, exact: true })
  await expect(news).toBeVisible()
  const more = news.getByRole('button')
  if (await more.isVisible()) await open(more)
  await open(news.getByRole('listitem').filter({ hasText: '/lamps/by-keys' }).getByRole('link').first())
  await expect(page).toHaveURL(/changed=worse/)

  await open(page.locator(`main tr[data-row="${after!.id}"] a[href^="/reports/"]`))
  const score = page.getByRole('region', { name: 'Score', exact: true })
  await open(score.getByRole('link', { name: 'points lower' }))
  await expect(page).toHaveURL(new RegExp(`/reports/${after!.id}\\?.*compare=${before!.id}`))
  await expect(page.getByRole('region', { name: compareWords.issues })).toContainText('2 new')

  await page.goto(`/reports/${after!.id}`)
  await open(page.getByText(historyWords.table))
  await expect(page.getByRole('table', { name: historyWords.tableOf }).getByRole('row')).toHaveCount(3)
  await page.goto(`/websites/${after!.website_id}`)
  const tabs = page.getByRole('navigation', { name: websiteTabsWords.tabs })
  await open(tabs.getByRole('link', { name: 'Issues' }))
  const table = page.getByRole('table', { name: 'Issues' })
  const box = table.getByRole('checkbox').first()
  await expect(box).toBeVisible()
  await tabTo(page, box)
  await page.keyboard.press('Space')
  await expect(page.getByRole('region', { name: 'Plan' })).toContainText('If you fix this: average')
  await open(table.getByRole('button', { name: /^Actions for / }).last())
  await expect(page.getByRole('menu')).toBeVisible()
  // By its first letter: what comes before depends on whether there are people.
  await page.keyboard.press('w')
  await expect(page.getByRole('menuitem', { name: issueWords.waive })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const name = /“(.+)”/.exec((await dialog.getByRole('heading').textContent())!)![1]!
  await tabTo(page, dialog.getByLabel('Reason'))
  await page.keyboard.type('By design')
  await page.keyboard.press('Enter')
  const waivers = page.getByRole('table', { name: 'Waivers' })
  await expect(waivers.getByRole('row', { name })).toContainText('By design')

  await open(tabs.getByRole('link', { name: 'History' }))
  await expect(page.getByText(websiteTabsWords.historyWithWaived)).toBeVisible()
  await tabTo(page, page.getByRole('slider', { name: websiteTabsWords.chooseDay }))
  await page.keyboard.press('Home')
  await open(page.getByText(websiteTabsWords.asTable))
  await expect(page.getByRole('table', { name: /^Average score and pages/ })).toBeVisible()
  await open(tabs.getByRole('link', { name: 'Issues' }))
  const remove = waivers.getByRole('button', { name: websiteTabsWords.removeWaiverOf(name), exact: true })
  await open(remove)
  await expect(remove).toHaveCount(0)
})
