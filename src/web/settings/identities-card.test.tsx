// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { labelOf } from '#contract/forms/form.ts'
import { OwnPasswordForm, SessionForm } from '#contract/forms/people-forms.ts'
import { hashPassword } from '#service/access/passwords.ts'
import { changePerson } from '#service/store/access/people.ts'
import { insertIdentity, insertProvider, setPasswords } from '#service/store/access/providers.ts'
import { openDashboard, serviceWithReports, sessionOf } from '#testing/web/dashboard.tsx'
import { providerWords, signInAgainWords } from '#web/session/words.ts'
import { identityWords as words } from './sign-in-words.ts'
import { settingsWords } from './words.ts'

const at = '2026-05-01T12:00:00.000Z'
const settings = {
  client_id: 'a',
  client_secret: Buffer.from('b'),
  key_id: 'c',
  email_domains: '',
  tested_at: at,
} as const
const rules = { team_role: 'owner', require_verified_email: 1, enabled: 1, created_at: at } as const

async function withProvider(search = '') {
  const service = await serviceWithReports(0)
  const { db } = service.store
  const session = await sessionOf(service)
  await insertProvider(db, { name: 'Work', issuer: 'https://id.example.com', ...settings, ...rules })
  const identity = { person_id: session.person, provider_id: 1, issuer: 'https://id.example.com', subject: 'dana' }
  const link = () =>
    db.transaction().execute((tx) => insertIdentity(tx, { ...identity, email: 'dana@id.example', created_at: at }))
  const open = () => openDashboard({ ...service, session }, `/settings${search}`)
  return { db, service, session, link, open }
}

it('the own account links a provider, and says why that failed', async () => {
  const { open } = await withProvider('?provider=1&problem=identity_taken')
  await open()
  const link = await screen.findByRole('link', { name: words.link('Work') })
  expect(link.getAttribute('href')).toMatch(/\/sign-in\/1\/start\?to=%2Fsettings$/)
  expect(screen.getByRole('alert').textContent).toBe(providerWords.problems.identity_taken('Work'))
})

it('a person without a password sets one, and without providers sees no list of ways', async () => {
  const service = await serviceWithReports(0)
  const session = await sessionOf(service)
  await openDashboard({ ...service, session }, '/settings')
  fireEvent.click(await screen.findByRole('button', { name: settingsWords.password.set }))
  const dialog = within(await screen.findByRole('dialog', { name: settingsWords.password.set }))
  const password = await dialog.findByLabelText(labelOf(OwnPasswordForm, 'password'))
  expect(dialog.queryByLabelText(labelOf(OwnPasswordForm, 'current_password'))).toBeNull()
  fireEvent.input(password, { target: { value: 'lamp otter rain' } })
  fireEvent.click(dialog.getByRole('button', { name: settingsWords.password.set }))
  await screen.findByText(settingsWords.password.setDone)
  await screen.findByRole('button', { name: settingsWords.password.change })
  expect(screen.queryByRole('heading', { name: words.title })).toBeNull()
})

it('a session that ended goes on by a provider in another tab, also while passwords are off', async () => {
  const { db, service, open } = await withProvider()
  const { goTo } = await open()
  await db.transaction().execute((tx) => setPasswords(tx, false))
  const headers = { cookie: (await sessionOf(service)).cookie, origin: 'http://reports.test' }
  await service.call('DELETE /api/v1/me/sessions', { key: null, headers })
  await goTo('/settings/sessions')
  const again = within(await screen.findByRole('dialog', { name: signInAgainWords.title }))
  const link = await again.findByRole('link', { name: providerWords.continueWith('Work') })
  expect(link.getAttribute('target')).toBe('_blank')
  // The dialog opens with the ways that were known, and asks for them again.
  await waitFor(() => expect(again.queryByLabelText(labelOf(SessionForm, 'email'))).toBeNull())
})

it('a way in is removed, but not the last one', async () => {
  const { db, link, open, session } = await withProvider('?provider=1')
  await link()
  await open()
  await screen.findByText(words.linked('Work'))
  const remove = async () => {
    fireEvent.click(await screen.findByRole('button', { name: words.removeThis('Work') }))
    const dialog = within(await screen.findByRole('dialog', { name: words.dialog.title('Work') }))
    fireEvent.click(dialog.getByRole('button', { name: words.dialog.submit }))
    return dialog
  }
  const dialog = await remove()
  await dialog.findByText(/last way to sign in/)
  fireEvent.click(dialog.getByRole('button', { name: words.dialog.cancel }))
  const password_hash = await hashPassword('lamp otter rain')
  await db.transaction().execute((tx) => changePerson(tx, session.person, { password_hash }))
  await remove()
  await screen.findByText(words.removed('Work'))
  expect(await db.selectFrom('identities').selectAll().execute()).toEqual([])
})
