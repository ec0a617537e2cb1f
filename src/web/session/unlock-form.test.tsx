// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { UnlockForm as PasswordForm } from '#contract/forms/access-forms.ts'
import { labelOf, messageOf } from '#contract/forms/form.ts'
import { UnlockForm } from './unlock-form.tsx'
import { unlockWords as words } from './words.ts'

const sent: string[] = []

function open(respond: () => Response) {
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(String(body))
    return respond()
  })
  render(<UnlockForm target="website" path="/shared/websites/1" />, { wrapper: MemoryRouter })
  return screen.getByLabelText<HTMLInputElement>(labelOf(PasswordForm, 'password'))
}

const submit = (field: HTMLElement) => act(async () => void fireEvent.submit(field))
const type = (field: HTMLElement, text: string) => fireEvent.input(field, { target: { value: text } })

afterEach(() => {
  cleanup()
  sent.length = 0
  vi.unstubAllGlobals()
})

describe('the form for the password of a shared page', () => {
  it('sends the password exactly as typed, and shows a wrong one beside the field', async () => {
    const wrong = messageOf(PasswordForm, { field: 'password', code: 'wrong_password' })
    const field = open(() => Response.json({ message: 'Wrong.', errors: { password: [wrong] } }, { status: 422 }))
    await submit(field)
    expect(screen.getByText(messageOf(PasswordForm, { field: 'password', code: 'required' }))).toBeTruthy()
    expect(sent).toEqual([])
    type(field, ' open sesame ')
    await submit(field)
    expect(sent).toEqual(['password=+open+sesame+'])
    expect(screen.getByText(wrong)).toBeTruthy()
    expect(document.activeElement).toBe(field)
    expect(field.value).toBe(' open sesame ')
  })

  it('waits as long as the server demands, also while someone types', async () => {
    const field = open(() =>
      Response.json({ message: 'Slow down.' }, { status: 429, headers: { 'Retry-After': '30' } }),
    )
    type(field, 'guess')
    await submit(field)
    expect(screen.getByText(words.limited)).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Try again in/ }).disabled).toBe(true)
    await act(async () => void fireEvent.change(field, { target: { value: 'another' } }))
    expect(screen.getByText(words.limited)).toBeTruthy()
  })
})
