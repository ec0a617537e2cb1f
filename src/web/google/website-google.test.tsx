// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { keyFile, oauthClient, refusals, startGoogle } from '#testing/google/google.ts'
import { openDashboard, serviceWithReports, sessionOf, untilRows } from '#testing/web/dashboard.tsx'
import { paths } from '#web/app/paths.ts'
import { queryClient } from '#web/data/query-client.ts'
import { searchFigureWords } from '#web/list/words.ts'
import { googleSettingsWords, websiteGoogleWords as words } from './words.ts'

const id = 1
const own = 'sc-domain:site-0.example'
const other = 'https://site-1.example/'

/** Opens the page of a website of an owner, whose server has Google on loopback. */
async function open() {
  const google = await startGoogle({
    properties: [
      { siteUrl: other, permissionLevel: 'siteRestrictedUser' },
      { siteUrl: own, permissionLevel: 'siteOwner' },
    ],
  })
  onTestFinished(() => google.close())
  const service = await serviceWithReports(3, { googleUrl: new URL(google.origin) })
  const session = await sessionOf(service)
  const page = await openDashboard({ ...service, session }, paths.websiteGoogle(id))
  await screen.findByRole('heading', { name: words.search })
  const connection = async () => (await service.call(`GET /api/v1/websites/${id}/search`)).body.data
  return { google, service, connection, ...page }
}

const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())
const dialog = async () => within(await screen.findByRole('dialog'))
async function choose(file: File) {
  const input = (await screen.findByRole('dialog')).querySelector('input[type=file]')!
  await act(async () => void fireEvent.change(input, { target: { files: [file] } }))
}

async function connectServiceAccount() {
  await press(words.doors.service.action)
  const { getByLabelText, getByRole } = await dialog()
  fireEvent.input(getByLabelText('Key file (JSON)'), { target: { value: keyFile() } })
  await act(async () => getByRole('button', { name: words.service.submit }).click())
}

it('a Google account can be connected once an owner has set the client', async () => {
  const { goTo } = await open()
  expect(screen.getByText(words.sentence.none(null))).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: words.doors.oauth.action }).disabled).toBe(true)
  const setUp = screen.getByRole('link', { name: words.doors.oauth.setUp })
  expect(setUp.getAttribute('href')).toBe(paths.googleSettings())
  await goTo(paths.googleSettings())
  const { client_id, client_secret } = oauthClient
  fireEvent.input(await screen.findByLabelText('Client ID'), { target: { value: client_id } })
  fireEvent.input(screen.getByLabelText('Client secret'), { target: { value: client_secret } })
  await press(googleSettingsWords.search.save)
  await screen.findByText(googleSettingsWords.search.ready)
  await goTo(paths.websiteGoogle(id))
  const link = await screen.findByRole('link', { name: words.doors.oauth.action })
  expect(link.getAttribute('href')).toContain(`/api/v1/connections/google/start?website_id=${id}`)
})

it('a service account is connected, and its property chosen from those that it sees', async () => {
  const { connection } = await open()
  await connectServiceAccount()
  await screen.findByText(words.sentence.choose())
  const choices = await screen.findAllByRole<HTMLInputElement>('radio')
  expect(choices.map(({ value, checked }) => [value, checked])).toEqual([
    [other, false],
    [own, false],
  ])
  await act(async () => choices[1]!.click())
  await press(words.property.submit)
  await waitFor(async () => expect(await connection()).toMatchObject({ kind: 'service', property: own }))
  await screen.findByRole('button', { name: words.changeProperty })
  await press(words.disconnect)
  const { getByRole, getByText } = await dialog()
  getByText(words.disconnecting.ends.service, { exact: false })
  await act(async () => getByRole('button', { name: words.disconnecting.submit }).click())
  await screen.findByText(words.sentence.none(null))
  expect(await connection()).toMatchObject({ kind: null, state: 'none' })
})

it('what Google refuses has its sentence and its link', async () => {
  const { google } = await open()
  google.world.faults.set('/sites', [refusals.apiDisabled])
  await connectServiceAccount()
  const link = await screen.findByRole('link', { name: words.problemLinks.api_disabled! })
  screen.getByText(words.states.failed)
  expect(link.getAttribute('href')).toMatch(/^https:\/\/console\.developers\.google\.com\//)
})

it('a CSV file asks for its days, its refused lines are named, and lists have its figures at once', async () => {
  const { connection, goTo } = await open()
  await goTo(paths.reports())
  await untilRows(3)
  expect(screen.queryByRole('columnheader', { name: searchFigureWords.clicks })).toBeNull()
  await goTo(paths.websiteGoogle(id))
  await screen.findByRole('heading', { name: words.search })
  await press(words.doors.file.action)
  const csv = `Top pages,Clicks,Impressions,CTR,Position
https://site-0.example/page-0,12,340,3.53%,4.2
https://elsewhere.example/,1,2,50%,1
https://site-0.example/page-3,many,340,3.53%,4.2
`
  await choose(new File([csv], 'Pages.csv', { type: 'text/csv' }))
  const { getByLabelText, getByRole } = await dialog()
  await act(async () => getByRole('button', { name: words.file.submit }).click())
  const first = getByLabelText(words.file.first)
  expect(first.getAttribute('aria-invalid')).toBe('true')
  fireEvent.input(first, { target: { value: '2026-10-01' } })
  fireEvent.input(getByLabelText(words.file.last), { target: { value: '2026-10-28' } })
  await act(async () => getByRole('button', { name: words.file.submit }).click())
  await screen.findByText(words.file.added({ rows: 1, first_day: '2026-10-01', last_day: '2026-10-28', refused: [] }))
  screen.getByText(words.file.reasons.other_website)
  screen.getByText(words.file.reasons.not_a_number)
  screen.getByText(words.file.line(4))
  await press(words.file.done)
  await screen.findByText(words.fileSentence('2026-10-28'))
  expect(await connection()).toMatchObject({ kind: 'file', state: 'ready' })
  await goTo(paths.reports())
  await screen.findByRole('columnheader', { name: searchFigureWords.clicks })
})

it('a change of the property can be cancelled, also if the account has lost its properties', async () => {
  const { google, connection } = await open()
  await connectServiceAccount()
  const choices = await screen.findAllByRole('radio')
  await act(async () => choices[1]!.click())
  await press(words.property.submit)
  await waitFor(async () => expect(await connection()).toMatchObject({ property: own }))
  await screen.findByRole('button', { name: words.changeProperty })
  await press(words.changeProperty)
  await waitFor(() => expect((document.activeElement as HTMLInputElement).value).toBe(own))
  await press(words.cancel)
  expect(document.activeElement?.tagName).toBe('H1')
  google.world.properties = []
  await queryClient.invalidateQueries()
  await press(words.changeProperty)
  await screen.findByText(words.property.none, { exact: false })
  await press(words.cancel)
  await screen.findByRole('button', { name: words.changeProperty })
})

it('a read-only key sees that there is a connection, and can’t change it', async () => {
  const { service } = await open()
  await connectServiceAccount()
  await screen.findAllByRole('radio')
  await openDashboard({ ...service, key: service.readKey }, paths.websiteGoogle(id))
  await screen.findAllByText(words.readOnly)
})
