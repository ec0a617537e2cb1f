import type { Page } from '@playwright/test'
import { labelOf, messageOf } from '#contract/forms/form.ts'
import { ScheduleForm } from '#contract/forms/schedule-forms.ts'
import { alertsWords } from '#web/alerts/words.ts'
import { commandMenuWords } from '#web/app/command-menu/words.ts'
import { schedulesWords as words, scheduleSentence, scheduleState } from '#web/schedules/words.ts'
import { viewsWords } from '#web/views/words.ts'
import { axeFindings, desk, expectNoFindings, phone } from './support/axe.ts'
import type { Service } from './support/service.ts'
import { expect, keysWork, settled, test, withoutExtensions } from './support/test.ts'

const weekly = { every: 'week', weekday: 'monday', month_day: null, time: '06:00', time_zone: 'Europe/Berlin' } as const

const schedulesOf = async (service: Service) => (await service.api('/api/v1/schedules')).body.data
const websiteOf = async (service: Service): Promise<{ id: number; domain: string }> =>
  (await service.api('/api/v1/websites?sort_by=reports_count')).body.data[0]
const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title })
const scheduleButton = (page: Page, text: string, name: string) =>
  page.getByRole('main').getByRole('button', { name: words.of(text, name), exact: true })

test.use({ timezoneId: 'Europe/Berlin' })
test.beforeEach(async ({ service }) => {
  for (const { id } of await schedulesOf(service)) await service.api(`/api/v1/schedules/${id}`, { method: 'DELETE' })
})

test('the schedule of a website is created, changed and removed with undo', async ({ page, service }) => {
  const { id, domain } = await websiteOf(service)
  await page.goto(`/websites/${id}`)
  await scheduleButton(page, words.button, domain).click()
  const created = dialog(page, words.newTitle)
  await expect(created).toContainText(words.about.website(domain))
  await expect(created.getByRole('combobox', { name: words.timeZone })).toHaveValue('Europe/Berlin')
  await expect(created.getByRole('status')).toContainText(scheduleSentence(weekly))
  await expectNoFindings(page, 'schedule dialog', [phone, desk])
  // The rules for the button that opens the dialog don't apply in it.
  await expect(created.getByRole('button', { name: words.create })).toHaveCSS('padding-left', '12px')
  await created.getByRole('button', { name: words.create }).click()
  await expect(created).toBeHidden()
  await expect(page.getByText(words.created(scheduleSentence(weekly)))).toBeVisible()
  await expect.poll(() => schedulesOf(service)).toMatchObject([{ website_id: id, ...weekly }])

  await scheduleButton(page, scheduleSentence(weekly), domain).click()
  const changed = dialog(page, words.changeTitle)
  await changed.getByRole('radio', { name: words.intervals.month }).check()
  await changed.getByRole('combobox', { name: words.monthDay }).selectOption('31')
  await expect(changed.getByText(words.monthDayHint)).toBeVisible()
  await changed.getByLabel(labelOf(ScheduleForm, 'time'), { exact: true }).fill('23:30')
  await changed.getByRole('combobox', { name: words.timeZone }).selectOption('America/New_York')
  const monthly = {
    every: 'month',
    weekday: null,
    month_day: 31,
    time: '23:30',
    time_zone: 'America/New_York',
  } as const
  await changed.getByRole('button', { name: words.save }).click()
  await expect(scheduleButton(page, scheduleSentence(monthly), domain)).toBeFocused()
  await expect.poll(() => schedulesOf(service)).toMatchObject([{ website_id: id, ...monthly }])

  await scheduleButton(page, scheduleSentence(monthly), domain).click()
  await changed.getByRole('button', { name: words.remove }).click()
  await expect(scheduleButton(page, words.button, domain)).toBeFocused()
  await expect.poll(() => schedulesOf(service)).toEqual([])
  await page.getByRole('button', { name: words.undo }).click()
  await expect(scheduleButton(page, scheduleSentence(monthly), domain)).toBeVisible()
  await expect.poll(() => schedulesOf(service)).toMatchObject([{ website_id: id, ...monthly }])
})

