// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { pageIssues } from '#analyser/page-state.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { newCheckResult, newReport } from '#testing/store/reports.ts'
import { openDashboard, rows, serviceWithReports, untilRows } from '#testing/web/dashboard.tsx'
import { errorWords } from '#web/data/error-words.ts'
import { schedulesKey } from '#web/resources/views.ts'
import { scheduleState, schedulesWords } from '#web/schedules/words.ts'
import { queryClient } from './query-client.ts'
import { serviceInfoQuery } from './service.ts'

const domain = 'shop.example'
const times = { every: 'week', weekday: 'monday', time: '06:00', time_zone: 'Asia/Tokyo' } as const
const scheduled = schedulesWords.of(scheduleState({ ...times, month_day: null, paused: false }), domain)
const unscheduled = schedulesWords.of(schedulesWords.button, domain)

/** Returns a service with a website of three pages, one of which is not indexed, and with a schedule. */
async function ownService() {
  const service = await serviceWithReports(0)
  const state = { ...newReport().state, issues: pageIssues({ noindex: newCheckResult({ outcome: 'fail' }) }) }
  for (const path of ['', 'sale', 'jobs'])
    await createReport(
      service.store.db,
      newReport({ url: `https://${domain}/${path}`, domain, ...(path === 'sale' && { state }) }),
    )
  const form = { ...times, website_id: '1' }
  expect((await service.call('POST /api/v1/schedules', { form })).status).toBe(201)
  return service
}

const filtered = '/reports?latest=1&check=noindex'
const button = (name: string) => screen.queryByRole('button', { name })

/** Notes what is ever on screen until the test ends. */
function everShown() {
  let [mostRows, isUnscheduled] = [0, false]
  const observer = new MutationObserver(() => {
    mostRows = Math.max(mostRows, rows().length)
    isUnscheduled ||= button(unscheduled) !== null
  })
  observer.observe(document, { childList: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  return () => ({ mostRows, isUnscheduled })
}

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  return () => void vi.useRealTimers()
})

/** Lists with filters, and schedules, which other servers are asked for in another way. */
const differing = /^GET \/(reports|websites)\?|schedules/

describe.each([
  ['a list', filtered],
  ['a website', '/websites/1?latest=1&check=noindex'],
])('until our own service has described itself, %s', (_, path) => {
  const isWhole = async () => {
    await untilRows(1)
    if (path !== filtered) await waitFor(() => expect(button(scheduled)).toBeTruthy())
  }

  it('waits, and has its filters and schedule then', async () => {
    const service = await ownService()
    const described = Promise.withResolvers<{ status: number; body: unknown }>()
    const shown = everShown()
    const { requests } = await openDashboard(service, path, [
      { method: 'GET', path: '', fault: described.promise, left: 1 },
    ])
    await pass(20_000)
    expect(requests.filter((request) => differing.test(request))).toEqual([])
    described.resolve({ status: 200, body: (await service.call('GET /api/v1')).body })
    await isWhole()
    expect(shown()).toEqual({ mostRows: 1, isUnscheduled: false })
  })

  it.each([
    ['status 500', { status: 500 }],
    ['status 429', { status: 429 }],
    ['a lost connection', new TypeError('Failed to fetch')],
    ['half a response', { status: 200, body: '{"service":"SEO Rep' }],
  ])('fails if it answers with %s, and loads by “Try again”', async (_, fault) => {
    const service = await ownService()
    const shown = everShown()
    const { requests, on } = await openDashboard(service, path, [{ method: 'GET', path: '', fault }])
    for (let second = 0; second < 60 && !button(errorWords.retry); second += 1) await pass(1000)
    expect(requests.filter((request) => differing.test(request))).toEqual([])
    on('GET', '', (answer) => answer)
    fireEvent.click(await screen.findByRole('button', { name: errorWords.retry }))
    await pass(1000)
    await isWhole()
    expect(shown()).toEqual({ mostRows: 1, isUnscheduled: false })
  })
})

it('asks for the first rows of a plain list before the server has described itself', async () => {
  const service = await ownService()
  const never = new Promise<never>(() => {})
  const { requests } = await openDashboard(service, '/reports', [{ method: 'GET', path: '', fault: never }])
  await waitFor(() => expect(requests).toContain('GET /reports'))
})

it.each([
  ['can’t describe itself any more', { status: 500 }],
  ['is missing behind its proxy', { status: 404 }],
])('our own service is asked as before if it %s', async (_, fault) => {
  const { goTo, on } = await openDashboard(await ownService(), '/websites/1?tab=history')
  await untilRows(3)
  const shown = everShown()
  on('GET', '', fault)
  const { queryKey } = serviceInfoQuery()
  queryClient.setQueryData(queryKey, (info) => info, { updatedAt: Date.now() - 60 * 60_000 })
  queryClient.removeQueries({ queryKey: schedulesKey() })
  await goTo('/websites/1?latest=1&check=noindex')
  await untilRows(1)
  await goTo(filtered)
  await untilRows(1)
  await pass(60_000)
  await goTo('/websites/1?latest=1&check=noindex')
  await untilRows(1)
  await waitFor(() => expect(button(scheduled)).toBeTruthy())
  expect(shown().isUnscheduled).toBe(false)
})
