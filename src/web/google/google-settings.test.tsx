// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { everything } from '#contract/access/people.ts'
import { fieldKey } from '#testing/google/field.ts'
import { oauthClient, startGoogle } from '#testing/google/google.ts'
import { openDashboard, serviceWithReports, sessionWith } from '#testing/web/dashboard.tsx'
import { paths } from '#web/app/paths.ts'
import { queryClient } from '#web/data/query-client.ts'
import { fieldWords, googleSettingsWords as words } from './words.ts'

const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())
const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })

it('an owner sets the client, whose secret is never shown again', async () => {
  const service = await serviceWithReports(1)
  await openDashboard(service, paths.googleSettings())
  await screen.findByRole('heading', { name: words.search.title })
  expect(screen.getByText(/\/api\/v1\/connections\/google\/callback$/)).toBeTruthy()
  type('Client ID', oauthClient.client_id)
  type('Client secret', oauthClient.client_secret)
  await press(words.search.save)
  await screen.findByText(words.search.ready)
  const client = async () => (await service.call('GET /api/v1/connections/google')).body.data
  expect(await client()).toMatchObject({ client_id: oauthClient.client_id, has_client_secret: true })
  expect(document.body.innerHTML).not.toContain(oauthClient.client_secret)
  expect(screen.queryByLabelText('Client secret', { selector: 'input' })).toBeNull()
  // Another client has another secret.
  await waitFor(() => {
    type('Client ID', 'other.apps.googleusercontent.com')
    expect(screen.queryByLabelText('Client secret', { selector: 'input' })).toBeTruthy()
  })
  await press(words.search.save)
  await waitFor(() => expect(screen.getByLabelText('Client secret').getAttribute('aria-invalid')).toBe('true'))
  expect(await client()).toMatchObject({ client_id: oauthClient.client_id })
})

it('the Chrome UX Report has a key of its own, and a website says what starts its field data', async () => {
  const service = await serviceWithReports(1)
  const { goTo } = await openDashboard(service, paths.googleSettings())
  await screen.findByRole('heading', { name: words.field.title })
  screen.getByLabelText('API key', { selector: 'input' })
  await goTo(paths.websiteGoogle(1))
  await screen.findByRole('heading', { name: fieldWords.noKey })
  screen.getByRole('link', { name: fieldWords.setKey })
})

it('a member is told to ask an owner for the key until there is one', async () => {
  const google = await startGoogle({ field: {} })
  onTestFinished(() => google.close())
  const service = await serviceWithReports(1, { googleUrl: new URL(google.origin) })
  const session = await sessionWith(service, 'member', [everything])
  await openDashboard({ ...service, session }, paths.websiteGoogle(1))
  await screen.findByText(fieldWords.askOwner)
  expect(screen.queryByRole('link', { name: fieldWords.setKey })).toBeNull()
  await service.call('PUT /api/v1/connections/crux', { form: { api_key: fieldKey } })
  await queryClient.invalidateQueries()
  await screen.findByText(fieldWords.soonText)
})

it('only owners can connect the server', async () => {
  const service = await serviceWithReports(1)
  const session = await sessionWith(service, 'member', [])
  const { requests } = await openDashboard({ ...service, session }, paths.googleSettings())
  await screen.findByText(words.notAvailable)
  expect(screen.queryByRole('link', { name: words.title })).toBeNull()
  expect(requests.join()).not.toContain('connections')
})