test('a schedule is paused, removed, restored as it was, and resumed', async ({ page, service }) => {
  const { id, domain } = await websiteOf(service)
  const body = new URLSearchParams({ website_id: `${id}`, every: 'week', weekday: 'monday', time: '06:00' })
  body.set('time_zone', 'Europe/Berlin')
  expect((await service.api('/api/v1/schedules', { method: 'POST', body })).status).toBe(201)
  const [state, pausedState] = [
    { ...weekly, paused: false },
    { ...weekly, paused: true },
  ].map(scheduleState)
  const button = (text = '') => scheduleButton(page, text, domain)
  await page.goto(`/websites/${id}`)
  await button(state).click()
  const changed = dialog(page, words.changeTitle)
  await changed.getByRole('checkbox', { name: words.pause }).press('Space')
  await expect(changed.getByRole('status')).toContainText(words.paused)
  await expectNoFindings(page, 'schedule dialog, paused', [phone, desk])
  await page.keyboard.press('Enter')
  await expect(button(pausedState)).toBeFocused()
  await expect(page.getByText(words.nowPaused, { exact: true })).toBeVisible()
  await expect.poll(() => schedulesOf(service)).toMatchObject([{ ...weekly, paused: true, next_run_at: null }])

  await page.goto('/alerts?tab=schedules')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: domain })
  await expect(row.getByText(words.paused, { exact: true })).toBeVisible()
  await row.getByRole('button', { name: words.of(pausedState ?? '', domain) }).click()
  await changed.getByRole('button', { name: words.remove }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: words.undo }).click()
  await expect(row.getByText(words.paused, { exact: true })).toBeVisible()

  await row.getByRole('button', { name: words.of(pausedState ?? '', domain) }).click()
  await changed.getByRole('checkbox', { name: words.pause }).uncheck()
  await changed.getByRole('button', { name: words.save }).click()
  await expect(page.getByText(words.resumed(scheduleSentence(weekly)))).toBeVisible()
  await expect(row.getByText(words.paused, { exact: true })).toHaveCount(0)
  const [resumed] = await schedulesOf(service)
  expect(resumed).toMatchObject({ paused: false })
  await expect(row.locator(`time[datetime="${resumed.next_run_at}"]`)).toBeVisible()
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
  await expect(scheduleButton(page, scheduleSentence(daily), 'Worst')).toBeFocused()
  const [schedule] = await schedulesOf(service)
  expect(schedule).toMatchObject({ view_id: view.body.data.id, ...daily })

  await keysWork(page)
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: commandMenuWords.label }).fill(commandMenuWords.pages.schedules)
  await expect(page.getByRole('option', { name: commandMenuWords.pages.schedules })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.locator('h1')).toHaveText(alertsWords.schedules)
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Worst' })
  await expect(row.getByRole('link', { name: 'Worst' })).toHaveAttribute('href', /\?view=\d+&result=bad$/)
  await expect(row.locator(`time[datetime="${schedule.next_run_at}"]`)).toBeVisible()
  await expect(row).toContainText(words.neverRun)
  await expectNoFindings(page, 'schedules', [phone, desk])

  await page.goto('/views')
  await expect(scheduleButton(page, scheduleSentence(daily), 'Worst')).toBeVisible()
  await expectNoFindings(page, 'views', [phone, desk])
})

test('a schedule that another user created meanwhile is not overwritten', async ({ page, service }) => {
  const { id, domain } = await websiteOf(service)
  await page.goto(`/websites/${id}`)
  await scheduleButton(page, words.button, domain).click()
  const body = new URLSearchParams({ website_id: `${id}`, every: 'day', time: '01:00', time_zone: 'UTC' })
  await service.api('/api/v1/schedules', { method: 'POST', body })
  await dialog(page, words.newTitle).getByRole('button', { name: words.create }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await expect.poll(() => schedulesOf(service)).toMatchObject([{ every: 'day', time: '01:00' }])
})

test('a read-only key sees schedules and changes none', async ({ page, service }) => {
  const { id, domain } = await websiteOf(service)
  const times = { every: 'day', weekday: null, month_day: null, time: '01:00', time_zone: 'UTC' } as const
  const body = new URLSearchParams({ website_id: `${id}`, every: 'day', time: '01:00', time_zone: 'UTC' })
  await service.api('/api/v1/schedules', { method: 'POST', body })
  const key = await service.command('key', 'create', '--name', 'Reader', '--role', 'read')
  await page.addInitScript((value) => sessionStorage.setItem(`seo-reports:key:${location.origin}`, value), key)
  await page.goto(`/websites/${id}`)
  await settled(page)
  await expect(page.getByRole('main').getByText(scheduleSentence(times))).toBeVisible()
  for (const text of [words.button, scheduleSentence(times)])
    await expect(scheduleButton(page, text, domain)).toHaveCount(0)
})

test('the schedule of a deleted view leaves the list at once', async ({ page, service }) => {
  const body = new URLSearchParams({ name: 'Gone', list: 'reports', query: 'result=bad' })
  const view = await service.api('/api/v1/views', { method: 'POST', body })
  const form = new URLSearchParams({
    view_id: view.body.data.id,
    every: 'day',
    time: '05:15',
    time_zone: 'Europe/Berlin',
  })
  expect((await service.api('/api/v1/schedules', { method: 'POST', body: form })).status).toBe(201)
  await page.goto('/views')
  await expect(
    scheduleButton(page, scheduleSentence({ ...weekly, every: 'day', weekday: null, time: '05:15' }), 'Gone'),
  ).toBeVisible()
  await page.getByRole('button', { name: viewsWords.removeThis('Gone') }).click()
  await page.getByRole('button', { name: viewsWords.deleteView }).click()
  await expect(page.getByText(viewsWords.removed('Gone'))).toBeVisible()

  await keysWork(page)
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: commandMenuWords.label }).fill(commandMenuWords.pages.schedules)
  await expect(page.getByRole('option', { name: commandMenuWords.pages.schedules })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(words.emptyTitle)).toBeVisible()
})

test('servers without schedules show nothing of them', async ({ page, service }) => {
  const { id, domain } = await websiteOf(service)
  await withoutExtensions(page)
  await page.goto(`/websites/${id}`)
  await settled(page)
  await expect(scheduleButton(page, words.button, domain)).toHaveCount(0)
  await page.goto('/alerts?tab=schedules')
  await expect(page.getByText(words.notSupported)).toBeVisible()
})
