// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { openDashboard, serviceWithReports, withoutExtensions } from '#testing/web/dashboard.tsx'
import { analyseWords } from '#web/analyse/words.ts'
import { overviewWords as words } from './words.ts'

const analyses = () => screen.queryByRole('region', { name: words.analyses })

it('the overview lists saved views with their counts', async () => {
  const service = await serviceWithReports(40)
  const form = { name: 'Poor pages', list: 'reports', query: 'result=bad' }
  await service.call('POST /api/v1/views', { form })
  const { total } = (await service.call('GET /api/v1/reports?result=bad')).body.meta
  await openDashboard(service, '/')
  const views = within(await screen.findByRole('region', { name: words.views }))
  await waitFor(() => expect(views.getByRole('link', { name: /^Poor pages/ }).textContent).toBe(`Poor pages${total}`))
})

it('the overview lists an analysis in progress until it is done', async () => {
  let respond = () => {}
  const held = new Promise<void>((resolve) => (respond = resolve))
  const { host, url } = await servePages({ '/held': (_, response) => void held.then(() => response.end(smallPage)) })
  const service = await serviceWithReports(3)
  service.allowHosts.add(host)
  const { path } = await openDashboard(service, '/')
  const field = await screen.findByLabelText<HTMLInputElement>(analyseWords.label)
  fireEvent.change(field, { target: { value: `${url}/held` } })
  fireEvent.submit(field.form!)
  await waitFor(() => expect(analyses()?.textContent).toContain('/held'))
  respond()
  await waitFor(() => expect(path()).toMatch(/^\/reports\/\d+$/))
})

it('the overview lists jobs that others started, until they end', async () => {
  const service = await serviceWithReports(3)
  const urls = Array.from({ length: 12 }, (_, at) => `https://lamps.example/${at}`).join('\n')
  const { status, body } = await service.call('POST /api/v1/jobs', { form: { urls, label: 'Lamps of May' } })
  expect(status).toBe(202)
  await openDashboard({ ...service, key: service.readKey }, '/')
  await waitFor(() => expect(analyses()?.textContent).toMatch(/Lamps of May.*12 URLs/))
  expect((await service.call(`POST /api/v1/jobs/${body.data.id}/cancel`)).status).toBe(200)
  await waitFor(() => expect(analyses()).toBeNull())
})

it('servers without an overview begin with the reports', async () => {
  const { path } = await openDashboard(await serviceWithReports(3), '/', withoutExtensions)
  await waitFor(() => expect(path()).toBe('/reports'))
  const navigation = within(screen.getByRole('navigation', { name: 'Main' }))
  expect(navigation.queryByRole('link', { name: 'Overview' })).toBeNull()
})
