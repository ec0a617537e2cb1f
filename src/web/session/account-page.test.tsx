// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { labelOf, messageOf } from '#contract/forms/form.ts'
import { AccountForm, SessionForm } from '#contract/forms/people-forms.ts'
import { createSignInLink } from '#service/access/keys.ts'
import { openDashboard, serviceWithReports, sessionOf } from '#testing/web/dashboard.tsx'
import { overviewWords } from '#web/overview/words.ts'
import { settingsWords } from '#web/settings/words.ts'
import { accountWords as words, signInWords } from './words.ts'

const heading = async (name: string) => screen.findByRole('heading', { level: 1, name })
const type = async (label: string, value: string) =>
  fireEvent.input(await screen.findByLabelText(label), { target: { value } })

async function fill(person: { name: string; email: string; password: string }) {
  for (const field of ['name', 'email', 'password'] as const) await type(labelOf(AccountForm, field), person[field])
  fireEvent.click(screen.getByRole('button', { name: words.submit }))
}
const kim = { name: 'Kim', email: 'kim@agency.example', password: 'copper violin harbour' }

it('the first link creates an account and signs in, works once, and the password signs in again', async () => {
  const service = await serviceWithReports(0)
  const link = await createSignInLink(service.store.db, '', undefined)
  const { goTo } = await openDashboard({ ...service, key: '' }, link)
  await heading(words.title)
  await fill({ ...kim, password: 'password123' })
  await screen.findByText(messageOf(AccountForm, { field: 'password', code: 'too_common' }))
  await fill(kim)
  await heading(overviewWords.title)

  await goTo(link)
  await heading(words.usedTitle)

  await goTo('/settings')
  fireEvent.click(await screen.findByRole('button', { name: settingsWords.key.signOut }))
  const dialog = within(await screen.findByRole('dialog', { name: settingsWords.signOut.title }))
  fireEvent.click(dialog.getByRole('button', { name: settingsWords.signOut.confirm }))
  await heading(signInWords.title)
  await type(labelOf(SessionForm, 'email'), kim.email)
  await type(labelOf(SessionForm, 'password'), 'not this one')
  fireEvent.click(screen.getByRole('button', { name: signInWords.submit }))
  await screen.findByText(signInWords.wrong)
  await type(labelOf(SessionForm, 'password'), kim.password)
  fireEvent.click(screen.getByRole('button', { name: signInWords.submit }))
  await heading(overviewWords.title)
})

it('an invitation fills in the name and the email that it has', async () => {
  const service = await serviceWithReports(0)
  const form = { name: 'Kim', email: kim.email }
  const { url } = (await service.call('POST /api/v1/people/invitations', { form })).body.data
  const { requests } = await openDashboard({ ...service, key: '' }, url.slice(new URL(url).origin.length))
  const field = (name: 'name' | 'email' | 'password') =>
    screen.getByLabelText<HTMLInputElement>(labelOf(AccountForm, name))
  await heading(words.title)
  await waitFor(() => expect([field('name').value, field('email').value]).toEqual(['Kim', kim.email]))
  expect(document.activeElement).toBe(field('password'))
  await type(labelOf(AccountForm, 'password'), kim.password)
  const offers = () => requests.filter((request) => request === 'POST /account/offer').length
  const before = offers()
  fireEvent.click(screen.getByRole('button', { name: words.submit }))
  await heading(overviewWords.title)
  // The token is used up.
  expect(offers()).toBe(before)
})

it('a person who accepts an invitation in the browser of another one sees nothing of theirs', async () => {
  const service = await serviceWithReports(0)
  const session = await sessionOf(service)
  const headers = { cookie: session.cookie, origin: 'http://reports.test' }
  const invited = { key: null, headers, form: { name: 'Kim' } }
  const { url } = (await service.call('POST /api/v1/people/invitations', invited)).body.data
  const { goTo } = await openDashboard({ ...service, session }, '/settings')
  await screen.findAllByText('dana@agency.example')
  await goTo(url.slice(new URL(url).origin.length))
  await fill(kim)
  await heading(overviewWords.title)
  await goTo('/settings')
  await screen.findAllByText(kim.email)
  expect(screen.queryAllByText('dana@agency.example')).toEqual([])
})
