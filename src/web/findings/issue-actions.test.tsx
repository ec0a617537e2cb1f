// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createReport } from '#service/store/reports/reports.ts'
import { sqliteService, type TestService } from '#testing/service/service.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'
import { openDashboard, rows, untilRows } from '#testing/web/dashboard.tsx'
import { selectionWords } from '#web/list/words.ts'
import { findingWords as words } from './words.ts'

const check = 'title-present'
const path = `/websites/1?check=${check}&latest=1`

/** A service with three pages that have an issue. */
async function withIssue() {
  const service = await sqliteService()
  const results = { [check]: newCheckResult({ outcome: 'warn', passed: false, points_lost: 1 }) }
  const evaluation = newEvaluation({ results })
  for (const name of ['a', 'b', 'c'])
    await createReport(service.store.db, newReport({ url: `https://www.shop.example/${name}`, evaluation }))
  return service
}

const statesOf = async ({ store }: TestService) => {
  const states = await store.db.selectFrom('finding_states').select('status').orderBy('page_id').execute()
  return states.map(({ status }) => status)
}
const waiversOf = async ({ call }: TestService) => (await call('GET /api/v1/waivers')).body.data.length
const bar = () => screen.findByRole('region', { name: selectionWords.bar })
const choose = (...at: number[]) => at.forEach((row) => fireEvent.click(within(rows()[row]!).getByRole('checkbox')))
const press = async (name: string, place = within(document.body)) =>
  fireEvent.click(await place.findByRole('button', { name }))

it.each([path, `/websites/1?check=${check}&tab=pages`])(
  'the selected pages at %s are waived, with Undo',
  async (path) => {
    const service = await withIssue()
    await openDashboard(service, path)
    await untilRows(3)
    choose(0, 2)
    await press(words.waiveChosen, within(await bar()))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText(words.chosenPages(2))
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'By design' } })
    await press(words.waive, dialog)
    await screen.findByText(words.waivedPages(2))
    await waitFor(() => expect(rows()).toHaveLength(1), { timeout: 15_000 })
    expect(await waiversOf(service)).toBe(2)
    await press(words.undo)
    await screen.findByText(words.undone)
    await waitFor(() => expect(rows()).toHaveLength(3), { timeout: 15_000 })
    expect(await waiversOf(service)).toBe(0)
  },
)

it('the selected pages of an issue get a status', async () => {
  const service = await withIssue()
  await openDashboard(service, path)
  await untilRows(3)
  choose(0, 1)
  await press(words.setStatus, within(await bar()))
  fireEvent.click(await screen.findByRole('menuitem', { name: words.status.in_progress }))
  await screen.findByText(words.statusSet('in_progress', 2))
  expect(await statesOf(service)).toEqual(['in_progress', 'in_progress'])
  await waitFor(() =>
    expect(rows().some((row) => within(row).getByRole<HTMLInputElement>('checkbox').checked)).toBe(false),
  )
})

it('other lists of reports offer neither', async () => {
  const service = await withIssue()
  await openDashboard(service, '/reports')
  await untilRows(3)
  choose(0)
  const shown = within(await bar())
  expect(shown.queryByRole('button', { name: words.waiveChosen })).toBeNull()
  expect(shown.queryByRole('button', { name: words.setStatus })).toBeNull()
})
