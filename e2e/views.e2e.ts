import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { messageOf } from '#contract/forms/form.ts'
import { NewViewForm } from '#contract/forms/view-forms.ts'
import { analyseWords } from '#web/analyse/words.ts'
import { leftoverWords } from '#web/app/words.ts'
import { wordsOf } from '#web/data/error-words.ts'
import { listWords } from '#web/list/words.ts'
import { viewFileWords, viewsWords } from '#web/views/words.ts'
import { axeFindings, desk, expectNoFindings, phone } from './support/axe.ts'
import type { Service } from './support/service.ts'
import { expect, settled, test, tick, withoutExtensions } from './support/test.ts'

type View = { id: number; name: string; list: string; query: string }

const viewsOf = async (service: Service): Promise<View[]> => (await service.api('/api/v1/views')).body.data
const create = (service: Service, name: string, query = '', list = 'reports') =>
  service.api('/api/v1/views', { method: 'POST', body: new URLSearchParams({ name, list, query }) })
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const pinned = (page: Page) => sidebar(page).getByRole('list', { name: viewsWords.pinned })
const rows = (page: Page) => page.getByRole('main').getByRole('list').first().getByRole('listitem')
const namesOn = (page: Page) => page.locator('[data-view-link]').allTextContents()

test.beforeEach(async ({ service }) => {
  for (const { id } of await viewsOf(service)) await service.api(`/api/v1/views/${id}`, { method: 'DELETE' })
})

test('a saved view gets a suggested name, and is shown in the sidebar with its count and marked as current', async ({
  page,
  service,
}) => {
  await page.goto('/reports?result=bad&sort_by=score&sort=asc&utm_source=mail&page=2')
  await page.getByRole('button', { name: listWords.saveView }).click()
  const dialog = page.getByRole('dialog', { name: viewsWords.saveTitle })
  await expect(dialog.getByText(viewsWords.lead)).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(dialog.getByLabel('Name')).toHaveValue('Bad reports · lowest score first')
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect((await viewsOf(service)).map(({ name, list, query }) => ({ name, list, query }))).toEqual([
    { name: 'Bad reports · lowest score first', list: 'reports', query: 'result=bad&sort_by=score&sort=asc' },
  ])

  const { total } = (await service.api('/api/v1/reports?result=bad')).body.meta
  const link = pinned(page).getByRole('link', {
    name: `Bad reports · lowest score first ${total.toLocaleString('en')}`,
  })
  await expect(link).toHaveAttribute('aria-current', 'page')
  await tick(page.getByRole('radio', { name: 'Good' }))
  await expect(link).not.toHaveAttribute('aria-current')
  await link.click()
  await expect(page).toHaveURL(/\/reports\?view=\d+&result=bad&sort_by=score&sort=asc$/)
  expect(await axeFindings(page)).toEqual([])
})

test('an opened view names the page and is updated or saved as new', async ({ page }) => {
  const heading = page.locator('h1')
  const changed = page.getByText('Changed', { exact: true })
  await page.goto('/reports?result=bad')
  await page.getByRole('button', { name: listWords.saveView }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Worst first')
  await page.keyboard.press('Enter')
  await expect(heading).toHaveText('Worst first')
  await expect(page).toHaveTitle(/^Worst first/)
  await expect(page).toHaveURL(/\?view=\d+&result=bad$/)
  await expect(changed).toBeHidden()

  await tick(page.getByRole('radio', { name: 'Decent' }))
  await expect(changed).toBeVisible()
  await expect(heading).toHaveText('Worst first')
  await page.reload()
  await expect(changed).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: viewsWords.update }).press('Enter')
  await expect(changed).toBeHidden()
  await expect(heading).toBeFocused()
  await expect(pinned(page).getByRole('link', { name: /^Worst first/ })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(changed).toBeVisible()

  await page.getByRole('button', { name: viewsWords.saveAsNew }).press('Enter')
  await page.getByRole('dialog').getByLabel('Name').fill('Middling')
  await page.keyboard.press('Enter')
  await expect(heading).toHaveText('Middling')
  await expect(heading).toBeFocused()
  await expect(changed).toBeHidden()
  await pinned(page)
    .getByRole('link', { name: /^Worst first/ })
    .click()
  await expect(heading).toHaveText('Worst first')
  await expect(page.getByRole('radio', { name: 'Bad' })).toBeChecked()
  await sidebar(page)
    .getByRole('link', { name: /^Reports/ })
    .click()
  await expect(heading).toContainText('Reports')
})

