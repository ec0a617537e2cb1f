// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ServerForm } from './server-form.tsx'
import { KeyForm } from './sign-in-page.tsx'
import { serverWords, signInWords as words } from './words.ts'

const reports = () => Response.json({ data: [], meta: { total: 0 } })
const rejected = () => Response.json({ message: 'Unauthenticated.' }, { status: 401 })

const serverResponds = (respond: () => Response) => vi.stubGlobal('fetch', async () => respond())
const keyField = () => screen.getByLabelText<HTMLInputElement>(words.label, { selector: 'input' })
const addressField = () => screen.getByLabelText<HTMLInputElement>(serverWords.address)
const type = (field: HTMLElement, text: string) => fireEvent.input(field, { target: { value: text } })
const submit = () => act(async () => void fireEvent.submit(keyField()))
const errorOf = (field: HTMLElement) =>
  field.getAttribute('aria-invalid') &&
  document.querySelector(`[id="${field.getAttribute('aria-describedby')?.split(' ').at(-1)}"]`)?.textContent

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the form for a key', () => {
  function open() {
    const keys: [string, boolean][] = []
    render(<KeyForm lead={undefined} onKey={(...given) => keys.push(given)} />)
    return keys
  }

  it('signs in with a key that the server accepts, without the space around it', async () => {
    const keys = open()
    serverResponds(reports)
    type(keyField(), ' seo_key ')
    fireEvent.click(screen.getByRole('checkbox'))
    await submit()
    expect(keys).toEqual([['seo_key', true]])
  })

  it('asks for a key, and shows a rejected one beside its field, until another is typed', async () => {
    const keys = open()
    await submit()
    expect(errorOf(keyField())).toBe(words.empty)
    serverResponds(rejected)
    type(keyField(), 'seo_old')
    await submit()
    expect(errorOf(keyField())).toBe(words.refused)
    expect(document.activeElement).toBe(keyField())
    expect(keyField().value).toBe('seo_old')
    await act(async () => void type(keyField(), 'seo_new'))
    expect(errorOf(keyField())).toBeNull()
    expect(keys).toEqual([])
  })

  it('blames the server for its own failures, and offers the details', async () => {
    open()
    serverResponds(() => Response.json({ message: 'Broken.' }, { status: 500 }))
    type(keyField(), 'seo_key')
    await submit()
    expect(errorOf(keyField())).toBeNull()
    expect(screen.getByRole('alert').textContent).toContain('Copy details')
  })
})

describe('the form for a server', () => {
  function open() {
    const chosen: unknown[] = []
    render(
      <ServerForm
        given=""
        onServer={async (...given) => {
          chosen.push(given)
          return true
        }}
      />,
    )
    return chosen
  }

  it('asks for a URL and a key', async () => {
    open()
    await submit()
    expect([errorOf(addressField()), errorOf(keyField())]).toEqual([
      serverWords.invalidAddress.empty,
      serverWords.keyEmpty,
    ])
    expect(document.activeElement).toBe(addressField())
  })

  it('shows what is wrong with a URL beside it, and tries a readable one in full', async () => {
    const chosen = open()
    serverResponds(reports)
    type(addressField(), 'two words')
    type(keyField(), 'seo_key')
    await submit()
    expect(errorOf(addressField())).toBe(serverWords.invalidAddress.unreadable)
    expect(keyField().value).toBe('seo_key')
    type(addressField(), 'seo.example/tools/api/v1/')
    await submit()
    expect(chosen).toEqual([['https://seo.example/tools', 'seo_key', false]])
    expect(addressField().value).toBe('https://seo.example/tools')
  })
})
