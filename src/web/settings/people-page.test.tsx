// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { labelOf, messageOf } from '#contract/forms/form.ts'
import { InvitationForm, PersonForm, SessionForm } from '#contract/forms/people-forms.ts'
import { findPerson, listPeople } from '#service/store/access/people.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { newReport } from '#testing/store/reports.ts'
import { openDashboard, serviceWithReports, sessionOf } from '#testing/web/dashboard.tsx'
import { addGrant } from '#testing/web/grants.ts'
import { listWords } from '#web/list/words.ts'
import { teamRoleWords } from '#web/resources/words.ts'
import { signInAgainWords, signInWords } from '#web/session/words.ts'
import { grantsFieldWords, peopleFilterWords, peopleWords as words, sessionsWords } from './people-words.ts'

const dialog = async (title: string) => within(await screen.findByRole('dialog', { name: title }))
const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } })
const press = (inside: Pick<typeof screen, 'getByRole'>, name: string) =>
  fireEvent.click(inside.getByRole('button', { name }))

async function openPeople() {
  const service = await serviceWithReports(0)
  const session = await sessionOf(service)
  const kim = await sessionOf(service, 'Kim', 'kim@agency.example')
  const opened = await openDashboard({ ...service, session }, '/settings/people')
  await screen.findByText('kim@agency.example')
  const choose = async (name: string, item: string) => {
    press(screen, words.actionsFor(name))
    fireEvent.click(await screen.findByRole('menuitem', { name: item }))
  }
  return { ...opened, service, session, kim, choose }
}

