// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { NewClientForm } from '#contract/forms/client-forms.ts'
import { labelOf } from '#contract/forms/form.ts'
import { openDashboard, serviceWithReports } from '#testing/web/dashboard.tsx'
import { paths } from '#web/app/paths.ts'
import { errorWords } from '#web/data/error-words.ts'
import { clientsWords as words } from './words.ts'

async function openClients() {
  const service = await serviceWithReports(1)
  await service.call('POST /api/v1/clients', { form: { name: 'Bakery' } })
  const opened = await openDashboard(service, paths.clients())
  const choose = async (item: string) => {
    fireEvent.click(await screen.findByRole('button', { name: words.actionsFor('Bakery') }))
    fireEvent.click(await screen.findByRole('menuitem', { name: item }))
  }
  const dialog = async (title: string) => within(await screen.findByRole('dialog', { name: title }))
  const stored = async () => (await service.call('GET /api/v1/clients')).body.data
  return { ...opened, choose, dialog, stored }
}

it('the guests of a client see Google’s figures once an owner shows them', async () => {
  const { choose, dialog, stored } = await openClients()
  expect(await stored()).toMatchObject([{ clicks: false }])
  for (const clicks of [true, false]) {
    await choose(words.edit)
    const form = await dialog(words.editing.title('Bakery'))
    fireEvent.click(await form.findByRole('checkbox', { name: labelOf(NewClientForm, 'clicks') }))
    fireEvent.click(form.getByRole('button', { name: words.editing.submit }))
    await waitFor(async () => expect(await stored()).toMatchObject([{ name: 'Bakery', clicks }]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
})

it('a brand that can’t be loaded says so, and can be loaded again', async () => {
  const { choose, dialog, on } = await openClients()
  const works = on('GET', '/clients/1/brand', { status: 403, body: { message: 'No.', status: 403 } })
  await choose(words.brand)
  const failed = await dialog(words.branding.title('Bakery'))
  const again = await failed.findByRole('button', { name: errorWords.retry })
  works()
  fireEvent.click(again)
  await screen.findByRole('button', { name: words.branding.submit })
})