test('a view that is already saved is renamed, not duplicated', async ({ page, service }) => {
  await create(service, 'Worst', 'sort=asc&sort_by=score')
  await page.goto('/reports?sort_by=score&sort=asc')
  await expect(pinned(page).getByRole('link', { name: /^Worst/ })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: listWords.saveView }).click()
  const dialog = page.getByRole('dialog', { name: viewsWords.renameTitle })
  await dialog.getByLabel('Name').fill('   ')
  await dialog.getByRole('button', { name: viewsWords.rename }).click()
  await expect(dialog.getByText(messageOf(NewViewForm, { field: 'name', code: 'required' }))).toBeVisible()
  await dialog.getByLabel('Name').fill('أسوأ 🙂 “%_\\')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect((await viewsOf(service)).map(({ name }) => name)).toEqual(['أسوأ 🙂 “%_\\'])
  await expect(pinned(page).getByRole('link', { name: 'أسوأ' })).toBeVisible()
})

test("a website's reports are saved as a view, and its page is marked as that view", async ({ page, service }) => {
  const site = (await service.api('/api/v1/websites?sort_by=reports_count')).body.data[0] as {
    id: number
    domain: string
  }
  await page.goto(`/websites/${site.id}?result=bad`)
  await page.getByRole('button', { name: listWords.saveView }).click()
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue(`Bad reports · ${site.domain}`)
  await page.keyboard.press('Enter')
  const link = pinned(page).getByRole('link', { name: `Bad reports · ${site.domain}` })
  await expect(link).toHaveAttribute('aria-current', 'page')
  const { query } = (await viewsOf(service))[0] as View
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({ website_id: String(site.id), result: 'bad' })
  await link.click()
  await expect(page.getByRole('combobox', { name: 'Website' })).toHaveValue(site.domain)
})

test('a count in the sidebar follows the list', async ({ page, pages, service }) => {
  const host = encodeURIComponent(pages.host)
  await create(service, 'Ours', `search=${host}`)
  const before = (await service.api(`/api/v1/reports?search=${host}`)).body.meta.total as number
  await page.goto('/reports')
  await expect(pinned(page).getByRole('link', { name: `Ours ${before}`, exact: true })).toBeVisible()
  await page.getByLabel(analyseWords.label).fill(`${pages.origin}/article`)
  await page.getByRole('button', { name: 'Analyse', exact: true }).click()
  await expect(page).toHaveURL(/\/reports\/\d+$/)
  await expect(pinned(page).getByRole('link', { name: `Ours ${before + 1}`, exact: true })).toBeVisible()
})

test('views are moved by buttons, renamed, unpinned, and deleted with undo', async ({ page, service }) => {
  for (const name of ['First', 'Second', 'Third']) await create(service, name, `search=${name}`)
  await page.goto('/views')
  await expect(page.locator('h1')).toHaveText('Views')
  const up = page.getByRole('button', { name: viewsWords.up('Third') })
  for (const names of [
    ['First', 'Third', 'Second'],
    ['Third', 'First', 'Second'],
  ]) {
    await up.press('Enter')
    await expect.poll(() => namesOn(page)).toEqual(names)
    await expect(up).toBeFocused()
  }
  await expect(up).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: viewsWords.down('Third') }).click()
  await expect.poll(() => namesOn(page)).toEqual(['First', 'Third', 'Second'])
  await expect.poll(async () => (await viewsOf(service)).map(({ name }) => name)).toEqual(['First', 'Third', 'Second'])
  await expect(page.getByRole('button', { name: viewsWords.up('First') })).toHaveAttribute('aria-disabled', 'true')

  await page.getByRole('button', { name: viewsWords.renameThis('Third') }).click()
  await page.getByRole('dialog', { name: viewsWords.renameDialog }).getByLabel('Name').fill('Bronze')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await viewsOf(service)).map(({ name }) => name)).toEqual(['First', 'Bronze', 'Second'])

  await page.getByRole('button', { name: viewsWords.pinThis('First') }).click()
  await expect(pinned(page).getByRole('link')).toHaveCount(3)
  await expect(pinned(page).getByRole('link').last()).toHaveText(viewsWords.all(3))
  await page.reload()
  await expect(page.getByRole('button', { name: viewsWords.pinThis('First') })).toHaveAttribute('aria-pressed', 'false')

  await page.getByRole('button', { name: viewsWords.removeThis('First') }).click()
  await expect.poll(() => namesOn(page)).toEqual(['Bronze', 'Second'])
  await expect(page.getByRole('link', { name: 'Bronze' }).last()).toBeFocused()
  await expect.poll(async () => (await viewsOf(service)).length).toBe(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await viewsOf(service)).map(({ name }) => name)).toEqual(['First', 'Bronze', 'Second'])
  await expect(page.getByRole('button', { name: viewsWords.pinThis('First') })).toHaveAttribute('aria-pressed', 'false')
  expect(await axeFindings(page)).toEqual([])
})

