// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDashboard, serviceWithReports, untilRows } from '#testing/web/dashboard.tsx'
import { setPreferences } from '#web/data/preferences.ts'
import { shortcutWords } from '#web/settings/words.ts'
import { menuFieldWords } from './words.ts'

const press = (key: string, more: object = {}) =>
  act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more }))
const shortcuts = () => screen.queryByRole('dialog', { name: shortcutWords.title })

it('? shows the shortcuts and / focuses the search, but not while typing or under a dialog', async () => {
  await openDashboard(await serviceWithReports(3), '/reports')
  await untilRows(3)
  press('?')
  const dialog = within(await screen.findByRole('dialog', { name: shortcutWords.title }))
  for (const { does } of shortcutWords.always) dialog.getByText(does)
  const search = screen.getByRole('searchbox')
  press('/')
  expect(document.activeElement).not.toBe(search)
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(shortcuts()).toBeNull())
  press('/')
  expect(document.activeElement).toBe(search)
  press('?')
  expect(shortcuts()).toBeNull()
})

it('o, w, r and a lead to the overview, the websites, the reports and the alerts', async () => {
  const { path } = await openDashboard(await serviceWithReports(3), '/settings')
  await screen.findByRole('heading', { level: 1 })
  press('r')
  await waitFor(() => expect(path()).toMatch(/^\/reports/))
  press('w')
  await waitFor(() => expect(path()).toMatch(/^\/websites/))
  press('a')
  await waitFor(() => expect(path()).toBe('/alerts'))
  press('o')
  await waitFor(() => expect(path()).toBe('/'))
})

it('shortcuts of one letter can be switched off, and Ctrl K works on', async () => {
  await openDashboard(await serviceWithReports(3), '/reports')
  await untilRows(3)
  act(() => setPreferences({ shortcuts: false }))
  const focused = document.activeElement
  press('?')
  press('/')
  expect(shortcuts()).toBeNull()
  expect(document.activeElement).toBe(focused)
  press('k', { ctrlKey: true })
  await screen.findByRole('dialog', { name: menuFieldWords.label })
  act(() => setPreferences({ shortcuts: true }))
})
