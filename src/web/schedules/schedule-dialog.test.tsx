// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { labelOf } from '#contract/forms/form.ts'
import { ScheduleForm } from '#contract/forms/schedule-forms.ts'
import { defaultCrawlLimits } from '#contract/jobs/job.ts'
import type { TestService } from '#testing/service/service.ts'
import { newCrawl, newFigures } from '#testing/store/crawls.ts'
import { openDashboard, serviceWithReports } from '#testing/web/dashboard.tsx'
import { renderWords } from '#web/forms/render-words.ts'
import { viewsWords } from '#web/views/words.ts'
import { scheduleSentence, scheduleState, schedulesWords as words } from './words.ts'

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone
const weekly = { every: 'week', weekday: 'monday', month_day: null, time: '06:00', time_zone: ownZone } as const
const shortly = (times: Parameters<typeof scheduleSentence>[0]) => scheduleState({ ...times, paused: false })
const pausedState = scheduleState({ ...weekly, paused: true })

const schedulesOf = async ({ call }: TestService) => (await call('GET /api/v1/schedules')).body.data

async function createSchedule({ call }: TestService, form: Record<string, string>) {
  const times = { every: 'week', weekday: 'monday', time: '06:00', time_zone: ownZone }
  expect((await call('POST /api/v1/schedules', { form: { ...times, ...form } })).status).toBe(201)
}

async function serviceWithWebsite() {
  const service = await serviceWithReports(3)
  const [{ id, domain }] = (await service.call('GET /api/v1/websites')).body.data
  return { service, id: id as number, domain: domain as string }
}

const main = () => within(screen.getByRole('main'))
const button = (text: string, name: string) => main().findByRole('button', { name: words.of(text, name) })
const dialog = async (title: string) => within(await screen.findByRole('dialog', { name: title }))
const toasts = () => within(screen.getByRole('region', { name: 'Notifications' }))
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const click = (within: Pick<typeof screen, 'getByRole'>, name: string, role = 'button') =>
  fireEvent.click(within.getByRole(role, { name }))

describe('the schedule of a website', () => {
  it('is created, changed, and removed with Undo', async () => {
    const { service, id, domain } = await serviceWithWebsite()
    await openDashboard(service, `/websites/${id}`)
    fireEvent.click(await button(words.button, domain))
    const created = await dialog(words.newTitle)
    created.getByText(words.about.website(domain))
    expect(created.getByRole<HTMLSelectElement>('combobox', { name: words.timeZone }).value).toBe(ownZone)
    expect(created.getByRole('status').textContent).toContain(scheduleSentence(weekly))
    click(created, words.create)
    await toasts().findByText(words.created(scheduleSentence(weekly)))
    await isClosed()
    expect(await schedulesOf(service)).toMatchObject([{ website_id: id, ...weekly, render: null }])

    fireEvent.click(await button(shortly(weekly), domain))
    const changed = await dialog(words.changeTitle)
    click(changed, words.intervals.month, 'radio')
    fireEvent.change(await changed.findByLabelText(words.monthDay), { target: { value: '31' } })
    await changed.findByText(words.monthDayHint)
    fireEvent.change(changed.getByLabelText(labelOf(ScheduleForm, 'time')), { target: { value: '23:30' } })
    fireEvent.change(changed.getByLabelText(words.timeZone), { target: { value: 'America/New_York' } })
    expect(changed.getByLabelText<HTMLSelectElement>(renderWords.label).value).toBe('')
    fireEvent.change(changed.getByLabelText(renderWords.label), { target: { value: 'always' } })
    click(changed, words.save)
    const monthly = {
      every: 'month',
      weekday: null,
      month_day: 31,
      time: '23:30',
      time_zone: 'America/New_York',
    } as const
    const opener = await button(shortly(monthly), domain)
    await isClosed()
    expect(await schedulesOf(service)).toMatchObject([{ website_id: id, ...monthly, render: 'always' }])

    fireEvent.click(opener)
    click(await dialog(words.changeTitle), words.remove)
    await button(words.button, domain)
    expect(await schedulesOf(service)).toEqual([])
    fireEvent.click(await toasts().findByRole('button', { name: words.undo }))
    await button(shortly(monthly), domain)
    expect(await schedulesOf(service)).toMatchObject([{ website_id: id, ...monthly, render: 'always' }])
  })

  it('is paused, removed, restored as it was, and resumed', async () => {
    const { service, id, domain } = await serviceWithWebsite()
    await createSchedule(service, { website_id: `${id}` })
    const { goTo } = await openDashboard(service, `/websites/${id}`)
    fireEvent.click(await button(shortly(weekly), domain))
    const pausing = await dialog(words.changeTitle)
    click(pausing, words.pause, 'checkbox')
    await waitFor(() => expect(pausing.getByRole('status').textContent).toContain(words.paused))
    click(pausing, words.save)
    await toasts().findByText(words.nowPaused)
    await button(pausedState, domain)
    expect(await schedulesOf(service)).toMatchObject([{ ...weekly, paused: true, next_run_at: null }])

    await goTo('/alerts?tab=schedules')
    const rows = () => main().queryAllByRole('listitem')
    await waitFor(() => expect(rows().map(({ textContent }) => textContent)).toEqual([expect.stringContaining(domain)]))
    within(rows()[0]!).getByText(words.paused)
    fireEvent.click(await button(pausedState, domain))
    click(await dialog(words.changeTitle), words.remove)
    await waitFor(() => expect(rows()).toEqual([]))
    fireEvent.click(await toasts().findByRole('button', { name: words.undo }))
    await main().findByText(words.paused)

    fireEvent.click(await button(pausedState, domain))
    const resuming = await dialog(words.changeTitle)
    click(resuming, words.pause, 'checkbox')
    click(resuming, words.save)
    await toasts().findByText(words.resumed(scheduleSentence(weekly)))
    await waitFor(() => expect(main().queryByText(words.paused)).toBeNull())
    const [resumed] = await schedulesOf(service)
    expect(resumed).toMatchObject({ paused: false })
    await waitFor(() => expect(document.querySelector(`main time[datetime="${resumed.next_run_at}"]`)).toBeTruthy())
  })

  it('crawls with the limits of the last crawl, which can be changed', async () => {
    const { service, id, domain } = await serviceWithWebsite()
    const { db } = service.store
    const limits = JSON.stringify({ ...defaultCrawlLimits, max_pages: 70, exclude: ['/tags/*', '/cart'] })
    const start_url = `https://${domain}/de/`
    await db
      .insertInto('crawls')
      .values(newCrawl({ id: 1, website_id: id, start_url, limits }))
      .execute()
    const { goTo } = await openDashboard(service, `/websites/${id}`)
    fireEvent.click(await button(words.button, domain))
    const created = await dialog(words.newTitle)
    click(created, words.scopes.crawl, 'radio')
    created.getByText(words.aboutCrawl(domain))
    const pages = created.getByLabelText<HTMLInputElement>(labelOf(ScheduleForm, 'max_pages'))
    expect(pages.value).toBe('70')
    fireEvent.change(pages, { target: { value: '0' } })
    click(created, words.create)
    await waitFor(() => expect(pages.getAttribute('aria-invalid')).toBe('true'))
    fireEvent.change(pages, { target: { value: '80' } })
    click(created, words.create)
    await isClosed()
    const crawl = { start_url, limits: { ...defaultCrawlLimits, max_pages: 80, exclude: ['/tags/*', '/cart'] } }
    expect(await schedulesOf(service)).toMatchObject([{ website_id: id, ...weekly, crawl }])

    await db.updateTable('schedules').set({ last_job_id: 1, last_run_at: '2026-05-01T12:00:00.000Z' }).execute()
    await db
      .updateTable('crawls')
      .set({ figures: newFigures({ urls: 61 }) })
      .execute()
    await goTo('/runs?tab=schedules')
    await main().findByText(words.crawlFrom(start_url))
    fireEvent.click(await button(shortly(weekly), domain))
    const changed = await dialog(words.changeTitle)
    click(changed, words.scopes.pages, 'radio')
    click(changed, words.save)
    await isClosed()
    expect(await schedulesOf(service)).toMatchObject([{ ...weekly, crawl: null }])
  })

  it('is not overwritten if another user created one meanwhile', async () => {
    const { service, id, domain } = await serviceWithWebsite()
    await openDashboard(service, `/websites/${id}`)
    fireEvent.click(await button(words.button, domain))
    const created = await dialog(words.newTitle)
    await createSchedule(service, { website_id: `${id}`, time: '01:00' })
    click(created, words.create)
    await created.findByRole('alert')
    expect(await schedulesOf(service)).toMatchObject([{ time: '01:00' }])
  })

  it('is shown to keys that may only read, which cannot change it', async () => {
    const { service, id } = await serviceWithWebsite()
    await createSchedule(service, { website_id: `${id}` })
    await openDashboard({ ...service, key: service.readKey }, `/websites/${id}`)
    await main().findByText(shortly(weekly))
    expect(main().queryByRole('button', { name: /schedule|^Every/i })).toBeNull()
  })
})

