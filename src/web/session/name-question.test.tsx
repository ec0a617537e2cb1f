// @vitest-environment dashboard
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { OwnKeyForm } from '#contract/forms/access-forms.ts'
import { labelOf } from '#contract/forms/form.ts'
import { createSignInLink, redeemSignInToken } from '#service/access/keys.ts'
import { listKeys } from '#service/store/access/api-keys.ts'
import { openDashboard, serviceWithReports } from '#testing/web/dashboard.tsx'
import { overviewWords } from '#web/overview/words.ts'
import { nameWords as words, signInWords } from './words.ts'

type Faults = Parameters<typeof openDashboard>[2]

async function followLink(faults: Faults = []) {
  const service = await serviceWithReports(1)
  const link = await createSignInLink(service.store.db, '')
  const opened = await openDashboard({ ...service, key: '' }, link, faults)
  const newest = async () => (await listKeys(service.store.db)).find(({ name }) => !name.startsWith('Test'))?.name
  return { ...opened, newest }
}
const field = () => screen.findByLabelText<HTMLInputElement>(labelOf(OwnKeyForm, 'name'))
const heading = async (name: string) => screen.findByRole('heading', { level: 1, name })

it('a sign-in link asks for a name, which becomes that of its key, and leads to the overview', async () => {
  const { newest } = await followLink()
  await heading(words.title)
  fireEvent.input(await field(), { target: { value: ' Dana ' } })
  fireEvent.click(screen.getByRole('button', { name: words.submit }))
  await heading(overviewWords.title)
  expect(await newest()).toBe('Dana')
})

it('the question can be skipped', async () => {
  const { newest, requests } = await followLink()
  fireEvent.click(await screen.findByRole('button', { name: words.skip }))
  await heading(overviewWords.title)
  expect(await newest()).toMatch(/^Sign-in link, /)
  expect(requests.filter((request) => request.startsWith('PUT'))).toEqual([])
})

it('a name that could not be saved stays in its field, with the reason', async () => {
  await followLink([
    { method: 'PUT', path: '/keys/self', fault: { status: 500, body: { message: 'Broken.' } }, left: 1 },
  ])
  fireEvent.input(await field(), { target: { value: 'Dana' } })
  fireEvent.click(screen.getByRole('button', { name: words.submit }))
  await screen.findByRole('alert')
  expect((await field()).value).toBe('Dana')
  fireEvent.click(screen.getByRole('button', { name: words.skip }))
  await heading(overviewWords.title)
})

it('a key that is typed asks nothing, and leads to the overview', async () => {
  const service = await serviceWithReports(1)
  const { path } = await openDashboard({ ...service, key: '' }, '/sign-in')
  fireEvent.input(await screen.findByLabelText(signInWords.label), { target: { value: service.key } })
  fireEvent.click(screen.getByRole('button', { name: signInWords.submit }))
  await heading(overviewWords.title)
  await waitFor(() => expect(path()).toBe('/'))
})

describe('the key of a sign-in link without a name', () => {
  async function open() {
    const service = await serviceWithReports(1)
    const token = (await createSignInLink(service.store.db, '')).split('=')[1] ?? ''
    const { key } = (await redeemSignInToken(service.store.db, token)) ?? { key: '' }
    const { goTo } = await openDashboard({ ...service, key }, '/websites')
    const name = async () => (await service.call('GET /api/v1', { key })).body.key.name
    return { goTo, name }
  }
  const prompt = () => screen.findByRole('region', { name: words.title })
  const isGone = () => waitFor(() => expect(screen.queryByRole('region', { name: words.title })).toBeNull())

  it('is asked for on any page until it is given', async () => {
    const { goTo, name } = await open()
    expect((await prompt()).textContent).toContain(words.text(await name()))
    expect(document.activeElement).toBe(document.body)
    await goTo('/alerts')
    await prompt()
    fireEvent.input(await field(), { target: { value: 'Dana' } })
    fireEvent.click(screen.getByRole('button', { name: words.submit }))
    await isGone()
    expect(await name()).toBe('Dana')
  })

  it('is asked for another day if that is put off', async () => {
    const { goTo } = await open()
    await prompt()
    fireEvent.click(await screen.findByRole('button', { name: words.skip }))
    await isGone()
    await goTo('/reports')
    await heading('Reports')
    await isGone()
  })
})
