// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createIdentityKeys } from '#service/identity/encryption.ts'
import { testService } from '#testing/service/service.ts'
import { openDashboard, serviceWithReports } from '#testing/web/dashboard.tsx'
import { paths } from '#web/app/paths.ts'
import { formWords } from '#web/forms/words.ts'
import { identityWords as words } from './words.ts'

const id = 1
const url = `/api/v1/websites/${id}/identity`
const stored = { headers: 'X-Staging: marker', basic_user: 'ada', basic_password: 'marker', hosts: 'cdn.example' }

/** Opens the form of a website with an identity. */
async function open(form: Record<string, string> = {}) {
  const service = await serviceWithReports(1)
  if (Object.keys(form).length > 0) await service.call(`PUT ${url}`, { form })
  const page = await openDashboard(service, paths.websiteIdentity(id))
  await screen.findByRole('button', { name: formWords.save })
  const identity = async () => (await service.call(`GET ${url}`)).body.data
  return { service, identity, ...page }
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } })
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const save = () => press(formWords.save)
const isSaved = () =>
  waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: formWords.save }).disabled).toBe(true))

describe('the form of an identity', () => {
  it('saves what is typed, and then names it without its values', async () => {
    const { identity } = await open()
    fireEvent.click(screen.getByRole('radio', { name: 'Always' }))
    fireEvent.click(screen.getByRole('checkbox', { name: words.judging }))
    type('User agent suffix', 'team')
    type('Request headers', 'X-Staging: marker\nX-Other: marker')
    type('Username', 'ada')
    type('Password', 'marker')
    type('Cookies', 'session=marker')
    fireEvent.click(screen.getByRole('checkbox', { name: words.signature }))
    expect(screen.getByText(words.noDirectory)).toBeTruthy()
    type('Further hosts', 'cdn.example\nimg.example')
    await save()
    await isSaved()
    expect(await identity()).toMatchObject({
      render: 1,
      judge_as_production: 1,
      hosts: ['cdn.example', 'img.example'],
      has_user_agent_suffix: true,
      headers: ['X-Staging', 'X-Other'],
      has_basic_password: true,
      cookies: ['session'],
      signature: 1,
    })
    const headers = screen.getByRole('group', { name: 'Request headers' })
    expect(within(headers).getByText('X-Staging, X-Other')).toBeTruthy()
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(document.body.innerHTML).not.toContain('marker')
    expect(field('Further hosts').value).toBe('cdn.example\nimg.example')
  })

  it('replaces, keeps and clears what is set', async () => {
    const { identity } = await open(stored)
    await press('Clear request headers')
    await press('Replace username and password')
    type('Username', 'grace')
    await press('Keep username and password')
    await save()
    await isSaved()
    expect(await identity()).toMatchObject({ headers: [], has_basic_user: true, hosts: ['cdn.example'] })
    await press('Replace username and password')
    await save()
    expect(field('Username').getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field('Username'))
    type('Username', 'grace')
    type('Password', 'other')
    await save()
    await isSaved()
    expect(await identity()).toMatchObject({ has_basic_user: true, has_basic_password: true })
  })

  it('shows what is wrong beside its field, with the name of the entry', async () => {
    const { identity } = await open()
    type('Request headers', 'X-Good: 1\nHost: example.com')
    type('Cookies', 'a=1; Domain=example.com')
    type('Further hosts', '*.cdn.example')
    await save()
    expect(screen.getByText('Host can’t be set as a header: each request sets it.')).toBeTruthy()
    expect(screen.getByText(/^Leave out Domain\./)).toBeTruthy()
    expect(screen.getByText(/^“\*\.cdn\.example” isn’t a host\./)).toBeTruthy()
    expect(document.activeElement).toBe(field('Request headers'))
    expect(await identity()).toMatchObject({ is_set: false, updated_at: null })
    // Only the server knows that a password is missing.
    for (const label of ['Request headers', 'Cookies', 'Further hosts']) type(label, '')
    type('Username', 'ada')
    await save()
    await waitFor(() => expect(screen.getByText('Enter the password of this username.')).toBeTruthy())
  })

  it('asks what to do about a change by someone else', async () => {
    const { service, identity } = await open(stored)
    await service.call(`PUT ${url}`, { form: { render: '2' } })
    await press('Clear request headers')
    await save()
    await screen.findByText(formWords.changedByOthers)
    expect(await identity()).toMatchObject({ headers: ['X-Staging'], render: 2 })
    await press(formWords.overwrite)
    await isSaved()
    expect(await identity()).toMatchObject({ headers: [] })
  })

  it('explains a locked identity, and sets it again', async () => {
    const service = await serviceWithReports(1)
    await service.call(`PUT ${url}`, { form: stored })
    const identityKeys = await createIdentityKeys('another secret of at least 32 characters', null)
    const moved = await testService(service.store, { identityKeys })
    await openDashboard(moved, paths.websiteIdentity(id))
    await screen.findByText(`${words.lockedTitle}.`)
    expect(screen.queryByLabelText('Request headers')).toBeNull()
    await press(words.setAgain)
    type('Request headers', 'X-New: 1')
    await save()
    await isSaved()
    expect((await moved.call(`GET ${url}`)).body.data).toMatchObject({
      is_locked: false,
      headers: ['X-New'],
      has_basic_user: false,
      hosts: ['cdn.example'],
    })
    expect(screen.queryByText(`${words.lockedTitle}.`)).toBeNull()
  })

  it('is a summary for a read-only key', async () => {
    const service = await serviceWithReports(1)
    await service.call(`PUT ${url}`, { form: { ...stored, render: '2' } })
    await openDashboard({ ...service, key: service.readKey }, paths.websiteIdentity(id))
    await screen.findByText(words.readOnly)
    expect(screen.getByText(words.isSet)).toBeTruthy()
    expect(screen.getByText(words.renderNow('Never'))).toBeTruthy()
    expect(screen.queryByRole('button', { name: formWords.save })).toBeNull()
    expect(document.body.innerHTML).not.toContain('X-Staging')
  })
})
