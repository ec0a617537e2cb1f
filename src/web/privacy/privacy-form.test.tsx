// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { passwordMessages } from '#contract/forms/website-form.ts'
import type { TestService } from '#testing/service/service.ts'
import { openDashboard, serviceWithReports, withoutExtensions } from '#testing/web/dashboard.tsx'
import { paths } from '#web/app/paths.ts'
import { formWords, newPasswordWords } from '#web/forms/words.ts'
import { privacyWords as words } from './words.ts'

const id = 1

/** Opens the form of a website with the privacy `before`, after what `prepare` does. */
async function open(before: Record<string, string> = {}, prepare = async (_: TestService) => {}) {
  const service = await serviceWithReports(1)
  const change = (form: Record<string, string>) => service.call(`PUT /api/v1/websites/${id}`, { form })
  if (Object.keys(before).length > 0) await change(before)
  await prepare(service)
  const page = await openDashboard(service, paths.websitePrivacy(id))
  await screen.findByRole('group', { name: words.legend })
  const website = async () => (await service.call(`GET /api/v1/websites/${id}`)).body.data
  return { service, change, website, ...page }
}

const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const save = () => press(formWords.save)
const password = () => screen.getByLabelText<HTMLInputElement>(/assword$/, { selector: 'input[name=password]' })
const type = (text: string) => fireEvent.input(password(), { target: { value: text } })

const errorOf = (field: HTMLElement) =>
  field.getAttribute('aria-invalid') &&
  document.getElementById(field.getAttribute('aria-describedby')?.split(' ')[1] ?? '')?.textContent

describe('the privacy form', () => {
  it('saves a choice, with search engines only for a public website, and leads to the website', async () => {
    const { path, website } = await open()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Private' }).checked).toBe(true)
    expect(screen.queryByRole('checkbox')).toBeNull()
    choose('Public')
    fireEvent.click(screen.getByRole('checkbox', { name: words.findable }))
    expect(screen.getByText(words.consequence['opens-listed'](1))).toBeTruthy()
    await save()
    await waitFor(() => expect(path()).toBe(paths.websiteIssues(id)))
    expect(await website()).toMatchObject({ privacy: 0, findable: true })
  })

  it('asks for a password beside its field and focuses it, until another choice is made', async () => {
    const { website } = await open()
    choose('Password')
    await save()
    expect(errorOf(password())).toBe(passwordMessages.required)
    expect(document.activeElement).toBe(password())
    type('x'.repeat(129))
    await waitFor(() => expect(errorOf(password())).toBe(passwordMessages.otherwise))
    choose('Private')
    expect(screen.queryByText(passwordMessages.otherwise)).toBeNull()
    expect((await website()).privacy).toBe(1)
  })

  it('shows the server’s objection to a password beside it, and keeps what was typed', async () => {
    const { website, on } = await open()
    const message = { password: ['Too easily guessed.'] }
    on('PUT', `/websites/${id}`, { status: 422, body: { message, status: 422 } })
    choose('Password')
    type('sheep')
    await save()
    expect(errorOf(password())).toBe('Too easily guessed.')
    expect(document.activeElement).toBe(password())
    expect(password().value).toBe('sheep')
    expect(screen.queryByRole('alert')).toBeNull()
    expect((await website()).privacy).toBe(1)
  })

  it('rates a typed password, reveals a generated one, and shows that until the page is left', async () => {
    const { path, service } = await open()
    choose('Password')
    expect(password().type).toBe('password')
    type('lamp')
    expect(screen.getByText(newPasswordWords.strength.weak(4))).toBeTruthy()
    await press(newPasswordWords.generate)
    expect(password().type).toBe('text')
    expect(screen.getByText(newPasswordWords.strength.generated)).toBeTruthy()
    const generated = password().value
    await save()
    const result = await screen.findByRole('group', { name: words.passwordSaved })
    expect(result.textContent).toContain(generated)
    expect(document.activeElement).toBe(result)
    expect(password().value).toBe('')
    expect(path()).toBe(paths.websitePrivacy(id))
    const unlocking = { key: null, form: { password: generated } }
    expect((await service.call(`POST /api/v1/shared/websites/${id}/unlock`, unlocking)).status).toBe(200)
  })

  it('keeps the present password while none is typed, and says that another choice removes it', async () => {
    await open({ privacy: '2', password: 'correct horse' })
    expect(screen.getByText(newPasswordWords.set)).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: formWords.save }).disabled).toBe(true)
    type('another')
    expect(screen.getByText(words.consequence['new-password']())).toBeTruthy()
    choose('Private')
    expect(screen.getByText(new RegExp(words.removesPassword))).toBeTruthy()
  })

  it('shows another user’s change before it is overwritten', async () => {
    const { change, website } = await open()
    choose('Public')
    fireEvent.click(screen.getByRole('checkbox', { name: words.findable }))
    await change({ privacy: '2', password: 'set elsewhere' })
    await save()
    const notice = await screen.findByText(formWords.changedByOthers)
    expect(notice.parentElement?.textContent).toContain(`${words.changedNow('Password')} ${words.changedPassword}`)
    expect((await website()).privacy).toBe(2)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Public' }).checked).toBe(true)
    await press(formWords.overwrite)
    await waitFor(async () => expect(await website()).toMatchObject({ privacy: 0, findable: true }))
  })

  it('names the share links that open the website whatever its privacy', async () => {
    await open({}, async ({ call }) => {
      const form = { kind: 'website', website_id: String(id), expires_at: '2099-12-25T12:00:00Z' }
      await call('POST /api/v1/links', { form })
      const { body } = await call('POST /api/v1/links', { form })
      await call(`DELETE /api/v1/links/${body.data.id}`)
    })
    const links = await screen.findByText(new RegExp(words.shareLinks(1, '25 Dec 2099')))
    expect(links.querySelector('a')?.getAttribute('href')).toBe(paths.links(id))
  })

  it('warns that reports made with an identity show what visitors could not see, when it opens the website', async () => {
    await open({}, async ({ call }) => {
      expect((await call(`PUT /api/v1/websites/${id}/identity`, { form: { cookies: 'session=1' } })).status).toBe(200)
    })
    expect(screen.queryByText(words.identityShows)).toBeNull()
    choose('Password')
    await screen.findByText(words.identityShows)
    choose('Private')
    expect(screen.queryByText(words.identityShows)).toBeNull()
  })

  it('says nothing of an identity without one', async () => {
    const { requests } = await open()
    choose('Public')
    await waitFor(() => expect(requests).toContain(`GET /websites/${id}/identity`))
    expect(screen.queryByText(words.identityShows)).toBeNull()
  })

  it('can change a privacy that another server doesn’t report', async () => {
    const service = await serviceWithReports(1)
    const fault = ({ status, body }: { status: number; body: { data: { id: number; domain: string } } }) => ({
      status,
      body: { data: { id: body.data.id, domain: body.data.domain } },
    })
    await openDashboard(service, paths.websitePrivacy(id), [
      { method: 'GET', path: `/websites/${id}`, fault },
      ...withoutExtensions,
    ])
    await screen.findByText(/doesn’t report the current privacy setting/)
    const choices = screen.getAllByRole<HTMLInputElement>('radio')
    expect(choices.filter(({ checked }) => checked)).toEqual([])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: formWords.save }).disabled).toBe(true)
    choose('Password')
    await screen.findByText(newPasswordWords.maybeSet)
    choose('Public')
    await save()
    await screen.findByText(/is now Public/)
    expect((await service.call(`GET /api/v1/websites/${id}`)).body.data.privacy).toBe(0)
  })
})
