// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createReport } from '#service/store/reports/reports.ts'
import { newReport } from '#testing/store/reports.ts'
import { openDashboard, rows, serviceWithReports, untilRows } from '#testing/web/dashboard.tsx'
import { displayWords as words, listWords } from './words.ts'

const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

async function openColumns() {
  fireEvent.click(screen.getByRole('button', { name: listWords.display }))
  const dialog = within(await screen.findByRole('dialog', { name: listWords.display }))
  await dialog.findByRole('button', { name: words.done })
  return dialog
}

it('columns are shown and hidden at once in a fixed order, also on the next visit, until they are reset', async () => {
  const { goTo } = await openDashboard(await serviceWithReports(3), '/reports')
  await untilRows(3)
  const first = headings()
  const dialog = await openColumns()
  const toggle = (name: string) => fireEvent.click(dialog.getByRole('checkbox', { name }))
  toggle('Website')
  toggle('Indexing')
  const chosen = first.filter((heading) => heading !== 'Website' && heading !== 'Indexing')
  await waitFor(() => expect(headings()).toEqual(chosen))
  fireEvent.click(dialog.getByRole('button', { name: words.done }))
  await goTo('/websites')
  await goTo('/reports')
  await untilRows(3)
  expect(headings()).toEqual(chosen)

  fireEvent.click((await openColumns()).getByRole('button', { name: words.reset }))
  await waitFor(() => expect(headings()).toEqual(first))
})

it('columns for which the server sends nothing are not offered', async () => {
  const service = await serviceWithReports(3)
  const { body } = await service.call('GET /api/v1/reports')
  const data = body.data.map(({ domain: _, ...row }: { domain: unknown }) => row)
  const answer = { status: 200, body: { ...body, data } }
  const { on, goTo } = await openDashboard(service, '/reports')
  await untilRows(3)
  expect((await openColumns()).getByRole('checkbox', { name: 'Website' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: words.done }))
  on('GET', /^\/reports\?/, answer)
  await goTo('/reports?result=bad')
  await untilRows(3)
  expect((await openColumns()).queryByRole('checkbox', { name: 'Website' })).toBeNull()
})

it('the change since the report before is a column', async () => {
  const service = await serviceWithReports(0)
  for (const score of [80, 80, 75]) await createReport(service.store.db, newReport({ score }))
  await openDashboard(service, '/reports')
  await untilRows(3)
  const changes = rows().map((row) => row.querySelector('[data-change]')?.textContent)
  expect(changes).toEqual([expect.stringContaining('5 worse'), 'unchanged', undefined])
})
