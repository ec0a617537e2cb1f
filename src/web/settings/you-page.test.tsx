// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { maxKeyName } from '#contract/access/keys.ts'
import { OwnKeyForm } from '#contract/forms/access-forms.ts'
import { labelOf, nameMessage } from '#contract/forms/form.ts'
import { openDashboard, serviceWithReports, withoutExtensions } from '#testing/web/dashboard.tsx'
import { keysWords, settingsNavWords, settingsWords as words } from './words.ts'

const name = () => screen.findByLabelText<HTMLInputElement>(labelOf(OwnKeyForm, 'name'))
const nav = () => within(screen.getByRole('navigation', { name: settingsNavWords.label }))
const links = () =>
  nav()
    .getAllByRole('link')
    .map((link) => link.textContent)

it('one’s own name is changed, and the keys show it', async () => {
  const service = await serviceWithReports(0)
  const { goTo } = await openDashboard(service, '/settings')
  fireEvent.input(await name(), { target: { value: '  ' } })
  fireEvent.click(screen.getByRole('button', { name: words.name.save }))
  await screen.findByText(nameMessage(maxKeyName))
  fireEvent.input(await name(), { target: { value: ' Dana ' } })
  fireEvent.click(screen.getByRole('button', { name: words.name.save }))
  await screen.findByText(words.name.saved)
  await waitFor(async () => expect((await name()).value).toBe('Dana'))
  expect((await service.call('GET /api/v1')).body.key.name).toBe('Dana')
  await goTo('/settings/keys')
  const own = (await screen.findByText(keysWords.current)).closest('li')
  expect(own?.textContent).toContain('Dana')
})

it('a read-only key changes its own name, and has no links to what it can’t open', async () => {
  const service = await serviceWithReports(0)
  await openDashboard({ ...service, key: service.readKey }, '/settings')
  fireEvent.input(await name(), { target: { value: 'Kim' } })
  fireEvent.click(screen.getByRole('button', { name: words.name.save }))
  await screen.findByText(words.name.saved)
  expect(links()).not.toContain(settingsNavWords.keys)
  expect(links()).not.toContain(settingsNavWords.activity)
  expect(links()).toContain(settingsNavWords.brand)
})

it('every page of the settings opens from the links beside it', async () => {
  const service = await serviceWithReports(0)
  await openDashboard(service, '/settings')
  await name()
  const { personal: _, team: __, label: ___, views, ...pages } = settingsNavWords
  expect(links()).toEqual([...Object.values(pages), views])
  for (const label of Object.values(pages)) {
    fireEvent.click(nav().getByRole('link', { name: label }))
    await waitFor(() => expect(nav().getByRole('link', { name: label }).getAttribute('aria-current')).toBe('page'))
    await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  }
})

it('on another server there is no name to change, and only pages that work there', async () => {
  const service = await serviceWithReports(0)
  const { requests } = await openDashboard(service, '/settings', withoutExtensions)
  await screen.findByText(words.key.unknown)
  await waitFor(() =>
    expect(links()).toEqual([
      settingsNavWords.you,
      settingsNavWords.appearance,
      settingsNavWords.shortcuts,
      settingsNavWords.trackers,
    ]),
  )
  expect(screen.queryByLabelText(labelOf(OwnKeyForm, 'name'))).toBeNull()
  expect(requests.filter((request) => request.includes('keys'))).toEqual([])
})
