// @vitest-environment dashboard
import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { pageFilters } from '#contract/lists/page-filters.ts'
import { type IndexState, storeInspections } from '#service/store/google/inspections.ts'
import { storeQueries } from '#service/store/google/queries.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { sqliteService } from '#testing/service/service.ts'
import { newReport } from '#testing/store/reports.ts'
import { daysAgo, figures, indexState, storeDaysOfClicks } from '#testing/store/search.ts'
import { openDashboard } from '#testing/web/dashboard.tsx'
import { paths } from '#web/app/paths.ts'
import { formatShort } from '#web/ui/time.tsx'
import { searchHistoryWords, unmatchedWords } from './words.ts'

const days = Array.from({ length: 28 }, (_, at) => daysAgo(at))

/** A page with clicks and queries, and clicks of a URL that has no report. */
async function shop() {
  const service = await sqliteService()
  const { db } = service.store
  await createReport(db, newReport({ url: 'https://shop.example/known', domain: 'shop.example', title: 'Lamps' }))
  await storeDaysOfClicks(db, days, { '/known': figures(2, 40, 3), '/other': figures(1, 10, 5) })
  await storeQueries(db, 1, { first_day: daysAgo(27), last_day: daysAgo(0) }, [
    { url: 'https://shop.example/known', query: 'cheap lamps', ...figures(30, 400, 3) },
  ])
  return service
}

it('a report has the line of its page, its queries, and the words that its title lacks', async () => {
  await openDashboard(await shop(), paths.report(1))
  const tab = await screen.findByRole('link', { name: searchHistoryWords.title })
  await act(async () => tab.click())
  await screen.findByRole('slider', { name: searchHistoryWords.chart })
  screen.getByText('56')
  await screen.findByRole('rowheader', { name: 'cheap lamps' })
  expect(document.body.textContent).toContain(searchHistoryWords.lacks(['cheap'], 'cheap lamps'))
})

it('a page that Google never showed has no link to connect its website again', async () => {
  const service = await shop()
  await createReport(service.store.db, newReport({ url: 'https://shop.example/new', domain: 'shop.example' }))
  await openDashboard(service, paths.report(2))
  const tab = await screen.findByRole('link', { name: searchHistoryWords.title })
  await act(async () => tab.click())
  await screen.findByText(searchHistoryWords.notShown)
  expect(screen.queryByRole('link', { name: searchHistoryWords.toGoogle })).toBeNull()
})

it('a report shows what we say of its page beside what Google says', async () => {
  const service = await shop()
  const url = 'https://shop.example/known'
  const [indexed = '', crawled = ''] = pageFilters.google_index.examples
  const state = indexState(crawled, { verdict: 'NEUTRAL', google_canonical: `${url}?a` })
  const inspect = (of: IndexState, at: string) => storeInspections(service.store.db, 1, [{ id: 1, state: of }], at)
  await inspect(indexState(indexed), '2026-11-01T12:00:00.000Z')
  await inspect({ ...state, last_crawl_at: '2026-10-09T12:00:00.000Z' }, '2026-11-12T12:00:00.000Z')
  await openDashboard(service, paths.report(1))
  await act(async () => (await screen.findByRole('link', { name: searchHistoryWords.title })).click())
  const card = within(await screen.findByRole('region', { name: searchHistoryWords.index }))
  const day = formatShort(new Date('2026-11-12T12:00:00.000Z'), new Date())
  card.getByText(searchHistoryWords.states.differs(crawled, day))
  card.getByText(searchHistoryWords.before(indexed, day))
  card.getByText(`${url}?a`)
  card.getByText(formatShort(new Date('2026-10-09T12:00:00.000Z'), new Date()))
})

it('URLs with clicks that have no report are listed, to be analysed', async () => {
  await openDashboard(await shop(), paths.websiteGoogle(1))
  await screen.findByRole('rowheader', { name: 'https://shop.example/other' })
  expect(screen.queryByRole('rowheader', { name: 'https://shop.example/known' })).toBeNull()
  await act(async () => screen.getByRole('button', { name: unmatchedWords.analyse(1) }).click())
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /URLs/ })
  expect(field.value).toBe('https://shop.example/other')
})
