// @vitest-environment happy-dom
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readForm } from '#contract/forms/form.ts'
import { changeAccess, passwordMessages, type WebsiteChange, WebsiteForm } from '#contract/forms/website-form.ts'
import { serviceName } from '#contract/service-info.ts'
import { paths } from '#web/app/paths.ts'
import { queryClient } from '#web/data/query-client.ts'
import { signInWith, signOut } from '#web/data/session.ts'
import { formWords, newPasswordWords } from '#web/forms/words.ts'
import { websiteQueries } from '#web/resources/websites.tsx'
import { PrivacyForm } from './privacy-form.tsx'
import { privacyWords as words } from './words.ts'

const id = 7

/** A server of one website, which reads a change as our service does. */
function createServer(links: object[]) {
  const website = { id, domain: 'shop.example', privacy: 1 as 0 | 1 | 2, has_password: false, findable: false }
  let version = 1
  const passwords: string[] = []
  function change(values: WebsiteChange) {
    const { privacy, findable, password } = changeAccess(website, values)
    Object.assign(website, { privacy, findable, has_password: password !== 'none' })
    if (values.password) passwords.push(values.password)
    version += 1
  }
  const respond = (body: object, status = 200) =>
    new Response(JSON.stringify(body), {
      status,
      headers: { 'Content-Type': 'application/json', ETag: `"${version}"` },
    })
  const answer: typeof fetch = async (input, { method, headers, body } = {}) => {
    const path = new URL(String(input)).pathname.replace('/api/v1', '')
    if (path === '') return respond({ service: serviceName, version: '1', extensions: [] })
    if (path === '/links') return respond({ data: links, meta: { total: links.length } })
    if (method === 'PUT') {
      if (new Headers(headers).get('If-Match') !== `"${version}"`) return respond({ message: 'Changed.' }, 412)
      const { values } = readForm(WebsiteForm, Object.fromEntries(new URLSearchParams(String(body))))
      if (values?.password === 'sheep') return respond({ message: { password: ['Too easily guessed.'] } }, 422)
      change(values ?? {})
    }
    return respond({ data: { ...website, reports_count: 1 } })
  }
  return { website, passwords, change, answer }
}

function Page() {
  const { data } = useQuery(websiteQueries.detail(id))
  return data && <PrivacyForm website={data} />
}

async function open(before: WebsiteChange = {}, links: object[] = []) {
  const server = createServer(links)
  server.change(before)
  vi.stubGlobal('fetch', server.answer)
  signInWith('seo_key', false)
  const router = createMemoryRouter(
    [
      { path: '/websites/:id/privacy', element: <Page /> },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [paths.websitePrivacy(id)] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByRole('group', { name: words.legend })
  return { ...server, router }
}

const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const save = () => press(formWords.save)
const password = () => screen.getByLabelText<HTMLInputElement>(/assword$/, { selector: 'input[name=password]' })
const type = (text: string) => fireEvent.input(password(), { target: { value: text } })

afterEach(() => {
  cleanup()
  signOut()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const errorOf = (field: HTMLElement) =>
  field.getAttribute('aria-invalid') &&
  document.getElementById(field.getAttribute('aria-describedby')?.split(' ')[1] ?? '')?.textContent

describe('the privacy form', () => {
  it('saves a choice, with search engines only for a public website, and leads to the website', async () => {
    const { router, website } = await open()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Private' }).checked).toBe(true)
    expect(screen.queryByRole('checkbox')).toBeNull()
    choose('Public')
    fireEvent.click(screen.getByRole('checkbox', { name: words.findable }))
    expect(screen.getByText(words.consequence['opens-listed'](1))).toBeTruthy()
    await save()
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.website(id)))
    expect(website).toMatchObject({ privacy: 0, findable: true })
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
    expect(website.privacy).toBe(1)
  })

  it('shows the server’s objection to a password beside it, and keeps what was typed', async () => {
    const { website } = await open()
    choose('Password')
    type('sheep')
    await save()
    expect(errorOf(password())).toBe('Too easily guessed.')
    expect(document.activeElement).toBe(password())
    expect(password().value).toBe('sheep')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(website.privacy).toBe(1)
  })

  it('rates a typed password, reveals a generated one, and shows that until the page is left', async () => {
    const { router, passwords } = await open()
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
    expect(router.state.location.pathname).toBe(paths.websitePrivacy(id))
    expect(passwords).toEqual([generated])
  })

  it('keeps the present password while none is typed, and says that another choice removes it', async () => {
    await open({ privacy: 2, password: 'correct horse' })
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
    change({ privacy: 2, password: 'set elsewhere' })
    await save()
    const notice = await screen.findByText(formWords.changedByOthers)
    expect(notice.parentElement?.textContent).toContain(`${words.changedNow('Password')} ${words.changedPassword}`)
    expect(website.privacy).toBe(2)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Public' }).checked).toBe(true)
    await press(formWords.overwrite)
    await waitFor(() => expect(website).toMatchObject({ privacy: 0, findable: true }))
  })

  it('names the share links that open the website whatever its privacy', async () => {
    const link = {
      id: 3,
      kind: 'website',
      mode: 'live',
      layout: 'page',
      compare_id: null,
      label: '',
      report_id: null,
      website_id: id,
      list: null,
      query: null,
      title: 'shop.example',
      created_by: 'Ann',
      created_at: '2026-01-01T00:00:00Z',
      expires_at: '2099-12-25T12:00:00Z',
      has_password: false,
      can_check: false,
      revoked_at: null,
      gone: false,
      opens_count: 0,
      last_opened_at: null,
    }
    await open({}, [link, { ...link, id: 4, revoked_at: '2026-01-02T00:00:00Z' }])
    const links = await screen.findByText(new RegExp(words.shareLinks(1, '25 Dec 2099')))
    expect(links.querySelector('a')?.getAttribute('href')).toBe(paths.links(id))
  })
})