it('an invitation’s link is shown once, and the pending invitation can be revoked', async () => {
  await openPeople()
  press(screen, words.invite)
  const form = await dialog(words.form.title)
  type(await form.findByLabelText(labelOf(InvitationForm, 'name')), 'Alex Moreau')
  press(form, words.form.submit)
  const shown = await dialog(words.link.title('Alex Moreau'))
  shown.getByText(/\/account#token=[\w-]{43}$/)
  press(shown, words.link.done)
  fireEvent.click(await screen.findByRole('button', { name: words.revokeThis('Alex Moreau') }))
  await screen.findByText(words.revoked('Alex Moreau'))
  await waitFor(() => expect(screen.queryByText(words.invitations)).toBeNull())
})

it('people are found by name or email, role and client, as the address says', async () => {
  const service = await serviceWithReports(1)
  for (const name of ['Bakery', 'Butcher']) await service.call('POST /api/v1/clients', { form: { name } })
  await service.call('PUT /api/v1/websites/1/client', { form: { client_id: '1' } })
  const session = await sessionOf(service)
  const invited = async (name: string, fields: { team_role: string; grants: string }) => {
    const { person } = await sessionOf(service, name, `${name.toLowerCase()}@agency.example`)
    await service.call(`PUT /api/v1/people/${person}`, { form: fields })
  }
  await invited('Alex', { team_role: 'member', grants: 'edit client:2' })
  await invited('Kim', { team_role: 'member', grants: 'edit website:1' })
  await invited('Sam', { team_role: 'guest', grants: 'view client:1' })
  const { goTo, path } = await openDashboard({ ...service, session }, '/settings/people?client=1')
  const found = async (...names: string[]) =>
    waitFor(() => {
      const shown = ['Alex', 'Dana Whitfield', 'Kim', 'Sam'].filter((name) =>
        screen.queryByRole('button', { name: words.actionsFor(name) }),
      )
      expect(shown).toEqual(names)
    })
  await found('Dana Whitfield', 'Kim', 'Sam')
  fireEvent.change(screen.getByLabelText(peopleFilterWords.role), { target: { value: 'member' } })
  await found('Kim')
  await waitFor(() => expect(path()).toBe('/settings/people?role=member&client=1'))
  await goTo('/settings/people?search=ALEX%40')
  await found('Alex')
  await goTo('/settings/people?search=nobody')
  fireEvent.click(await screen.findByRole('button', { name: listWords.clearFilters }))
  await found('Alex', 'Dana Whitfield', 'Kim', 'Sam')
})

it('a session or an invitation that couldn’t be ended says why', async () => {
  const service = await serviceWithReports(0)
  const session = await sessionOf(service)
  const fault = { status: 500, body: { message: 'Broken.' } }
  await service.call('POST /api/v1/people/invitations', { form: { name: 'Alex' } })
  const { goTo } = await openDashboard({ ...service, session }, '/settings/people', [
    { method: 'DELETE', path: '/people/invitations/1', fault, left: 1 },
    { method: 'DELETE', path: '/session', fault, left: 1 },
  ])
  fireEvent.click(await screen.findByRole('button', { name: words.revokeThis('Alex') }))
  await screen.findByRole('alert')
  await goTo('/settings/sessions')
  fireEvent.click(await screen.findByRole('button', { name: /^Sign out of/ }))
  await screen.findByRole('alert')
})

it('an owner corrects an email, and learns at its field that another person has it', async () => {
  const { service, kim, choose } = await openPeople()
  await choose('Kim', words.edit)
  const form = await dialog(words.editing.title('Kim'))
  const email = await form.findByLabelText(labelOf(PersonForm, 'email'))
  type(email, 'dana@agency.example')
  press(form, words.editing.submit)
  await form.findByText(messageOf(PersonForm, { field: 'email', code: 'taken' }))
  type(email, 'kim.b@agency.example')
  press(form, words.editing.submit)
  await screen.findByText(words.editing.saved)
  expect((await findPerson(service.store.db, kim.person))?.email).toBe('kim.b@agency.example')
})

it('a suspended person is out at once, and the last owner can’t be', async () => {
  const { service, kim, choose } = await openPeople()
  await choose('Kim', words.suspend)
  press(await dialog(words.suspending.title('Kim')), words.suspend)
  await screen.findByText(words.suspending.done('Kim'))
  await screen.findByText(words.states.suspended)
  const { status } = await service.call('GET /api/v1/me', { key: null, headers: { cookie: kim.cookie } })
  expect(status).toBe(401)

  await choose('Dana Whitfield', words.suspend)
  const own = await dialog(words.suspending.title('Dana Whitfield'))
  press(own, words.suspend)
  await own.findByText(messageOf(PersonForm, { field: 'state', code: 'not_allowed' }))
})

it('a person is removed once another person takes over', async () => {
  const { service, choose } = await openPeople()
  await choose('Kim', words.remove)
  press(await dialog(words.removing.title('Kim')), words.removing.submit)
  await screen.findByText(words.removing.done('Kim'))
  expect((await listPeople(service.store.db)).map(({ name }) => name)).toEqual(['Dana Whitfield'])
  await choose('Dana Whitfield', words.remove)
  const last = await dialog(words.removing.title('Dana Whitfield'))
  last.getByText(words.removing.nobody)
})

it('an owner who makes themselves a member no longer manages people', async () => {
  const { choose } = await openPeople()
  await choose('Dana Whitfield', words.edit)
  const form = await dialog(words.editing.title('Dana Whitfield'))
  fireEvent.click(form.getByRole('radio', { name: teamRoleWords.member }))
  await addGrant(
    form,
    grantsFieldWords.label,
    'every',
    `${grantsFieldWords.everything}${grantsFieldWords.everythingHint}`,
  )
  press(form, words.editing.submit)
  await screen.findByText(words.notAvailable)
})

it('a password link is created only once it is confirmed', async () => {
  const { choose } = await openPeople()
  await choose('Kim', words.passwordLink)
  press(await dialog(words.linking.title('Kim')), words.passwordLink)
  const shown = await dialog(words.link.title('Kim'))
  shown.getByText(/\/reset#token=[\w-]{43}$/)
})

it('one’s sessions are listed by browser, and the others are ended', async () => {
  const service = await serviceWithReports(0)
  const other = await sessionOf(service)
  await openDashboard({ ...service, session: await sessionOf(service) }, '/settings/sessions')
  await screen.findByText(sessionsWords.current)
  press(screen, sessionsWords.others)
  press(await dialog(sessionsWords.dialog.title), sessionsWords.others)
  await screen.findByText(sessionsWords.othersDone)
  await waitFor(() => expect(screen.queryByRole('button', { name: sessionsWords.others })).toBeNull())
  const { status } = await service.call('GET /api/v1/me', { key: null, headers: { cookie: other.cookie } })
  expect(status).toBe(401)
})

it('a session that ended is asked for again, with the password first', async () => {
  const { service, goTo } = await openPeople()
  const { cookie } = await sessionOf(service)
  const headers = { cookie, origin: 'http://reports.test' }
  expect((await service.call('DELETE /api/v1/me/sessions', { key: null, headers })).status).toBe(200)
  await goTo('/settings/sessions')
  const again = await dialog(signInAgainWords.title)
  await again.findByLabelText(labelOf(SessionForm, 'email'))
  press(again, signInWords.useKey)
  await screen.findByText(signInAgainWords.textForKey)
})

it('the share links of a person still work when they are suspended, unless they are revoked', async () => {
  const { service, kim, choose } = await openPeople()
  const report = await createReport(service.store.db, newReport())
  const form = { kind: 'report', report_id: String(report.id), label: 'For the agency' }
  const headers = { cookie: kim.cookie, origin: 'http://reports.test' }
  expect((await service.call('POST /api/v1/links', { key: null, headers, form })).status).toBe(201)
  await service.call('POST /api/v1/links', { form: { ...form, label: 'Of a key' } })
  await choose('Kim', words.suspend)
  const asking = await dialog(words.suspending.title('Kim'))
  await asking.findByText(words.links.title(1))
  press(asking, words.links.revokeThis('For the agency'))
  await waitFor(() => expect(asking.queryByText('For the agency')).toBeNull())
  const links = (await service.call(`GET /api/v1/links?person_id=${kim.person}`)).body.data
  expect(links).toMatchObject([{ label: 'For the agency', revoked_at: expect.any(String) }])
})
