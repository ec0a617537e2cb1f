// @vitest-environment dashboard
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createReport } from '#service/store/reports/reports.ts'
import { sqliteService } from '#testing/service/service.ts'
import { newReport } from '#testing/store/reports.ts'
import { openDashboard, rows, untilRows, withoutExtensions } from '#testing/web/dashboard.tsx'
import { listNoticeWords, listWords } from '#web/list/words.ts'
import { reportsWords } from '#web/reports/words.ts'
import { figureWords, websiteTabsWords, websiteWords, websitesWords } from './words.ts'

/** A website whose bad page is not indexable, and one with an indexable page between its scores. */
async function twoWebsites() {
  const service = await sqliteService()
  const add = (domain: string, path: string, score: number, state: 'indexable' | 'blocked') =>
    createReport(
      service.store.db,
      newReport({
        domain,
        url: `https://${domain}${path}`,
        score,
        state: { ...newReport().state, indexability: state },
      }),
    )
  const { website_id } = await add('a.example', '/', 90, 'indexable')
  await add('a.example', '/hidden', 10, 'blocked')
  await add('b.example', '/', 70, 'indexable')
  return { service, id: website_id }
}

const openCounting = async () => {
  const button = await screen.findByRole('button', { name: websiteWords.howCounted })
  await act(async () => button.click())
}
const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

it('websites are sorted by the average of their indexable pages', async () => {
  const { service } = await twoWebsites()
  const { requests } = await openDashboard(service, '/websites?sort_by=pages_avg_score')
  await untilRows(2)
  expect(rows().map((row) => /[ab]\.example/.exec(row.textContent)?.[0])).toEqual(['a.example', 'b.example'])
  expect(rows()[0]!.textContent).toContain('90')
  expect(headings()).not.toContain(websitesWords.averageOfAllReports)
  expect(requests.some((request) => request.includes('sort_by=pages_avg_score'))).toBe(true)
})

it('the average of all reports is a column in the order by it', async () => {
  const { service } = await twoWebsites()
  await openDashboard(service, '/websites?sort_by=reports_avg_score')
  await untilRows(2)
  expect(rows().map((row) => /[ab]\.example/.exec(row.textContent)?.[0])).toEqual(['b.example', 'a.example'])
  expect(headings()).toContain(websitesWords.averageOfAllReports)
  const sorts = screen.getByRole<HTMLSelectElement>('combobox', { name: listWords.sort })
  expect(sorts.value).toBe('reports_avg_score.desc')
})

it('another server is never asked for the order by the average of pages', async () => {
  const { service } = await twoWebsites()
  const { path, requests } = await openDashboard(service, '/websites?sort_by=pages_avg_score', withoutExtensions)
  await untilRows(2)
  await waitFor(() => expect(path()).toBe('/websites'))
  expect(requests.filter((request) => request.includes('pages_avg_score'))).toEqual([])
  expect(headings()).not.toContain(websitesWords.averageOfAllReports)
  expect(await screen.findByText(listNoticeWords.repair('sort_by', 'pages_avg_score', 'id'))).toBeTruthy()
})

it('a website shows the average of its indexable pages, and the others by their state', async () => {
  const { service, id } = await twoWebsites()
  await openDashboard(service, `/websites/${id}?latest=1`)
  await openCounting()
  const counting = within(await screen.findByRole('dialog'))
  const blocked = counting.getByRole('link', { name: figureWords.state.blocked(1) })
  expect(blocked.getAttribute('href')).toContain('latest=1&indexability=blocked')
  expect(counting.getByRole('link', { name: figureWords.state.indexable(1) })).toBeTruthy()
  expect(screen.getByRole('region', { name: websiteWords.summary }).textContent).toContain('90')
})

it.each([
  ['the owner', '?latest=1', false],
  ['a visitor', '', true],
] as const)('%s of a website sees its figures and one row per page', async (_, search, isVisitor) => {
  const { service, id } = await twoWebsites()
  await createReport(service.store.db, newReport({ domain: 'a.example', url: 'https://a.example/', score: 60 }))
  await service.call(`PUT /api/v1/websites/${id}`, { form: { privacy: '0' } })
  await openDashboard(isVisitor ? { ...service, key: '' } : service, `/websites/${id}${search}`)
  await untilRows(2)
  const summary = screen.getByRole('region', { name: websiteWords.summary })
  const changes = isVisitor ? '' : `▼ ${websiteWords.changed.worse(1)} ${websiteWords.sinceLastRun}`
  await waitFor(() =>
    expect(summary.textContent).toBe(`60 Decent2 URLs: 1 indexable, 1 not indexableHow we count${changes}`),
  )
  await openCounting()
  expect(screen.getByRole('dialog').textContent).toBe(
    'Only indexable pages count in the score and the ratings.1 indexable1 not indexable2 pages from 3 reports',
  )
  await act(async () =>
    within(summary)
      .getByRole('link', { name: figureWords.state.blocked(1) })
      .click(),
  )
  await untilRows(1)
  expect(rows()[0]!.textContent).toContain('/hidden')
})

it('a visitor of a website reads how many pages it has', async () => {
  const { service, id } = await twoWebsites()
  await service.call(`PUT /api/v1/websites/${id}`, { form: { privacy: '0' } })
  await openDashboard({ ...service, key: '' }, `/websites/${id}`)
  expect(await screen.findByText(reportsWords.countedPages('2'))).toBeTruthy()
  expect(screen.getByRole('link', { name: websiteTabsWords.tab.pages })).toBeTruthy()
})
