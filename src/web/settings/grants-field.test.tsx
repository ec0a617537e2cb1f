// @vitest-environment dashboard
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { labelOf } from '#contract/forms/form.ts'
import { InvitationForm } from '#contract/forms/people-forms.ts'
import { ProviderForm } from '#contract/forms/sign-in-forms.ts'
import { openDashboard, serviceWithReports, sessionOf } from '#testing/web/dashboard.tsx'
import { addGrant } from '#testing/web/grants.ts'
import { summariseGrants } from '#web/resources/grants.ts'
import { grantWords, teamRoleWords } from '#web/resources/words.ts'
import { grantsFieldWords, peopleWords as words, teamRoleHints } from './people-words.ts'
import { signInSettingsWords } from './sign-in-words.ts'

type Inside = ReturnType<typeof within>

const dialog = async (title: string) => within(await screen.findByRole('dialog', { name: title }))
const press = (inside: Pick<typeof screen, 'getByRole'>, name: string, role = 'button') =>
  fireEvent.click(inside.getByRole(role, { name }))

const right = (inside: Inside, name: string, label: string) =>
  within(inside.getByRole('group', { name: grantsFieldWords.rightTo(name) })).getByRole('radio', { name: label })

async function openPeople({ withClients }: { withClients: boolean }) {
  const service = await serviceWithReports(3)
  const session = await sessionOf(service)
  if (withClients) {
    await service.call('POST /api/v1/clients', { form: { name: 'Bakery' } })
    await service.call('POST /api/v1/clients', { form: { name: 'Butcher' } })
  }
  const kim = await sessionOf(service, 'Kim', 'kim@agency.example')
  const form = { team_role: 'member', grants: 'edit all' }
  await service.call(`PUT /api/v1/people/${kim.person}`, { form })
  await openDashboard({ ...service, session }, '/settings/people')
  await screen.findByRole('button', { name: words.invite })
  const grantsOfInvitations = async () => {
    const { body } = await service.call('GET /api/v1/people/invitations')
    return body.data.map(({ team_role, grants }: Record<string, unknown>) => ({ team_role, grants }))
  }
  return { service, grantsOfInvitations }
}

async function openInvitation(name: string) {
  press(screen, words.invite)
  const form = await dialog(words.form.title)
  fireEvent.input(await form.findByLabelText(labelOf(InvitationForm, 'name')), { target: { value: name } })
  return form
}

it('a member is invited for a client and a website, each with its right', async () => {
  const { service, grantsOfInvitations } = await openPeople({ withClients: true })
  const form = await openInvitation('Alex')
  form.getByText(grantsFieldWords.empty)
  press(form, words.form.submit)
  await form.findByText(grantsFieldWords.missing)
  await addGrant(form, grantsFieldWords.label, 'bak', `Bakery${grantsFieldWords.client}`)
  await addGrant(form, grantsFieldWords.label, 'site-1', `site-1.example${grantsFieldWords.website}`)
  fireEvent.click(right(form, 'Bakery', grantWords.rights.view))
  press(form, words.form.submit)
  await dialog(words.link.title('Alex'))
  const [client] = (await service.call('GET /api/v1/clients')).body.data
  const [website] = (await service.call('GET /api/v1/websites?search=site-1')).body.data
  expect(await grantsOfInvitations()).toEqual([
    {
      team_role: 'member',
      grants: [
        { right: 'view', scope: 'client', client_id: client.id, website_id: null },
        { right: 'edit', scope: 'website', client_id: null, website_id: website.id },
      ],
    },
  ])
})

it('without clients, a new member sees and edits everything', async () => {
  const { grantsOfInvitations } = await openPeople({ withClients: false })
  const form = await openInvitation('Alex')
  form.getByText(teamRoleHints.member)
  press(form, words.form.submit)
  await dialog(words.link.title('Alex'))
  const all = { right: 'edit', scope: 'all', client_id: null, website_id: null }
  expect(await grantsOfInvitations()).toEqual([{ team_role: 'member', grants: [all] }])
})

it('a guest can only view clients and websites, and an owner is asked for nothing', async () => {
  const { grantsOfInvitations } = await openPeople({ withClients: true })
  const form = await openInvitation('Alex')
  await addGrant(
    form,
    grantsFieldWords.label,
    'every',
    `${grantsFieldWords.everything}${grantsFieldWords.everythingHint}`,
  )
  await addGrant(form, grantsFieldWords.label, 'butch', `Butcher${grantsFieldWords.client}`)
  press(form, teamRoleWords.owner, 'radio')
  expect(form.queryByLabelText(grantsFieldWords.label)).toBeNull()
  press(form, teamRoleWords.guest, 'radio')
  expect(form.queryByText(grantsFieldWords.everything)).toBeNull()
  press(form, words.form.submit)
  await dialog(words.link.title('Alex'))
  const [{ grants }] = await grantsOfInvitations()
  expect(grants).toMatchObject([{ right: 'view', scope: 'client' }])
})

it('an owner changes what a person can see, and the list says it', async () => {
  await openPeople({ withClients: true })
  fireEvent.click(await screen.findByRole('button', { name: words.actionsFor('Kim') }))
  fireEvent.click(await screen.findByRole('menuitem', { name: words.edit }))
  const form = await dialog(words.editing.title('Kim'))
  press(form, grantsFieldWords.remove(grantsFieldWords.everything))
  await addGrant(form, grantsFieldWords.label, 'bak', `Bakery${grantsFieldWords.client}`)
  press(form, words.editing.submit)
  await screen.findByText(words.editing.saved)
  await screen.findByText('1 client')
})

it('the people whom a provider lets in get the grants that are chosen for it', async () => {
  const service = await serviceWithReports(1)
  await service.call('POST /api/v1/clients', { form: { name: 'Bakery' } })
  const session = await sessionOf(service)
  const { on } = await openDashboard({ ...service, session }, '/settings/sign-in')
  const fault = { status: 422, body: { message: 'As chosen.' } }
  on('POST', /^\/sign-in\/providers grants=view\+client%3A1&.*&team_role=guest/, fault)
  fireEvent.click(await screen.findByRole('button', { name: signInSettingsWords.add }))
  const form = await dialog(signInSettingsWords.adding.title)
  const fill = (name: 'name' | 'issuer' | 'client_id' | 'client_secret', text: string) =>
    fireEvent.input(form.getByLabelText(labelOf(ProviderForm, name)), { target: { value: text } })
  fill('name', 'Work')
  fill('issuer', 'https://login.agency.example')
  fill('client_id', 'reports')
  fill('client_secret', 'secret')
  form.getByText(signInSettingsWords.grantsHint)
  press(form, teamRoleWords.guest, 'radio')
  await addGrant(form, grantsFieldWords.label, 'bak', `Bakery${grantsFieldWords.client}`)
  press(form, signInSettingsWords.adding.submit)
  await form.findByText('As chosen.')
})

it('grants are summarised in numbers', () => {
  const of = (scope: 'all' | 'client' | 'website', id: number) => ({
    right: 'view' as const,
    scope,
    client_id: scope === 'client' ? id : null,
    website_id: scope === 'website' ? id : null,
  })
  expect(summariseGrants([of('client', 1), of('client', 2), of('website', 3)])).toBe('2 clients, 1 website')
  expect(summariseGrants([of('client', 1), of('all', 0)])).toBe('Everything')
  expect(summariseGrants([])).toBe('Nothing')
})
