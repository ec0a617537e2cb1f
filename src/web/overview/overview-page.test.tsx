// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { storeUnreadPages } from '#service/store/pages/page-states.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { newReport } from '#testing/store/reports.ts'
import { daysAgo as daysBefore, figures, storeDaysOfClicks } from '#testing/store/search.ts'
import { openDashboard, rows, serviceWithReports, untilRows } from '#testing/web/dashboard.tsx'
import { firstRunWords } from '#web/reports/first-run/words.ts'
import { websitesWords } from '#web/websites/words.ts'
import { overviewWords as words } from './words.ts'

type Service = Awaited<ReturnType<typeof serviceWithReports>>

const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()

/** Stores a report of a shop's page, which has a noindex or not. */
function addPage(
  { store: { db } }: Service,
  path: string,
  { at, blocked = false, host = 'shop.example' }: { at: string; blocked?: boolean; host?: string },
) {
  const { state } = newReport()
  const issue = { check: 'noindex', outcome: 'fail' as const, points: 400, counted: true, causes: [] }
  return createReport(
    db,
    newReport({
      domain: host,
      url: `https://${host}${path}`,
      score: blocked ? 49 : 90,
      created_at: at,
      state: blocked ? { ...state, indexability: 'blocked', main_issue: 'noindex', issues: [issue] } : state,
    }),
  )
}

it('names the websites with clicks at risk, each linked to its pages', async () => {
  const service = await serviceWithReports(0)
  const { db } = service.store
  for (const [path, blocked] of [
    ['/gone', true],
    ['/sound', false],
  ] as const) {
    await addPage(service, path, { at: `${daysBefore(60)}T08:00:00.000Z` })
    await addPage(service, path, { at: `${daysBefore(1)}T08:00:00.000Z`, blocked })
  }
  await storeDaysOfClicks(db, [daysBefore(5)], { '/gone': figures(1200), '/sound': figures(70) })
  const { path } = await openDashboard(service, '/')
  const card = within(await screen.findByRole('region', { name: words.atRisk }))
  expect(card.getByText(words.atRiskLead(1200))).toBeTruthy()
  fireEvent.click(card.getByRole('link', { name: 'shop.example' }))
  await waitFor(() => expect(path()).toBe('/websites/1?tab=issues'))
  const pages = within(await screen.findByRole('table', { name: words.atRisk }))
  expect(pages.getByRole('link').textContent).toBe('/gone')
})

const news = () => within(screen.getByRole('region', { name: words.news }))