it('the schedule of a deleted view leaves the list of schedules at once', async () => {
  const service = await serviceWithReports(0)
  const form = { name: 'Gone', list: 'reports', query: 'result=bad' }
  const view = (await service.call('POST /api/v1/views', { form })).body.data
  await createSchedule(service, { view_id: `${view.id}` })
  const { goTo } = await openDashboard(service, '/runs?tab=schedules')
  await button(shortly(weekly), 'Gone')
  await goTo('/views')
  await button(shortly(weekly), 'Gone')
  click(main(), viewsWords.actionsFor('Gone'))
  fireEvent.click(await screen.findByRole('menuitem', { name: viewsWords.removeIt }))
  click(await dialog(viewsWords.deleteTitle('Gone')), viewsWords.deleteView)
  await toasts().findByText(viewsWords.removed('Gone'))
  await goTo('/runs?tab=schedules')
  await screen.findByText(words.emptyTitle)
})

it('the last crawl of a schedule is listed with what changed, and a link to the comparison', async () => {
  const { service, id, domain } = await serviceWithWebsite()
  await createSchedule(service, { website_id: `${id}`, crawl: `https://${domain}/` })
  const { db } = service.store
  const none = { newly_indexable: 0, no_longer_indexable: 0, new_issues: 0, fixed_issues: 0, repaired_links: 0 }
  const found = { previous_id: 3, new: 2, gone: 0, broken_links: 1, robots_changed: true, sitemap_changed: null }
  const changes = JSON.stringify({ ...none, ...found })
  await db
    .insertInto('crawls')
    .values(newCrawl({ id: 7, website_id: id, figures: newFigures({ urls: 61 }), changes }))
    .execute()
  await db.updateTable('schedules').set({ last_job_id: 7, last_run_at: '2026-05-01T12:00:00.000Z' }).execute()
  await openDashboard(service, '/runs?tab=schedules')
  const crawl = await main().findByRole('link', { name: '61 pages, 2 new, 1 new broken link, robots.txt changed' })
  expect(crawl.getAttribute('href')).toBe(`/websites/${id}/crawls/7`)
  expect(main().getByRole('link', { name: words.compare }).getAttribute('href')).toBe(
    `/websites/${id}/crawls/7?compare=3`,
  )
})
