// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDashboard, rowIds, rows, serviceWithReports, untilRows } from '#testing/web/dashboard.tsx'
import { frameWords } from '#web/app/words.ts'
import { setPreferences } from '#web/data/preferences.ts'

const focusedRow = () => rows().indexOf(document.activeElement?.closest('tr') as HTMLElement)
const press = (key: string, shiftKey = false) =>
  act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey }))
const chosen = () => rows().map((row) => row.querySelector<HTMLInputElement>('[type=checkbox]')!.checked)

it('j and k move the cursor from row to row, x selects its row, with Shift all since the last one', async () => {
  const { path } = await openDashboard(await serviceWithReports(4), '/reports')
  await untilRows(4)
  press('j')
  expect(focusedRow()).toBe(0)
  expect(document.activeElement?.getAttribute('href')).toContain(`/reports/${rowIds()[0]}`)
  press('k')
  expect(focusedRow()).toBe(0)
  press('j')
  press('j')
  press('k')
  expect(focusedRow()).toBe(1)
  press('x')
  await waitFor(() => expect(chosen()).toEqual([false, true, false, false]))
  expect(focusedRow()).toBe(1)
  press('j')
  press('j')
  press('j')
  expect(focusedRow()).toBe(3)
  press('X', true)
  await waitFor(() => expect(chosen()).toEqual([false, true, true, true]))
  const opened = rowIds()[3]
  await act(async () => (document.activeElement as HTMLElement).click())
  await waitFor(() => expect(path()).toContain(`/reports/${opened}`))
})

it('the arrow keys move the cursor within the table only, also without shortcuts of one letter', async () => {
  await openDashboard(await serviceWithReports(3), '/reports')
  await untilRows(3)
  act(() => setPreferences({ shortcuts: false }))
  press('ArrowDown')
  press('j')
  expect(focusedRow()).toBe(-1)
  act(() => rows()[0]!.querySelector<HTMLElement>('[type=checkbox]')!.focus())
  press('ArrowDown')
  expect(focusedRow()).toBe(1)
  press('x')
  expect(chosen()).toEqual([false, false, false])
  act(() => setPreferences({ shortcuts: true }))
})

it('a field, a menu and a dialog keep their letters', async () => {
  await openDashboard(await serviceWithReports(2), '/websites')
  await untilRows(2)
  act(() => screen.getByRole('searchbox').focus())
  press('j')
  expect(focusedRow()).toBe(-1)
  act(() => (document.activeElement as HTMLElement).blur())
  press('j')
  expect(focusedRow()).toBe(0)
})

it('a skip link leads to the first row', async () => {
  await openDashboard(await serviceWithReports(2), '/reports')
  await untilRows(2)
  act(() => screen.getByRole('link', { name: frameWords.skipToRows }).click())
  expect(focusedRow()).toBe(0)
})
