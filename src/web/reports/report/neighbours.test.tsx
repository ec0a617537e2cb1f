// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDashboard, rows, serviceWithReports, untilRows, withoutExtensions } from '#testing/web/dashboard.tsx'
import { websiteHeaderWords } from '#web/resources/words.ts'
import { reportsWords } from '../words.ts'
import { neighboursWords as words, reportWords } from './words.ts'

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
  await waitFor(() => expect(requests.some((one) => one.includes('/neighbours'))).toBe(true))
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
  await waitFor(() => expect(path()).toBe(`/websites/${website.id}?result=bad`))
  await goTo('/settings')
  await goTo(shared)
  await leave()
  await waitFor(() => expect(path()).toBe(`/websites/${website.id}?result=bad`))
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
