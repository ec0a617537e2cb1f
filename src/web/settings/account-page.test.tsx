// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { labelOf } from '#contract/forms/form.ts'
import { MeForm, OwnPasswordForm } from '#contract/forms/people-forms.ts'
import { hashPassword } from '#service/access/passwords.ts'
import { changePerson, findPerson } from '#service/store/access/people.ts'
import { openDashboard, serviceWithReports, sessionOf, withoutExtensions } from '#testing/web/dashboard.tsx'
import { formWords } from '#web/forms/words.ts'
import { schedulesWords } from '#web/schedules/words.ts'
import { signInWords } from '#web/session/words.ts'
import { settingsNavWords, settingsWords as words } from './words.ts'

const name = () => screen.findByLabelText<HTMLInputElement>(labelOf(MeForm, 'name'))
const nav = () => within(screen.getByRole('navigation', { name: settingsNavWords.label }))
const links = () =>
  nav()
    .getAllByRole('link')
    .map((link) => link.textContent)
const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } })
const press = (label: string, inside: Pick<typeof screen, 'getByRole'> = screen) =>
  fireEvent.click(inside.getByRole('button', { name: label }))

it('a person changes their name', async () => {
  const service = await serviceWithReports(0)
  const session = await sessionOf(service)
  await openDashboard({ ...service, session }, '/settings')
  type(await name(), ' Dana W. ')
  press(formWords.save)
  await screen.findByText(words.profile.saved)
  expect(await findPerson(service.store.db, session.person)).toMatchObject({ name: 'Dana W.' })
})

it('a person chooses a time zone, with which their new schedules start', async () => {
  const service = await serviceWithReports(1)
  const session = await sessionOf(service)
  const { goTo } = await openDashboard({ ...service, session }, '/settings')
  fireEvent.change(await screen.findByLabelText(labelOf(MeForm, 'time_zone')), { target: { value: 'Asia/Tokyo' } })
  press(formWords.save)
  await screen.findByText(words.profile.saved)
  expect(await findPerson(service.store.db, session.person)).toMatchObject({ time_zone: 'Asia/Tokyo' })
  await goTo('/websites/1')
  fireEvent.click(
    await screen.findByRole('button', { name: schedulesWords.of(schedulesWords.button, 'site-0.example') }),
  )
  const zone = await screen.findByLabelText<HTMLSelectElement>(schedulesWords.timeZone)
  expect(zone.value).toBe('Asia/Tokyo')
})

it('a person changes their password, for which the current one is needed', async () => {
  const service = await serviceWithReports(0)
  const session = await sessionOf(service)
  const password_hash = await hashPassword('lamp otter rain')
  await service.store.db.transaction().execute((tx) => changePerson(tx, session.person, { password_hash }))
  await openDashboard({ ...service, session }, '/settings')
  await name()
  press(words.password.change)
  const dialog = within(await screen.findByRole('dialog', { name: words.password.change }))
  const field = (of: 'current_password' | 'password') => dialog.getByLabelText(labelOf(OwnPasswordForm, of))
  await waitFor(() => field('password'))
  type(field('current_password'), 'not this one')
  type(field('password'), 'correct horse battery')
  press(words.password.change, dialog)
  await waitFor(() => expect(field('current_password').getAttribute('aria-invalid')).toBe('true'))
  type(field('current_password'), 'lamp otter rain')
  press(words.password.change, dialog)
  await screen.findByText(words.password.done)
})

it('signing out ends the session on the server', async () => {
  const service = await serviceWithReports(0)
  const session = await sessionOf(service)
  await openDashboard({ ...service, session }, '/settings')
  await name()
  press(words.key.signOut)
  const dialog = within(await screen.findByRole('dialog', { name: words.signOut.title }))
  press(words.signOut.confirm, dialog)
  await screen.findByRole('heading', { level: 1, name: signInWords.title })
  const { status } = await service.call('GET /api/v1/me', { key: null, headers: { cookie: session.cookie } })
  expect(status).toBe(401)
})

it('a service key has no account, and a read-only one no links to what it can’t open', async () => {
  const service = await serviceWithReports(0)
  await openDashboard({ ...service, key: service.readKey }, '/settings')
  await screen.findByText(words.serviceKey)
  for (const absent of [settingsNavWords.keys, settingsNavWords.people, settingsNavWords.sessions])
    expect(links()).not.toContain(absent)
  expect(links()).not.toContain(settingsNavWords.activity)
  expect(links()).toContain(settingsNavWords.brand)
})

it('every page of the settings opens from the links beside it', async () => {
  const service = await serviceWithReports(0)
  await openDashboard({ ...service, session: await sessionOf(service) }, '/settings')
  await name()
  const { personal: _, team: __, label: ___, views, ...pages } = settingsNavWords
  expect(links().toSorted()).toEqual([...Object.values(pages), views].toSorted())
  for (const label of Object.values(pages)) {
    fireEvent.click(nav().getByRole('link', { name: label }))
    await waitFor(() => expect(nav().getByRole('link', { name: label }).getAttribute('aria-current')).toBe('page'))
    await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  }
})

it('on another server there is no account to change, and only pages that work there', async () => {
  const service = await serviceWithReports(0)
  const { requests } = await openDashboard(service, '/settings', withoutExtensions)
  await screen.findByText(words.key.unknown)
  await waitFor(() =>
    expect(links()).toEqual([
      settingsNavWords.account,
      settingsNavWords.appearance,
      settingsNavWords.shortcuts,
      settingsNavWords.trackers,
    ]),
  )
  expect(screen.queryByLabelText(labelOf(MeForm, 'name'))).toBeNull()
  expect(requests.filter((request) => /keys|\/me/.test(request))).toEqual([])
})
