// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createReport } from '#service/store/reports/reports.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'
import {
  openDashboard,
  rowIds,
  rows,
  serviceWithReports,
  untilRows,
  withoutExtensions,
} from '#testing/web/dashboard.tsx'
import { setPreferences } from '#web/data/preferences.ts'
import { websiteHeaderWords } from '#web/resources/words.ts'
import { reportsWords } from '../words.ts'
import { neighboursWords as words, reportFactsWords, reportWords } from './words.ts'

const place = () => screen.getByRole('navigation', { name: words.label })
const isAt = (position: number, total: number) =>
  waitFor(() => expect(place().textContent).toContain(`${position} of ${total}`))
const pressKey = (key: string) => act(() => void fireEvent.keyDown(document.body, { key }))
const openRow = (at: number) => fireEvent.click(rows()[at]!.querySelector('a[href^="/reports/"]')!)

it.each([
  ['our service', []],
  ['a server with the eight operations alone', withoutExtensions],
])(
  'a report opened from a list of %s shows its position and leads to its neighbours, over pages',
  async (_, faults) => {
    const service = await serviceWithReports(60)
    const list = 'result=bad&sort_by=score&sort=asc'
    const { body } = await service.call(`GET /api/v1/reports?${list}&per_page=100`)
    const ids: number[] = body.data.map(({ id }: { id: number }) => id)
    const { path } = await openDashboard(service, `/reports?${list}`, faults)
    await untilRows(10)
    openRow(8)
    await isAt(9, ids.length)
    expect(path()).toContain(`/reports/${ids[8]}?`)
    fireEvent.click(within(place()).getByRole('link', { name: /^Next report/ }))
    await isAt(10, ids.length)
    pressKey('j')
    await isAt(11, ids.length)
    expect(path()).toContain(`/reports/${ids[10]}?`)
    expect(new URLSearchParams(new URLSearchParams(path().split('?')[1]).get('list') ?? '').get('page')).toBe('2')
    pressKey('k')
    await isAt(10, ids.length)
    fireEvent.click(screen.getByRole('link', { name: /^Bad reports/ }))
    await waitFor(() => expect(path()).toBe(`/reports?${list}`))
  },
)

it('the first and the last report of a list have only one neighbour', async () => {
  const { goTo } = await openDashboard(await serviceWithReports(23), '/reports')
  await untilRows(10)
  openRow(0)
  await isAt(1, 23)
  const first = within(place()).getByRole('link', { name: words.noPrevious })
  expect(first.getAttribute('aria-disabled')).toBe('true')
  await goTo('/reports?page=3')
  await untilRows(3)
  openRow(2)
  await isAt(23, 23)
  expect(within(place()).getByRole('link', { name: words.noNext }).getAttribute('aria-disabled')).toBe('true')
})

it('an invalid list falls back to its valid filters, and a report outside it has no position', async () => {
  const service = await serviceWithReports(23)
  const [worst] = (await service.call('GET /api/v1/reports?result=bad')).body.data
  const list = encodeURIComponent('result=good&page=3&per_page=x')
  const { requests } = await openDashboard(service, `/reports/${worst.id}?list=${list}`)
  await screen.findByRole('link', { name: reportsWords.rated('good') })
  await waitFor(() => expect(requests.some((request) => request.includes('/neighbours'))).toBe(true))
  expect(screen.queryByRole('navigation', { name: words.label })?.textContent ?? '').not.toMatch(/\d of \d/)
})

it('a report opened on the page of its website leads back there, also for others', async () => {
  const service = await serviceWithReports(23)
  const [website] = (await service.call('GET /api/v1/websites')).body.data
  const { path, goTo } = await openDashboard(service, `/websites/${website.id}?result=bad`)
  await waitFor(() => expect(rows().length).toBeGreaterThan(0))
  openRow(0)
  await waitFor(() => expect(path()).toMatch(/^\/reports\/\d+/))
  const shared = path()
  const leave = async () =>
    fireEvent.click(within(await screen.findByRole('navigation', { name: reportWords.crumbs })).getByRole('link'))
  await leave()
  await waitFor(() => expect(path()).toBe(`/websites/${website.id}?tab=history&result=bad`))
  await goTo('/settings')
  await goTo(shared)
  await leave()
  await waitFor(() => expect(path()).toBe(`/websites/${website.id}?tab=history&result=bad`))
})

it.each([
  ['our service', [], '?tab=issues'],
  ['a server with the eight operations alone', withoutExtensions, ''],
])('a report of %s opened from no list leads to its website', async (_, faults, search) => {
  const service = await serviceWithReports(1)
  const [report] = (await service.call('GET /api/v1/reports')).body.data
  const { path } = await openDashboard(service, `/reports/${report.id}`, faults)
  const crumbs = within(await screen.findByRole('navigation', { name: websiteHeaderWords.crumbs }))
  expect(crumbs.getByRole('link', { name: websiteHeaderWords.websites }).getAttribute('href')).toBe('/websites')
  const website = `/websites/${report.website_id}${search}`
  await waitFor(() => expect(crumbs.getAllByRole('link')[1]?.getAttribute('href')).toBe(website))
  fireEvent.click(crumbs.getAllByRole('link')[1]!)
  await waitFor(() => expect(path()).toBe(website))
})

it('the next report is fetched ahead, and opens without another request', async () => {
  const { requests, on } = await openDashboard(await serviceWithReports(23), '/reports')
  await untilRows(10)
  const next = rowIds()[1]
  openRow(0)
  await isAt(1, 23)
  await waitFor(() =>
    expect(requests.filter((request) => request.startsWith(`GET /reports/${next}`))).toEqual(
      expect.arrayContaining([`GET /reports/${next}`, expect.stringContaining(`/reports/${next}/neighbours`)]),
    ),
  )
  on('GET', /^\/reports/, new Promise(() => {}))
  pressKey('j')
  await isAt(2, 23)
  await screen.findByRole('region', { name: reportWords.score })
})

it('the keys are letters in a field, and do nothing where they are switched off', async () => {
  const { path } = await openDashboard(await serviceWithReports(23), '/reports')
  await untilRows(10)
  openRow(0)
  await isAt(1, 23)
  const here = path()
  const field = document.body.appendChild(document.createElement('input'))
  act(() => void fireEvent.keyDown(field, { key: 'j' }))
  field.remove()
  act(() => setPreferences({ shortcuts: false }))
  pressKey('j')
  act(() => setPreferences({ shortcuts: true }))
  expect(path()).toBe(here)
  pressKey('j')
  await isAt(2, 23)
})

it('the next report keeps the tab and the category, but not the plan', async () => {
  const service = await serviceWithReports(0)
  const evaluation = newEvaluation({ results: { viewport: newCheckResult({ outcome: 'fail', points_lost: 4 }) } })
  for (const page of [1, 2, 3])
    await createReport(service.store.db, newReport({ url: `https://a.example/${page}`, evaluation }))
  const { path, goTo } = await openDashboard(service, '/reports')
  await untilRows(3)
  openRow(0)
  await isAt(1, 3)
  await goTo(`${path()}&fixed=viewport&category=content&tab=facts`)
  await screen.findByRole('region', { name: reportFactsWords.facts })
  await isAt(1, 3)
  pressKey('j')
  await isAt(2, 3)
  const search = new URLSearchParams(path().split('?')[1])
  expect(['tab', 'category', 'fixed'].map((name) => search.get(name))).toEqual(['facts', 'content', null])
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText(/was replaced|is not allowed|isn’t valid/i)).toBeNull()
})
