// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { storeInspections } from '#service/store/google/inspections.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { sqliteService } from '#testing/service/service.ts'
import { newReport } from '#testing/store/reports.ts'
import { indexState } from '#testing/store/search.ts'
import { openDashboard, rows, untilRows } from '#testing/web/dashboard.tsx'
import { trayWords } from '#web/jobs/words.ts'
import {
  filterPickerWords,
  indexingWords,
  listWords,
  searchFigureWords,
  selectionWords,
  textFilterWords,
} from '#web/list/words.ts'
import { reportSelectionWords } from '#web/reports/words.ts'
import { websiteTabsWords } from '../words.ts'
import { websitePagesWords as words } from './words.ts'

/** A website with three pages of 10, 20 and 30 words, of which the last is blocked. */
async function threePages() {
  const service = await sqliteService()
  for (const at of [1, 2, 3]) {
    const { columns, ...state } = newReport().state
    const indexability = at === 3 ? ('blocked' as const) : ('indexable' as const)
    const main_issue = at === 3 ? 'noindex' : null
    const indexing_code = at === 3 ? ('noindex' as const) : ('open' as const)
    const own = { ...state, indexability, indexing_code, main_issue, columns: { ...columns, words: at * 10 } }
    await createReport(service.store.db, newReport({ url: `https://shop.example/page-${at}`, state: own }))
  }
  return service
}

const shown = () => rows().map((row) => /page-\d/.exec(row.textContent)?.[0])

it('the pages of a website are a tab, with the reason for a state', async () => {
  const { path } = await openDashboard(await threePages(), '/websites/1?tab=issues')
  const tab = await screen.findByRole('link', { name: websiteTabsWords.tab.pages })
  await act(async () => tab.click())
  await untilRows(3)
  expect(path()).toBe('/websites/1?tab=pages&per_page=50')
  expect(shown()).toEqual(['page-1', 'page-2', 'page-3'])
  expect(rows()[2]!.textContent).toContain(indexingWords.codes.noindex)
  expect(rows()[2]!.querySelector('[data-tone=bad]')?.getAttribute('title')).toContain('can’t index this page: noindex')
  // Nothing is wrong with the others.
  expect(rows()[0]!.querySelector('[data-tone]')).toBeNull()
})

it('selected pages of a website are run again as one job', async () => {
  const service = await threePages()
  await openDashboard(service, '/websites/1?tab=pages')
  await untilRows(3)
  for (const at of [0, 2]) fireEvent.click(within(rows()[at]!).getByRole('checkbox'))
  const bar = within(await screen.findByRole('region', { name: selectionWords.bar }))
  fireEvent.click(bar.getByRole('button', { name: reportSelectionWords.again }))
  await screen.findByRole('region', { name: trayWords.label })
  const { body } = await service.call('GET /api/v1/jobs/1/urls')
  expect(body.data.map(({ url }: { url: string }) => url)).toEqual([
    'https://shop.example/page-1',
    'https://shop.example/page-3',
  ])
})

it('clicks are a column once Google told any, and a page without figures has none', async () => {
  const service = await threePages()
  const clicks = { name: searchFigureWords.clicks }
  const { goTo, path } = await openDashboard(service, '/websites/1?tab=pages')
  await untilRows(3)
  expect(screen.queryByRole('columnheader', clicks)).toBeNull()
  await service.store.db
    .updateTable('pages')
    .set({ clicks: 1204, impressions: 39_200, position: 6.3, clicks_change: -38 })
    .where('id', '=', 2)
    .execute()
  await goTo('/websites/1?tab=pages&clicks=0-')
  await untilRows(1)
  await goTo('/websites/1?tab=pages&clicks_change=lost')
  await goTo('/websites/1?tab=pages&sort_by=clicks&sort=desc')
  await untilRows(3)
  screen.getByRole('columnheader', clicks)
  expect(shown()).toEqual(['page-2', 'page-3', 'page-1'])
  expect(rows()[0]!.textContent).toContain('1,204')
  expect(rows()[1]!.textContent).toContain(searchFigureWords.unknown)
  expect(path()).toContain('sort_by=clicks')
})

it('the states in Google’s index that pages have are filters', async () => {
  const service = await threePages()
  const state = indexState('Discovered - currently not indexed', { verdict: 'NEUTRAL' })
  await storeInspections(service.store.db, 1, [{ id: 2, state }], '2026-05-01T00:00:00.000Z')
  const { path } = await openDashboard(service, '/websites/1?tab=pages')
  await untilRows(3)
  await act(async () => screen.getByRole('button', { name: listWords.filter }).click())
  const name = filterPickerWords.label
  fireEvent.change(await screen.findByRole('combobox', { name }), { target: { value: 'discovered' } })
  const option = filterPickerWords.option(words.filters.google_index, state.google_index ?? '')
  fireEvent.click(await screen.findByRole('option', { name: option }))
  await untilRows(1)
  expect(shown()).toEqual(['page-2'])
  expect(path()).toBe('/websites/1?tab=pages&google_index=Discovered+-+currently+not+indexed')
})

it('an orphan has its kind in place of the clicks that lead to it', async () => {
  const service = await threePages()
  await service.store.db.updateTable('pages').set({ orphan: 'sitemap_only' }).where('id', '=', 2).execute()
  await openDashboard(service, '/websites/1?tab=pages')
  await untilRows(3)
  expect(rows().map((row) => row.textContent.includes(words.orphan))).toEqual([false, true, false])
  expect(screen.getByText(words.orphan).title).toBe(words.orphans.sitemap_only)
})

it('pages are sorted by a column and filtered, in the URL', async () => {
  const { path } = await openDashboard(await threePages(), '/websites/1?tab=pages')
  await untilRows(3)
  await act(async () => screen.getByRole('button', { name: words.columns.words }).click())
  await waitFor(() => expect(shown()).toEqual(['page-3', 'page-2', 'page-1']))
  await act(async () => screen.getByRole('button', { name: listWords.filter }).click())
  fireEvent.change(await screen.findByLabelText(words.filters.words), { target: { value: '20-x' } })
  await screen.findByText(textFilterWords.mustBe('a number, or a range such as 0-50 or 300-'))
  fireEvent.change(screen.getByLabelText(words.filters.words), { target: { value: '20-' } })
  fireEvent.change(screen.getByRole('combobox', { name: filterPickerWords.label }), { target: { value: 'indexing' } })
  const option = filterPickerWords.option(words.filters.indexability, words.states.indexable)
  fireEvent.click(await screen.findByRole('option', { name: option }))
  await untilRows(1)
  expect(shown()).toEqual(['page-2'])
  expect(path()).toBe('/websites/1?tab=pages&indexability=indexable&words=20-&sort_by=words&sort=desc')
})

it.each([
  ['pages', 'GET /websites/1/pages.csv?words=20-'],
  ['links', 'GET /websites/1/links.csv'],
] as const)('the file of %s is saved, with the filters of the pages only', async (file, expected) => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('#file')
  const { requests } = await openDashboard(await threePages(), '/websites/1?tab=pages&words=20-')
  await untilRows(2)
  await act(async () => screen.getByRole('button', { name: words.export }).click())
  const item = await screen.findByRole('menuitem', { name: words.files[file] })
  await act(async () => item.click())
  await screen.findByText(words.exported[file])
  expect(requests.filter((request) => request.includes('.csv'))).toEqual([expected])
  expect(saved).toHaveBeenCalledTimes(1)
  saved.mockRestore()
})
