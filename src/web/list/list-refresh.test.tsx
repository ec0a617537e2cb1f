// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  addReports,
  openDashboard,
  rowIds,
  rows,
  serviceWithReports,
  untilRows,
  withoutExtensions,
} from '#testing/web/dashboard.tsx'
import { errorWords } from '#web/data/error-words.ts'
import { newerWords } from '#web/reports/words.ts'
import { listNoticeWords, listWords } from './words.ts'

const none: typeof withoutExtensions = []

async function open(path = '/reports', faults = none) {
  const service = await serviceWithReports(23)
  const page = await openDashboard(service, path, faults)
  await untilRows(10)
  return { service, ...page }
}

type Opened = Awaited<ReturnType<typeof open>>

/** Returns to the tab as if after a minute, and waits for the list. */
async function comeBack({ requests }: Opened) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  const before = requests.length
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(requests.slice(before).some((one) => one.startsWith('GET /reports'))).toBe(true))
}

const main = () => within(screen.getByRole('main'))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('a list that is opened again after a while', () => {
  it('announces new reports, and shows them on request', async () => {
    const page = await open()
    const before = rowIds()
    await addReports(page.service, 2)
    await comeBack(page)
    await main().findByText(listNoticeWords.added.reports(2))
    expect(rowIds()).toEqual(before)
    press('Show')
    await waitFor(() => expect(rowIds().slice(2, 4)).toEqual(before.slice(0, 2)))
    expect(main().queryByText(listNoticeWords.added.reports(2))).toBeNull()
  })

  it('strikes a report through that was deleted elsewhere, until it is updated', async () => {
    const page = await open()
    const before = rowIds()
    await page.service.call(`DELETE /api/v1/reports/${before[3]}`)
    const first = page.requests.length
    await comeBack(page)
    await main().findByText(listNoticeWords.deletedElsewhere(1))
    expect(rowIds()).toEqual(before)
    expect(rows().filter(({ title }) => title === listWords.deleted)).toEqual([rows()[3]])
    const requests = page.requests.slice(first).filter((one) => one.startsWith('GET /reports'))
    expect(requests).toEqual([`GET /reports?shown=${encodeURIComponent(before.join())}`])
    await page.service.call(`DELETE /api/v1/reports/${before[5]}`)
    await comeBack(page)
    await main().findByText(listNoticeWords.deletedElsewhere(2))
    expect(rows().filter(({ title }) => title === listWords.deleted)).toEqual([rows()[3], rows()[5]])
    press('Update')
    const left = before.filter((_, at) => at !== 3 && at !== 5)
    await waitFor(() => expect(rowIds()).toEqual([...left, expect.any(Number), expect.any(Number)]))
  })

  it('strikes through a deleted report that new ones had moved to the next page', async () => {
    const page = await open()
    const before = rowIds()
    await addReports(page.service, 2)
    await comeBack(page)
    await main().findByText(listNoticeWords.added.reports(2))
    await page.service.call(`DELETE /api/v1/reports/${before[9]}`)
    await comeBack(page)
    await main().findByText(`${listNoticeWords.added.reports(2)}, ${listNoticeWords.deletedElsewhere(1)}`)
    expect(rowIds()).toEqual(before)
    expect(rows().filter(({ title }) => title === listWords.deleted)).toEqual([rows()[9]])
  })

  it('says only that it has changed on a server with the eight operations alone', async () => {
    const page = await open('/reports', withoutExtensions)
    await page.service.call(`DELETE /api/v1/reports/${rowIds()[3]}`)
    await comeBack(page)
    await main().findByText(listNoticeWords.changed)
    expect(page.requests.filter((one) => one.includes('shown') || /^GET .reports.\d/.test(one))).toEqual([])
  })

  it('announces and moves nothing without changes', async () => {
    const page = await open('/reports?sort_by=score&sort=asc')
    const before = rowIds()
    await comeBack(page)
    await untilRows(10)
    expect(rowIds()).toEqual(before)
    expect(screen.queryByRole('button', { name: /^(Show|Update)$/ })).toBeNull()
  })

  it('keeps its rows if that fails, and can be retried', async () => {
    const page = await open()
    const before = rowIds()
    const ends = page.on('GET', /^\/reports/, { status: 400, body: { message: 'No.', status: 400 } })
    await comeBack(page)
    expect((await screen.findByRole('alert')).textContent).toContain(listNoticeWords.failed.current)
    expect(rowIds()).toEqual(before)
    ends()
    press(errorWords.retry)
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })
})

it('a link with the newest ID says how many reports came since, also on a server with the eight operations alone', async () => {
  const service = await serviceWithReports(23)
  const newest = (await service.call('GET /api/v1/reports')).body.data[0].id
  await addReports(service, 3)
  const { path, goTo } = await openDashboard(service, `/reports?sort_by=score&sort=asc&newest=${newest}`, [
    { method: 'GET', path: '', fault: { status: 404 } },
  ])
  await screen.findByText(newerWords.since('3', 3))
  await untilRows(10)
  press(listWords.nextPage)
  await waitFor(() => expect(path()).toBe(`/reports?newest=${newest}&sort_by=score&sort=asc&page=2`))
  await screen.findByText(newerWords.since('3', 3))
  fireEvent.click(main().getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(path()).toBe('/reports?sort_by=score&sort=asc&page=2'))
  await waitFor(() => expect(screen.queryByText(/since this link was copied/)).toBeNull())
  await goTo('/reports?newest=x')
  await screen.findByText(newerWords.unreadable)
})
