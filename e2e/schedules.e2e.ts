import type { Page } from '@playwright/test'
import { labelOf, messageOf } from '#contract/forms/form.ts'
import { ScheduleForm } from '#contract/forms/schedule-forms.ts'
import { commandMenuWords } from '#web/app/command-menu/words.ts'
import { menuFieldWords } from '#web/app/words.ts'
import { runsWords } from '#web/runs/words.ts'
import { schedulesWords as words } from '#web/schedules/words.ts'
import { axeFindings, desk, expectNoFindings, phone } from './support/axe.ts'
import type { Service } from './support/service.ts'
import { deleteViews, expect, keysWork, test } from './support/test.ts'

const weekly = { every: 'week', weekday: 'monday', month_day: null, time: '06:00', time_zone: 'Europe/Berlin' } as const

const schedulesOf = async (service: Service) => (await service.api('/api/v1/schedules')).body.data
const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title })
const scheduleButton = (page: Page, text: string, name: string) =>
  page.getByRole('main').getByRole('button', { name: words.of(text, name), exact: true })

test.use({ timezoneId: 'Europe/Berlin' })
test.afterEach(async ({ service }) => {
  for (const { id } of await schedulesOf(service)) await service.api(`/api/v1/schedules/${id}`, { method: 'DELETE' })
  await deleteViews(service)
})

test('a schedule of a view is created by keyboard, and listed with its next run', async ({ page, service }) => {
  const view = await service.api('/api/v1/views', {
    method: 'POST',
    body: new URLSearchParams({ name: 'Worst', list: 'reports', query: 'result=bad' }),
  })
  await page.goto(`/reports?view=${view.body.data.id}&result=bad`)
  const button = scheduleButton(page, words.button, 'Worst')
  await button.press('Enter')
  const created = dialog(page, words.newTitle)
  await expect(created).toContainText(words.about.view('Worst'))
  await expectNoFindings(page, 'schedule dialog', [phone, desk])
  // The rules for the button that opens the dialog don't apply in it.
  await expect(created.getByRole('button', { name: words.create })).toHaveCSS('padding-left', '12px')
  await created.getByRole('radio', { name: words.intervals.week }).focus()
  await page.keyboard.press('ArrowLeft')
  const time = created.getByLabel(labelOf(ScheduleForm, 'time'), { exact: true })
  await time.fill('')
  await time.press('Enter')
  await expect(created.getByText(messageOf(ScheduleForm, { field: 'time', code: 'required' }))).toBeVisible()
  await expect(time).toBeFocused()
  expect(await axeFindings(page)).toEqual([])
  await time.fill('05:15')
  await time.press('Enter')
  const daily = { ...weekly, every: 'day', weekday: null, time: '05:15' } as const
  // The time zone is that of the browser.
  const shortly = 'Every day 05:15'
  await expect(scheduleButton(page, shortly, 'Worst')).toBeFocused()
  const [schedule] = await schedulesOf(service)
  expect(schedule).toMatchObject({ view_id: view.body.data.id, ...daily })

  await keysWork(page)
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: menuFieldWords.label }).fill(commandMenuWords.pages.schedules)
  await expect(page.getByRole('option', { name: commandMenuWords.pages.schedules })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.locator('h1')).toHaveText(runsWords.schedules)
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Worst' })
  await expect(row.getByRole('link', { name: 'Worst' })).toHaveAttribute('href', /\?view=\d+&result=bad$/)
  await expect(row.locator(`time[datetime="${schedule.next_run_at}"]`)).toBeVisible()
  await expect(row).toContainText(words.neverRun)
  await expectNoFindings(page, 'schedules', [phone, desk])

  await page.goto('/views')
  await expect(scheduleButton(page, shortly, 'Worst')).toBeVisible()
  await expectNoFindings(page, 'views', [phone, desk])
})
