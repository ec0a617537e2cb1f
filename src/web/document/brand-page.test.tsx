// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BrandForm, LogoForm } from '#contract/forms/brand-form.ts'
import { labelOf, messageOf, readForm } from '#contract/forms/form.ts'
import { type Brand, maxLogoBytes } from '#contract/sharing/client-document.ts'
import '#testing/web/timeout.ts'
import { queryClient } from '#web/data/query-client.ts'
import { signInWith, signOut } from '#web/data/session.ts'
import { formWords } from '#web/forms/words.ts'
import { Component as BrandPage } from './brand-page.tsx'
import { brandWords as words } from './words.ts'

/** A server that keeps a brand as our service does. */
function createServer() {
  const brand: Brand = {
    name: 'Northlight',
    color: null,
    intro: '',
    footer: '',
    sections: ['actions', 'appendix'],
    paper: 'a4',
    logo: 'data:image/png;base64,AA==',
    updated_at: null,
  }
  const answer: typeof fetch = async (input, { method, body } = {}) => {
    if (method === 'DELETE') brand.logo = null
    if (method === 'PUT' && !String(input).endsWith('/logo')) {
      const { values } = readForm(BrandForm, Object.fromEntries(new URLSearchParams(String(body))))
      Object.assign(brand, { color: null }, values)
    }
    return Response.json({ data: brand })
  }
  return { brand, answer }
}

async function open() {
  const server = createServer()
  vi.stubGlobal('fetch', server.answer)
  signInWith('seo_key', false)
  const page = (
    <>
      <BrandPage />
      <Link to="/elsewhere">Elsewhere</Link>
    </>
  )
  const router = createMemoryRouter([{ path: '*', element: page }])
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByLabelText(labelOf(BrandForm, 'name'))
  return server.brand
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(labelOf(BrandForm, name))
const type = (name: string, text: string) => fireEvent.input(field(name), { target: { value: text } })
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

afterEach(() => {
  cleanup()
  signOut()
  queryClient.clear()
  vi.unstubAllGlobals()
})

describe('the brand', () => {
  it('is saved with its sections, without a logo that was removed, and has no changes then', async () => {
    const brand = await open()
    type('intro', 'For you')
    fireEvent.click(screen.getByRole('checkbox', { name: words.sectionNames.progress }))
    fireEvent.click(screen.getByRole('radio', { name: words.papers.letter }))
    fireEvent.input(screen.getByLabelText(words.pick), { target: { value: '#1a73e8' } })
    await press(words.removeLogo)
    await press(words.save)
    expect(brand).toMatchObject({
      name: 'Northlight',
      intro: 'For you',
      color: '#1a73e8',
      sections: ['actions', 'progress', 'appendix'],
      paper: 'letter',
      logo: null,
    })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: words.save }).disabled).toBe(true)
  })

  it('shows a wrong colour beside its field, and keeps it', async () => {
    await open()
    type('color', 'blue')
    await press(words.save)
    expect(screen.getByText(messageOf(BrandForm, { field: 'color', code: 'invalid_color' }))).toBeTruthy()
    expect(document.activeElement).toBe(field('color'))
    expect(field('color').value).toBe('blue')
  })

  it('refuses a logo that is too large before it is read', async () => {
    await open()
    const file = new File([new Uint8Array(maxLogoBytes + 1)], 'logo.png', { type: 'image/png' })
    await act(async () => void fireEvent.change(screen.getByLabelText(words.logo), { target: { files: [file] } }))
    expect(screen.getByText(messageOf(LogoForm, { field: 'image', code: 'too_long' }))).toBeTruthy()
  })

  it('asks before changes are lost', async () => {
    await open()
    type('footer', 'Confidential')
    await act(async () => void fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' })))
    expect((await screen.findByRole('dialog')).textContent).toContain(formWords.guard.title)
  })
})
