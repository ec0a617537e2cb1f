// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { NewKeyForm } from '#contract/forms/access-forms.ts'
import { labelOf } from '#contract/forms/form.ts'
import { openDashboard, serviceWithReports, sessionOf } from '#testing/web/dashboard.tsx'
import { addGrant } from '#testing/web/grants.ts'
import { signInWords } from '#web/session/words.ts'
import { grantsFieldWords } from './people-words.ts'
import { keysWords as words, settingsWords } from './words.ts'

const dialog = async (title: string) => within(await screen.findByRole('dialog', { name: title }))
const click = (within: Pick<typeof screen, 'getByRole'>, name: string, role = 'button') =>
  fireEvent.click(within.getByRole(role, { name }))

it('the last full-access key is revoked only after a second warning, and then signs its browser out', async () => {
  const service = await serviceWithReports(0)
  const { goTo } = await openDashboard(service, '/settings/keys')
  const status = async () => (await service.call('GET /api/v1/keys')).status
  const askToRevoke = async () => {
    fireEvent.click(await screen.findByRole('button', { name: words.revokeThis('Test') }))
    const first = await dialog(words.dialog.title('Test'))
    first.getByText(words.dialog.own, { exact: false })
    click(first, words.dialog.confirm)
    return dialog(words.dialog.lastTitle)
  }
  const second = await askToRevoke()
  second.getByText(words.dialog.last)
  click(second, words.dialog.cancel)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await status()).toBe(200)

  await goTo('/settings')
  fireEvent.click(await screen.findByRole('button', { name: settingsWords.key.signOut }))
  const out = await dialog(settingsWords.signOut.title)
  click(out, settingsWords.signOut.revoke, 'checkbox')
  click(out, settingsWords.signOut.confirm)
  click(await dialog(settingsWords.signOut.lastTitle), settingsWords.signOut.cancel)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await status()).toBe(200)

  await goTo('/settings/keys')
  click(await askToRevoke(), words.dialog.lastConfirm)
  await screen.findByRole('heading', { level: 1, name: signInWords.title })
  expect(await status()).toBe(401)
})

/** Opens the form of a new key, with its name filled in, on a service with a client. */
async function openNewKey(name: string) {
  const service = await serviceWithReports(0)
  await service.call('POST /api/v1/clients', { form: { name: 'Bakery' } })
  await openDashboard({ ...service, session: await sessionOf(service) }, '/settings/keys')
  fireEvent.click(await screen.findByRole('button', { name: words.create }))
  const form = await dialog(words.form.title)
  fireEvent.input(await form.findByLabelText(labelOf(NewKeyForm, 'name')), { target: { value: name } })
  const create = async () => {
    click(form, words.form.submit)
    click(await dialog(words.shown.title), words.shown.done)
    const { body } = await service.call('GET /api/v1/keys')
    return body.data.find((key: { name: string }) => key.name === name)
  }
  return { form, create }
}

it('a key of one’s own is limited to clients, and the list says so', async () => {
  const { form, create } = await openNewKey('Bakery only')
  await addGrant(form, words.form.clients, 'bak', `Bakery${grantsFieldWords.client}`)
  expect(await create()).toMatchObject({
    person: { name: 'Dana Whitfield' },
    grants: [{ scope: 'client', right: 'edit' }],
  })
  await screen.findByText(words.sees('1 client'), { exact: false })
})

it('an owner creates a service key with grants of its own', async () => {
  const { form, create } = await openNewKey('Deploys')
  click(form, words.form.kinds.service, 'radio')
  form.getByText(grantsFieldWords.everything)
  click(form, grantsFieldWords.remove(grantsFieldWords.everything))
  click(form, words.form.submit)
  await form.findByText(grantsFieldWords.missing)
  await addGrant(form, grantsFieldWords.label, 'bak', `Bakery${grantsFieldWords.client}`)
  expect(await create()).toMatchObject({ person: null, grants: [{ scope: 'client', right: 'edit' }] })
})