it('names what broke, with its pages, their comparison and their list', async () => {
  const service = await serviceWithReports(3)
  for (const path of ['/boots/a', '/boots/b']) {
    await addPage(service, path, { at: daysAgo(20) })
    await addPage(service, path, { at: daysAgo(1), blocked: true })
  }
  const { path } = await openDashboard(service, '/')
  const link = await screen.findByRole('link', { name: 'Noindex on 2 pages in /boots/' })
  expect(screen.queryByRole('region', { name: words.atRisk })).toBeNull()
  const shop = news()
  expect(shop.getByRole('link', { name: 'shop.example' })).toBeTruthy()
  const page = shop.getByRole('link', { name: /^\/boots\/a/ })
  expect(page.textContent).toContain('90 → ')
  expect(page.getAttribute('href')).toMatch(/^\/reports\/\d+\?compare=\d+$/)
  fireEvent.click(link)
  await waitFor(() => expect(path()).toMatch(/^\/reports\?.*changed=not_indexable/))
  await waitFor(() => expect(screen.getAllByRole('link', { name: /\/boots\// })).toHaveLength(2))
})

it('names the fault that all pages share, and has new pages without a report', async () => {
  const service = await serviceWithReports(0)
  const { db } = service.store
  const { state } = newReport()
  const hreflang = { check: 'hreflang', outcome: 'warn', fault: 'noReturn', points: 120, counted: true } as const
  for (const path of ['/fr/a', '/fr/b']) {
    await addPage(service, path, { at: daysAgo(20) })
    const report = { domain: 'shop.example', url: `https://shop.example${path}`, score: 78, created_at: daysAgo(1) }
    await createReport(db, newReport({ ...report, state: { ...state, issues: [{ ...hreflang, causes: [] }] } }))
  }
  await db.transaction().execute(async (tx) => {
    const { id: website_id } = await tx.selectFrom('websites').select('id').executeTakeFirstOrThrow()
    const unread = ['/de/a', '/de/b'].map((path) => ({ url: `https://shop.example${path}`, status: 404 }))
    await storeUnreadPages(
      tx,
      { website_id, job_id: 1 },
      unread.map((page) => ({ ...page, failure: 'refused', depth: 1 })),
    )
  })
  await openDashboard(service, '/')
  const worse = await screen.findByRole('link', {
    name: /^Language versions don’t link back to the page: 2 pages in \/fr\//,
  })
  expect(worse.textContent).toMatch(/, 90\s→\s78/)
  const lost = screen.getByRole('link', { name: 'Status 404 on 2 new pages in /de/ without a report' })
  expect(lost.getAttribute('href')).toMatch(/^\/websites\/\d+\?tab=pages&indexability=blocked&status=404$/)
})

it('says so if nothing got worse', async () => {
  const service = await serviceWithReports(0)
  await addPage(service, '/', { at: daysAgo(20) })
  await openDashboard(service, '/')
  await screen.findByText(/^Nothing got worse since /)
  expect(screen.getByRole('radio', { name: words.periods.week })).toHaveProperty('checked', true)
})

it('changes the period in the address', async () => {
  const service = await serviceWithReports(3)
  await addPage(service, '/', { at: daysAgo(3) })
  await addPage(service, '/', { at: daysAgo(2), blocked: true })
  const { path } = await openDashboard(service, '/')
  await screen.findByRole('link', { name: 'Noindex on 1 page' })
  fireEvent.click(screen.getByRole('radio', { name: words.periods.today }))
  await waitFor(() => expect(path()).toBe(`/?since=${daysAgo(0).slice(0, 10)}`))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Noindex on 1 page' })).toBeNull())
})

it('begins with the last visit of this browser', async () => {
  localStorage.setItem(
    `seo-reports:visits:${location.origin}`,
    JSON.stringify({ current: '2026-02-03', previous: null }),
  )
  await openDashboard(await serviceWithReports(3), '/')
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(words.since).value).toBe('3 Feb 2026'))
  expect(screen.getByRole('radio', { name: words.periods.visit })).toHaveProperty('checked', true)
})

it('refreshes its figures while a job runs', async () => {
  const service = await serviceWithReports(3)
  const urls = Array.from({ length: 12 }, (_, at) => `https://lamps.example/${at}`).join('\n')
  const { status } = await service.call('POST /api/v1/jobs', { form: { urls, label: 'Lamps of May' } })
  expect(status).toBe(202)
  await openDashboard(service, '/')
  await untilRows(3)
  await addPage(service, '/new', { at: daysAgo(0) })
  await untilRows(4)
  expect(rows().some((row) => row.textContent.includes('shop.example'))).toBe(true)
})

it('has five lines of what broke at first, and new websites apart from them', async () => {
  const service = await serviceWithReports(0)
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
    await addPage(service, '/', { at: daysAgo(20), host: `${name}.example` })
    await addPage(service, '/', { at: daysAgo(1), host: `${name}.example`, blocked: true })
  }
  await addPage(service, '/', { at: daysAgo(1), host: 'new.example' })
  await openDashboard(service, `/?since=${daysAgo(7).slice(0, 10)}`)
  const lines = () => news().getAllByRole('link', { name: 'Noindex on 1 page' })
  await waitFor(() => expect(lines()).toHaveLength(5))
  expect(news().getByRole('link', { name: 'New: 1 page' })).toBeTruthy()
  expect(news().getByRole('link', { name: 'new.example' })).toBeTruthy()
  fireEvent.click(news().getByRole('button', { name: words.more(2) }))
  expect(lines()).toHaveLength(7)
})

it('has all new websites in one line', async () => {
  const service = await serviceWithReports(0)
  await addPage(service, '/', { at: daysAgo(20) })
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  for (const name of names) await addPage(service, '/', { at: daysAgo(1), host: `${name}.example` })
  await addPage(service, '/2', { at: daysAgo(1), host: 'a.example' })
  await openDashboard(service, `/?since=${daysAgo(7).slice(0, 10)}`)
  const line = await screen.findByRole('link', { name: words.addedPages(8, 7, 'eq') })
  expect(news().getAllByRole('listitem')).toEqual([line.closest('li')])
  const named = within(line.closest('li')!).getAllByRole('link').slice(1)
  expect(named.map(({ textContent }) => textContent)).toHaveLength(5)
  expect(line.closest('li')?.textContent).toMatch(/ and 2 more$/)
})

it('has the websites that need attention first, with what one compares them by', async () => {
  const service = await serviceWithReports(3)
  await addPage(service, '/', { at: daysAgo(20) })
  await addPage(service, '/', { at: daysAgo(1), blocked: true })
  await openDashboard(service, `/?since=${daysAgo(7).slice(0, 10)}`)
  await untilRows(4)
  const [first] = rows()
  expect(within(first!).getByRole('link', { name: 'shop.example' })).toBeTruthy()
  expect(
    within(first!).getByRole('link', { name: websitesWords.blocked(1) + websitesWords.newlyBlocked(1) }),
  ).toBeTruthy()
  expect(within(first!).getByText(/^Score in the last 90 days: lowest 90, highest 90, none today$/)).toBeTruthy()
})

it('has one field and nothing else before there is a website', async () => {
  await openDashboard(await serviceWithReports(0), '/')
  expect(await screen.findByRole('textbox', { name: firstRunWords.field })).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('region', { name: words.news })).toBeNull()
})
