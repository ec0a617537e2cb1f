// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { BeyondFacts, RenderedFacts } from '#analyser/page-facts.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { sqliteService, type TestService } from '#testing/service/service.ts'
import { newFacts, newReport, newScreenshot, renderedFacts } from '#testing/store/reports.ts'
import { openDashboard } from '#testing/web/dashboard.tsx'
import { renderedWords as words } from './words.ts'

const url = 'https://www.shop.example/'
const none = { items: [], total: 0 }
const beyond = (given: Partial<RenderedFacts> = {}): BeyondFacts => ({
  rendered: { ...renderedFacts(url), ...given },
  renderCode: 'app_root',
  field: null,
})

const store = async ({ store: { db } }: TestService, facts: BeyondFacts, screenshot = newScreenshot()) =>
  (await createReport(db, newReport({ engine: 'rendered', facts: { ...newFacts(url), beyond: facts }, screenshot }))).id

const card = async () => within(await screen.findByRole('region', { name: words.title }))
const cellsOf = (row: HTMLElement) =>
  within(row)
    .queryAllByRole('cell')
    .map(({ textContent }) => textContent)

it('shows what scripts change, and equal values once', async () => {
  const service = await sqliteService()
  await openDashboard(service, `/reports/${await store(service, beyond())}?tab=facts`)
  const { getByText, getAllByRole } = await card()
  getByText('Rendered: the HTML has 4 words and an empty app root.')
  const rows = getAllByRole('row').slice(1)
  expect(Object.fromEntries(rows.map((row) => [within(row).getByRole('rowheader').textContent, cellsOf(row)]))).toEqual(
    {
      Title: ['Lamps'],
      Description: ['none'],
      'Robots meta tag': ['none'],
      'Canonical URL': [url],
      'H1 differs': ['none', 'Lamps for desks'],
      'Words differs': ['4', '1,200'],
      Links: ['0'],
      'Structured data differs': ['none', 'Product'],
    },
  )
})

it('lists what the browser noticed, and more of it on request', async () => {
  const service = await sqliteService()
  await openDashboard(service, `/reports/${await store(service, beyond())}?tab=facts`)
  const { getByText, getByRole, queryByText, queryByRole } = await card()
  getByText('TypeError: x is null')
  getByText(`${url}app.js, line 12`)
  getByText('data, HTTP 404')
  getByText('script, line 3: Disallow: /ads')
  getByText('372 × 66 px')
  getByText('0.02')
  expect(queryByRole('link', { name: new RegExp(`${url}f`) })).toBeNull()
  expect(queryByText(words.more(54))).toBeNull()
  fireEvent.click(getByRole('button', { name: words.showMore(1) }))
  getByRole('link', { name: new RegExp(`${url}f`) })
  getByText(words.more(54))
})

it('shows no empty lists, and says where scripts lead', async () => {
  const service = await sqliteService()
  const facts = beyond({
    consoleErrors: none,
    failedRequests: none,
    blockedByRobots: none,
    scriptLinks: none,
    largestElement: null,
    layoutShift: null,
    redirectedTo: `${url}elsewhere`,
    isIdle: false,
  })
  await openDashboard(service, `/reports/${await store(service, facts)}?tab=facts`)
  const { getByRole, getByText, queryByText } = await card()
  getByRole('link', { name: new RegExp(`${url}elsewhere`) })
  getByText(words.notIdle)
  for (const heading of [words.errors, words.failed, words.blocked, words.links, words.unscored])
    expect(queryByText(heading)).toBeNull()
})

it('gives the reason among the details of a page that was not rendered, without a card of its own', async () => {
  const service = await sqliteService()
  const facts = { rendered: null, renderCode: 'no_scripts' as const, field: null }
  const { id } = await createReport(service.store.db, newReport({ facts: { ...newFacts(url), beyond: facts } }))
  const page = await openDashboard(service, `/reports/${id}?tab=facts`)
  await screen.findByText('Not rendered: the HTML has no scripts that could change it.')
  expect(screen.queryByRole('region', { name: words.title })).toBeNull()
  expect(page.requests.some((request) => request.includes('screenshot'))).toBe(false)
})

it('loads the screenshot with the key when its tab is opened, enlarges it, and releases its memory', async () => {
  const [created, revoked] = [vi.spyOn(URL, 'createObjectURL'), vi.spyOn(URL, 'revokeObjectURL')]
  onTestFinished(() => void vi.restoreAllMocks())
  const service = await sqliteService()
  const id = await store(service, beyond())
  const page = await openDashboard(service, `/reports/${id}`)
  await card()
  const requests = () => page.requests.filter((request) => request.includes('screenshot'))
  expect(requests()).toEqual([])
  await page.goTo(`/reports/${id}?tab=facts`)
  const image = await screen.findByRole<HTMLImageElement>('img', { name: words.screenshotOf(url) })
  expect(requests()).toEqual([`GET /reports/${id}/screenshot.webp`])
  expect(image.src).toMatch(/^blob:/)
  expect(image.getAttribute('width')).toBe('412')
  fireEvent.click(screen.getByRole('button', { name: new RegExp(words.enlarge) }))
  const dialog = within(await screen.findByRole('dialog', { name: words.screenshot }))
  expect(dialog.getByRole<HTMLImageElement>('img').src).toBe(image.src)
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: words.close })))
  expect(screen.queryByRole('dialog')).toBeNull()
  await page.goTo('/settings')
  await waitFor(() => expect(revoked.mock.calls).toHaveLength(created.mock.calls.length))
})

it('says that a screenshot is no longer kept, and asks for none that the reader can’t get', async () => {
  const service = await sqliteService()
  const id = await store(service, beyond())
  const gone = { status: 404, body: { message: 'Resource not found.', status: 404 } }
  await openDashboard(service, `/reports/${id}?tab=facts`, [{ path: `/reports/${id}/screenshot.webp`, fault: gone }])
  await screen.findByText(words.noScreenshot)
})

it('shows visitors the screenshot of a public website, but none made with an identity', async () => {
  const service = await sqliteService()
  const [open, secret] = [await store(service, beyond()), await store(service, beyond(), newScreenshot('', true))]
  await service.call('PUT /api/v1/websites/1', { form: { privacy: '0' } })
  const page = await openDashboard({ ...service, key: '' }, `/reports/${open}?tab=facts`)
  await screen.findByRole('img', { name: words.screenshotOf(url) })
  expect(page.requests).toContain(`GET /shared/reports/${open}/screenshot.webp`)
  await page.goTo(`/reports/${secret}?tab=facts`)
  await waitFor(() => expect(screen.queryByRole('img', { name: words.screenshotOf(url) })).toBeNull())
  await card()
  expect(page.requests.filter((request) => request.includes(`${secret}/screenshot`))).toEqual([])
})

it('stands side by side with the one before in a comparison', async () => {
  const service = await sqliteService()
  const [before, after] = [await store(service, beyond()), await store(service, beyond())]
  await openDashboard(service, `/reports/${after}?compare=${before}`)
  const compared = within(await screen.findByRole('region', { name: words.screenshots }))
  await waitFor(() => expect(compared.getAllByRole('img')).toHaveLength(2))
})

it('is named in the head of a rendered report only', async () => {
  const service = await sqliteService()
  const page = await openDashboard(service, `/reports/${await store(service, beyond())}`)
  expect((await screen.findByRole('link', { name: 'Rendered' })).getAttribute('href')).toContain('tab=facts#rendered')
  const { id } = await createReport(service.store.db, newReport())
  await page.goTo(`/reports/${id}`)
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Rendered' })).toBeNull())
})