test('a view is moved by dragging', async ({ page, service }) => {
  for (const name of ['First', 'Second', 'Third']) await create(service, name, `search=${name}`)
  await page.goto('/views')
  // Their schedules and alerts change the height of the rows.
  await expect(page.getByRole('button', { name: viewsWords.alertsOf(viewsWords.alerts, 'Third') })).toBeVisible()
  await rows(page)
    .filter({ hasText: 'First' })
    .dragTo(rows(page).filter({ hasText: 'Third' }))
  await expect.poll(async () => (await viewsOf(service)).map(({ name }) => name)).toEqual(['Second', 'Third', 'First'])
})

test('the sidebar shows eight views, the open one as a ninth, and a link to the rest', async ({ page, service }) => {
  for (let number = 1; number <= 10; number += 1) await create(service, `View ${number}`, `search=${number}`)
  await page.goto('/reports?search=10')
  await expect(pinned(page).getByRole('link')).toHaveCount(10)
  await expect(pinned(page).getByRole('link', { name: /^View 10/ })).toHaveAttribute('aria-current', 'page')
  await pinned(page)
    .getByRole('link', { name: viewsWords.all(10) })
    .click()
  await expect(page).toHaveURL('/views')
  await expect(pinned(page).getByRole('link', { name: /^View/ })).toHaveCount(8)
})

test('a view of a deleted website shows a message', async ({ page, service }) => {
  await create(service, 'Gone', 'website_id=987654')
  await page.goto('/views')
  await expect(rows(page).filter({ hasText: 'Gone' })).toContainText(viewsWords.websiteDeleted)
  await expect(pinned(page).getByRole('link', { name: 'Gone This view’s website has been deleted' })).toBeVisible()
})

test('an order outdated by another user is rejected with a message, and the list is updated', async ({
  page,
  service,
}) => {
  for (const name of ['First', 'Second']) await create(service, name, `search=${name}`)
  await page.goto('/views')
  await expect(rows(page)).toHaveCount(2)
  await create(service, 'Third', 'search=Third')
  await page.getByRole('button', { name: viewsWords.up('Second') }).click()
  await expect(page.getByText(wordsOf('conflict')!.title, { exact: false })).toBeVisible()
  await expect.poll(() => namesOn(page)).toEqual(['First', 'Second', 'Third'])
})

test('views are exported and imported, and one invalid line rejects the whole file', async ({ page, service }) => {
  await create(service, 'Worst', 'result=bad')
  await create(service, 'Shops', 'search=shop', 'websites')
  await page.goto('/views')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await (await download).path()
  const text = await readFile(file, 'utf8')
  for (const { id } of await viewsOf(service)) await service.api(`/api/v1/views/${id}`, { method: 'DELETE' })
  await create(service, 'Worst', 'result=bad')
  await page.reload()

  const choose = async (content: string) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await (await chooser).setFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(content) })
  }
  await choose(text.replace('"search=shop"', '"sort_by=url"'))
  const refused = page.getByRole('dialog', { name: viewsWords.importRefused('mine.json') })
  await expect(refused).toContainText(
    viewsWords.line(6, 'sort_by must be id, domain, reports_avg_score or reports_count.'),
  )
  expect(await axeFindings(page)).toEqual([])
  await refused.getByRole('button', { name: 'Close' }).click()
  expect(await viewsOf(service)).toHaveLength(1)

  await choose('{"views": [\n{"name"')
  await expect(page.getByRole('dialog')).toContainText(viewsWords.line(2, viewFileWords.notJson))
  await page.keyboard.press('Escape')

  await choose(text)
  const dialog = page.getByRole('dialog', { name: viewsWords.importTitle })
  await expect(dialog).toContainText(viewsWords.importText(1, 1))
  await dialog.getByRole('button', { name: viewsWords.importCount(1) }).click()
  await expect(dialog).toBeHidden()
  await expect
    .poll(async () => (await viewsOf(service)).map(({ name, list, query }) => `${name} ${list} ${query}`))
    .toEqual(['Worst reports result=bad', 'Shops websites search=shop'])
})

