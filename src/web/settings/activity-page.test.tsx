// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDashboard, serviceWithReports, sessionOf } from '#testing/web/dashboard.tsx'
import { restoringWords } from '#web/resources/words.ts'
import { activityWords as words } from './words.ts'

it('an entry about a deletion restores the reports and websites that it names', async () => {
  const service = await serviceWithReports(3)
  const { call } = service
  const { data } = (await call('GET /api/v1/reports')).body
  const [one, ...others] = data.map(({ id }: { id: number }) => id)
  const total = async () => (await call('GET /api/v1/reports')).body.meta.total
  await call(`DELETE /api/v1/reports/${one}`)
  await call('POST /api/v1/bulk/reports/delete', { form: { ids: others.join() } })
  await openDashboard(service, '/settings/activity')
  const buttons = () => screen.queryAllByRole('button', { name: words.restore })
  await waitFor(() => expect(buttons()).toHaveLength(2))
  for (const left of [1, 0]) {
    fireEvent.click(buttons()[0]!)
    await waitFor(() => expect(buttons()).toHaveLength(left))
  }
  expect(await total()).toBe(3)
  await screen.findByText(restoringWords.restored('reports', 2))
})

it('is filtered by a person', async () => {
  const service = await serviceWithReports(0)
  const { person, cookie } = await sessionOf(service, 'Kim', 'kim@agency.example')
  const headers = { cookie, origin: 'http://reports.test' }
  await service.call('PUT /api/v1/me', { key: null, headers, form: { name: 'Kim Novak' } })
  const form = { list: 'reports', name: 'Bad pages', query: 'result=bad' }
  await service.call('POST /api/v1/views', { key: null, headers, form })
  await service.call('POST /api/v1/views', { form: { ...form, name: 'Of a key' } })
  const { path } = await openDashboard(service, '/settings/activity')
  // The sidebar names the views too.
  const main = within(await screen.findByRole('main'))
  await main.findByText('Of a key')
  await screen.findByRole('option', { name: 'Kim Novak' })
  fireEvent.change(screen.getByRole('combobox', { name: words.actor }), { target: { value: `person:${person}` } })
  await waitFor(() => expect(main.queryByText('Of a key')).toBeNull())
  await main.findByText('Bad pages')
  expect(new URLSearchParams(path().split('?')[1]).get('actor')).toBe(`person:${person}`)
})
