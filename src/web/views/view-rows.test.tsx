// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Fault, openDashboard, serviceWithReports } from '#testing/web/dashboard.tsx'
import { viewsWords as words } from './words.ts'

/** Opens the views with one named Worst, which has alerts. `fault` answers the request for them. */
async function openViews(fault: Fault | Promise<Fault>) {
  const service = await serviceWithReports(0)
  const { body } = await service.call('POST /api/v1/views', { form: { name: 'Worst', list: 'reports', query: '' } })
  const form = { view_id: `${body.data.id}`, conditions: 'becomes_bad' }
  expect((await service.call('POST /api/v1/alerts/rules', { form })).status).toBe(201)
  const dashboard = await openDashboard(service, '/views', [{ method: 'GET', path: '/alerts/rules', fault }])
  fireEvent.click(await screen.findByRole('button', { name: words.actionsFor('Worst') }))
  fireEvent.click(await screen.findByRole('menuitem', { name: words.removeIt }))
  const isDeleted = () => dashboard.requests.some((request) => request.startsWith('DELETE'))
  return { service, isDeleted }
}

const question = () => screen.findByRole('dialog', { name: words.deleteTitle('Worst') })

it('asks before it deletes a view whose alerts have not loaded yet', async () => {
  let respond: (fault: Fault) => void = () => {}
  const { service, isDeleted } = await openViews(new Promise((resolve) => (respond = resolve)))
  const { status, body } = await service.call('GET /api/v1/alerts/rules')
  respond({ status, body })
  await question()
  expect(isDeleted()).toBe(false)
})

it('asks before it deletes a view whose alerts fail to load, and then deletes it', async () => {
  const { isDeleted } = await openViews({ status: 200, body: 'nonsense' })
  const asked = await question()
  expect(isDeleted()).toBe(false)
  fireEvent.click(within(asked).getByRole('button', { name: words.deleteView }))
  await waitFor(() => expect(isDeleted()).toBe(true))
})