test('an import that the server rejects halfway leaves nothing behind', async ({ page, service }) => {
  await page.goto('/views')
  let requests = 0
  await page.route('**/api/v1/views', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    requests += 1
    if (requests < 3) return route.fallback()
    await route.fulfill({ status: 422, json: { message: 'No more today.', status: 422 } })
  })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const views = ['a', 'b', 'c'].map((name) => ({ name, list: 'reports', query: `search=${name}` }))
  await (
    await chooser
  ).setFiles({ name: 'three.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(views)) })
  await page.getByRole('button', { name: viewsWords.importCount(3) }).click()
  await expect(page.getByRole('dialog')).toContainText('No more today.')
  await expect.poll(() => viewsOf(service)).toEqual([])
})

test.describe('views and URLs that an earlier version stored in this browser', () => {
  const stored = [{ id: 1, position: 1, name: 'Old friend', list: 'reports', query: 'result=good' }]
  const lines = [
    { url: 'https://a.example/', state: 'done' },
    { url: 'https://b.example/', state: 'queued' },
    { url: 'https://c.example/', state: 'running' },
  ]
  const banner = leftoverWords.stored(1, 2)
  const entries = (page: Page) =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => /:(views|local-job):/.test(name)))
  test.beforeEach(async ({ page }) => {
    await page.goto('/settings')
    await page.evaluate(
      ([views, urls]) => {
        localStorage.setItem(`seo-reports:views:${location.origin}`, views)
        localStorage.setItem(`seo-reports:local-job:${location.origin}`, urls)
      },
      [JSON.stringify(stored), JSON.stringify(lines)] as const,
    )
  })

  test('are saved to our own service', async ({ page, service }) => {
    await page.goto('/reports')
    const notice = page.getByText(banner).locator('..')
    await notice.getByRole('button', { name: leftoverWords.save(1) }).click()
    await expect(pinned(page).getByRole('link', { name: /^Old friend/ })).toBeVisible()
    expect((await viewsOf(service)).map(({ name, query }) => [name, query])).toEqual([['Old friend', 'result=good']])
    await expect(page.getByText(leftoverWords.stored(0, 2))).toBeVisible()
    await page.getByRole('button', { name: leftoverWords.remove }).click()
    await page.reload()
    await settled(page)
    expect(await page.getByText(/^This browser still has/).count()).toBe(0)
  })

  test('are copied on another server and removed on request', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await withoutExtensions(page)
    await page.goto('/reports')
    const notice = page.getByText(banner).locator('..')
    await expect(notice.getByRole('button', { name: leftoverWords.save(1) })).toHaveCount(0)
    await expectNoFindings(page, 'what was stored in this browser', [desk, phone])
    await notice.getByRole('button', { name: leftoverWords.copyLinks(1) }).click()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toMatch(/\/reports\?result=good$/)
    await notice.getByRole('button', { name: leftoverWords.copyUrls(2) }).click()
    await expect.poll(copied).toBe('https://b.example/\nhttps://c.example/')
    await notice.getByRole('button', { name: leftoverWords.remove }).click()
    await expect(page.getByText(banner)).toHaveCount(0)
    expect(await entries(page)).toEqual([])
  })
})

test('other servers have no views', async ({ page }) => {
  await withoutExtensions(page)
  await page.goto('/reports?result=bad')
  await expect(sidebar(page).getByRole('link', { name: /^Views/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: listWords.saveView })).toHaveCount(0)
  await page.goto('/views')
  await expect(page.getByText(viewsWords.notSupported)).toBeVisible()
  await expect(page.getByRole('button', { name: viewsWords.importViews })).toHaveCount(0)
})

test('on a phone the bottom bar links to the views, and nothing scrolls sideways', async ({ page, service }) => {
  await create(
    service,
    'A view with rather a long name, that leaves nothing out at all, however small',
    'result=bad&search=a-rather-long-search-for-something',
  )
  await create(service, 'Short')
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/reports')
  await sidebar(page).getByRole('link', { name: 'Views' }).click()
  await expect(rows(page)).toHaveCount(2)
  await page
    .getByRole('button', { name: /^Move “A view/ })
    .last()
    .click()
  await expect.poll(async () => (await viewsOf(service))[0]?.name).toBe('Short')
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)
  await expectNoFindings(page, 'views', [{ width: 320, height: 700 }, phone])
})

test('pinned views cause no layout shift when they load', async ({ page, service }) => {
  for (const name of ['First', 'Second']) await create(service, name, `search=${name}`)
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => shifts.push((entry as unknown as { value: number }).value)),
    ).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/reports')
  await expect(pinned(page).getByRole('link')).toHaveCount(2)
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  const moved = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)
  expect(moved.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.001)
})
