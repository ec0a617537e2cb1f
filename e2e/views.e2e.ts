import type { Page } from '@playwright/test'
import { alertsWords } from '#web/alerts/words.ts'
import { frameWords } from '#web/app/words.ts'
import { listWords } from '#web/list/words.ts'
import { settingsNavWords } from '#web/settings/words.ts'
import { viewsWords } from '#web/views/words.ts'
import { axeFindings, expectNoFindings, phone } from './support/axe.ts'
import type { Service } from './support/service.ts'
import { deleteViews, expect, holdResponses, layoutShifts, settled, test, tick } from './support/test.ts'

type View = { id: number; name: string; list: string; query: string }

const viewsOf = async (service: Service): Promise<View[]> => (await service.api('/api/v1/views')).body.data
const create = (service: Service, name: string, query = '', list = 'reports') =>
  service.api('/api/v1/views', { method: 'POST', body: new URLSearchParams({ name, list, query }) })
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const pinned = (page: Page) => sidebar(page).getByRole('list', { name: viewsWords.pinned })
const rows = (page: Page) => page.getByRole('main').getByRole('list').first().getByRole('listitem')

test.afterEach(({ service }) => deleteViews(service))

test('a saved view gets a suggested name, and is shown in the sidebar with its count and marked as current', async ({
  page,
  service,
}) => {
  await page.goto('/reports?result=bad&sort_by=score&sort=asc&utm_source=mail&page=2')
  await page.getByRole('button', { name: listWords.saveView }).click()
  const dialog = page.getByRole('dialog', { name: viewsWords.saveTitle })
  await expect(dialog.getByText(viewsWords.leadOfPeople)).toBeVisible()
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
  await expect(page.getByText(viewsWords.changed, { exact: true })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await link.click()
  await expect(page).toHaveURL(/\/reports\?view=\d+&result=bad&sort_by=score&sort=asc$/)
  expect(await axeFindings(page)).toEqual([])
})

test('a view is moved by dragging @all', async ({ page, service }) => {
  for (const name of ['First', 'Second', 'Third']) await create(service, name, `search=${name}`)
  await page.goto('/views')
  // Their schedules and alerts change the height of the rows.
  await expect(page.getByRole('button', { name: alertsWords.of(alertsWords.button, 'Third') })).toBeVisible()
  await rows(page)
    .filter({ hasText: 'First' })
    .dragTo(rows(page).filter({ hasText: 'Third' }))
  await expect.poll(async () => (await viewsOf(service)).map(({ name }) => name)).toEqual(['Second', 'Third', 'First'])
})

test('on a phone the settings lead to the views, and nothing scrolls sideways @all', async ({ page, service }) => {
  await create(
    service,
    'A view with rather a long name, that leaves nothing out at all, however small',
    'result=bad&search=a-rather-long-search-for-something',
  )
  await create(service, 'Short')
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/reports')
  await page.getByRole('banner').getByRole('link', { name: frameWords.settings }).click()
  await page.getByRole('link', { name: settingsNavWords.views }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: /^Actions for “A view/ }).click()
  await page.getByRole('menuitem', { name: viewsWords.down }).click()
  await expect.poll(async () => (await viewsOf(service))[0]?.name).toBe('Short')
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)
  await expectNoFindings(page, 'views', [{ width: 320, height: 700 }, phone])
})

test('pinned views cause no layout shift when they load @all', async ({ page, service }) => {
  for (const name of ['First', 'Second']) await create(service, name, `search=${name}`)
  const sendViews = await holdResponses(page, /\/api\/v1\/views\b/)
  await page.goto('/reports')
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  await settled(page)
  const since = await page.evaluate(() => performance.now())
  sendViews()
  await expect(pinned(page).getByRole('link')).toHaveCount(2)
  await settled(page)
  expect(await layoutShifts(page, since)).toEqual([])
})
