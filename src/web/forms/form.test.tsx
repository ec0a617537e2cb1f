// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { StrictMode, useState } from 'react'
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { because, choiceOf, labelField, nameField, optional, withMessages } from '#contract/forms/form.ts'
import '#testing/web/timeout.ts'
import { ApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { createStore, useStore } from '#web/ui/store.ts'
import { CheckboxField, Fields, SegmentsField } from './fields.tsx'
import { Form, FormDialog, FormFailure, RecordForm } from './form.tsx'
import { useContractForm } from './use-contract-form.ts'
import { useRecordForm } from './use-record-form.ts'
import { formWords } from './words.ts'

const messages = {
  name: { label: 'Name', hint: 'Shown to everyone.', otherwise: 'Enter a name.', too_long: 'Shorten it.' },
  size: 'Choose small or large.',
  note: { label: 'Note', otherwise: 'Shorten the note.' },
  mails: { label: 'Recipients', otherwise: 'Enter recipients.' },
}
const Sample = withMessages(
  z.object({
    name: nameField(5),
    size: choiceOf(['small', 'large']),
    note: labelField(10),
    mails: z
      .preprocess((text) => (typeof text === 'string' ? text.split(',').filter(Boolean) : []), z.array(z.string()))
      .pipe(z.array(z.string().includes('@', because('invalid_choice')))),
    loud: optional(choiceOf(['0', '1'])),
  }),
  messages,
)

type Answer = () => Promise<void>
const sent: unknown[] = []
let answer: Answer = async () => {}
const refused = (fields: Record<string, string[]>) => async () => {
  throw new ApiError('invalid', Object.values(fields).flat().join(' '), { status: 422, fields })
}

function SampleForm() {
  const form = useContractForm({
    schema: Sample,
    values: { size: 'small' as 'small' | 'large', note: '', loud: false },
    async submit(values) {
      sent.push(values)
      await answer()
    },
  })
  const sizes = (['small', 'large'] as const).map((value) => ({ value, label: value }))
  return (
    <Form form={form}>
      <Fields form={form} />
      <SegmentsField field={form.field('size')} label="Size" options={sizes} />
      <CheckboxField field={form.field('loud')} label="Loud" />
      <FormFailure form={form} />
      <button type="button" onClick={() => form.field('note').set('Leafy')}>
        Suggest
      </button>
      <button type="submit">{form.busy ? 'Sending' : 'Send'}</button>
    </Form>
  )
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (field: HTMLElement, text: string) => fireEvent.input(field, { target: { value: text } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const submit = () => act(async () => void fireEvent.submit(document.querySelector('form') ?? document.body))
const descriptionOf = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)

beforeEach(() => {
  sent.length = 0
  answer = async () => {}
})
afterEach(cleanup)

describe('a form', () => {
  const open = () => render(<SampleForm />, { wrapper: StrictMode })

  it('draws a field of text for each label of its record, and sends what the schema read', async () => {
    open()
    expect(screen.getAllByRole('textbox').map((field) => (field as HTMLInputElement).name)).toEqual([
      'name',
      'note',
      'mails',
    ])
    expect(descriptionOf(box('Name'))).toEqual(['Shown to everyone.'])
    type(box('Name'), ' Oak ')
    fireEvent.click(screen.getByRole('radio', { name: 'large' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Loud' }))
    await submit()
    expect(sent).toEqual([{ name: 'Oak', size: 'large', note: '', mails: [], loud: '1' }])
  })

  it('shows the message of every wrong field beside it, gives the focus to the first, and sends nothing', async () => {
    open()
    type(box('Name'), 'Sycamore')
    type(box('Note'), 'far too long a note')
    type(box('Recipients'), 'a@b.example,nobody')
    await submit()
    expect(sent).toEqual([])
    expect(descriptionOf(box('Name'))).toEqual(['Shown to everyone.', 'Shorten it.'])
    expect(descriptionOf(box('Note'))).toEqual(['Shorten the note.'])
    expect(descriptionOf(box('Recipients'))).toEqual(['Enter recipients.'])
    expect(box('Name').getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(box('Name'))
    expect(box('Name').value).toBe('Sycamore')
    type(box('Name'), 'Oak')
    await waitFor(() => expect(descriptionOf(box('Name'))).toEqual(['Shown to everyone.']))
  })

  it('shows the server’s errors beside their fields, and focuses the first', async () => {
    open()
    answer = refused({ note: ['Too rude.', 'Too loud.'] })
    type(box('Name'), 'Oak')
    type(box('Note'), 'shout')
    await submit()
    expect(descriptionOf(box('Note'))).toEqual(['Too rude. Too loud.'])
    expect(document.activeElement).toBe(box('Note'))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(box('Note').value).toBe('shout')
    answer = async () => {}
    type(box('Note'), 'whisper')
    await submit()
    expect(sent).toHaveLength(2)
    expect(descriptionOf(box('Note'))).toEqual([undefined])
  })

  it('shows an error of a choice below it', async () => {
    open()
    answer = refused({ size: ['Not today.'] })
    type(box('Name'), 'Oak')
    await submit()
    expect(screen.getByRole('alert').textContent).toBe('Not today.')
    expect(descriptionOf(screen.getByRole('group', { name: 'Size' }))).toEqual(['Not today.'])
  })

  it('shows an error that belongs to no field of it in one place, until something changes', async () => {
    open()
    answer = refused({ other: ['Not like this.'] })
    type(box('Name'), 'Oak')
    await submit()
    expect(screen.getByRole('alert').textContent).toBe('Not like this.')
    fireEvent.change(box('Name'), { target: { value: 'Elm' } })
    expect(screen.queryByRole('alert')).toBeNull()
    await submit()
    expect(screen.getByRole('alert')).toBeTruthy()
    press('Suggest')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(box('Note').value).toBe('Leafy')
  })

  it('says that a change without a response may have gone through, and keeps what was typed', async () => {
    open()
    const lost = new ApiError('network', '', { unsure: true, repeatable: true })
    answer = async () => {
      throw lost
    }
    type(box('Name'), 'Oak')
    await submit()
    expect(screen.getByRole('alert').textContent).toBe(errorSentence(lost))
    expect(errorSentence(lost)).toContain('may have gone through')
    expect(box('Name').value).toBe('Oak')
  })

  it('is sent once, however often it is submitted meanwhile', async () => {
    open()
    let finish = () => {}
    answer = () => new Promise((resolve) => (finish = resolve))
    type(box('Name'), 'Oak')
    await submit()
    expect(screen.getByRole('button', { name: 'Sending' })).toBeTruthy()
    await submit()
    await submit()
    expect(sent).toHaveLength(1)
    await act(async () => finish())
    expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy()
  })
})

describe('a form in a dialog', () => {
  function Page() {
    const [open, setOpen] = useState(true)
    const form = useContractForm({
      schema: withMessages(z.object({ name: nameField(5) }), messages),
      values: { name: 'Oak' },
      async submit(values) {
        sent.push(values)
        setOpen(false)
      },
    })
    return (
      open && (
        <FormDialog form={form} title="Tree" submitLabel="Plant" cancelLabel="Cancel" onClose={() => setOpen(false)}>
          <Fields form={form} />
        </FormDialog>
      )
    )
  }

  it('is submitted by its button outside of the form, and closes', async () => {
    render(<Page />)
    const button = await screen.findByRole('button', { name: 'Plant' })
    expect(button.getAttribute('form')).toBe(document.querySelector('form')?.id)
    await submit()
    expect(sent).toEqual([{ name: 'Oak' }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a form whose input survives a reload', () => {
  const Lasting = ({ note }: { note: string }) => {
    const form = useContractForm({
      schema: Sample,
      draft: 'sample',
      values: { size: 'small' as 'small' | 'large', note },
      async submit() {},
    })
    return (
      <Form form={form}>
        <Fields form={form} />
      </Form>
    )
  }
  const show = (note = '') => render(<Lasting note={note} />, { wrapper: StrictMode })
  /** A page that is left has no time to clean up. */
  const reload = () => {
    act(() => void dispatchEvent(new Event('pagehide')))
    const stored = { ...sessionStorage }
    cleanup()
    for (const [name, value] of Object.entries(stored)) sessionStorage.setItem(name, value)
  }
  beforeEach(() => sessionStorage.clear())

  it('has it again, also after several reloads', async () => {
    show()
    type(box('Note'), 'Leafy')
    reload()
    reload()
    show()
    expect(box('Note').value).toBe('Leafy')
    reload()
    show()
    expect(box('Note').value).toBe('Leafy')
  })

  it('starts empty once it was closed', () => {
    show()
    type(box('Note'), 'Leafy')
    reload()
    show()
    cleanup()
    show()
    expect(box('Note').value).toBe('')
  })

  it('keeps its values if they changed meanwhile', () => {
    show('Bare')
    type(box('Note'), 'Leafy')
    reload()
    show('In bloom')
    expect(box('Note').value).toBe('In bloom')
  })
})

describe('a form of a record', () => {
  type Tree = { name: string; version: number }
  let inStore: Tree

  function TreeForm({ stored }: { stored: Tree }) {
    const form = useRecordForm({
      name: 'tree',
      stored,
      valuesOf: ({ name }: Tree) => ({ name }),
      schemaOf: () => withMessages(z.object({ name: nameField(20) }), messages),
      reload: async () => inStore,
      async save({ name }, base) {
        if (base.version !== inStore.version) throw new ApiError('conflict', '', { status: 412 })
        await answer()
        return (inStore = { name, version: base.version + 1 })
      },
    })
    return (
      <RecordForm form={form} conflictDetail={form.conflict && `Now ${form.conflict.name}.`}>
        <Fields form={form} />
      </RecordForm>
    )
  }

  /** The record as it was loaded last. */
  const loaded = createStore<Tree>({ name: 'Oak', version: 1 })
  const TreePage = () => (
    <>
      <TreeForm stored={useStore(loaded)} />
      <Link to="/elsewhere">Elsewhere</Link>
    </>
  )
  const open = async () => {
    inStore = { name: 'Oak', version: 1 }
    loaded.set(inStore)
    const router = createMemoryRouter([
      { path: '/', element: <TreePage /> },
      { path: '/elsewhere', element: <p>Elsewhere</p> },
    ])
    await act(async () => void render(<RouterProvider router={router} />, { wrapper: StrictMode }))
    return router
  }
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: formWords.save })
  const leave = () => act(async () => void fireEvent.click(screen.getByRole('link')))

  it('can be saved once something changed', async () => {
    await open()
    expect(save().disabled).toBe(true)
    type(box('Name'), 'Elm')
    expect(save().disabled).toBe(false)
    await submit()
    expect(inStore).toEqual({ name: 'Elm', version: 2 })
    expect(box('Name').value).toBe('Elm')
    expect(save().disabled).toBe(true)
  })

  it('asks before unsaved changes are lost, and never without any', async () => {
    const router = await open()
    type(box('Name'), 'Elm')
    await leave()
    expect(screen.getByRole('dialog').textContent).toContain(formWords.guard.title)
    press(formWords.guard.stay)
    expect(router.state.location.pathname).toBe('/')
    expect(box('Name').value).toBe('Elm')
    const closing = new Event('beforeunload', { cancelable: true })
    dispatchEvent(closing)
    expect(closing.defaultPrevented).toBe(true)
    type(box('Name'), 'Oak')
    await leave()
    expect(router.state.location.pathname).toBe('/elsewhere')
  })

  it('follows the record until something is typed', async () => {
    await open()
    act(() => loaded.set({ name: 'Ash', version: 2 }))
    expect(box('Name').value).toBe('Ash')
    type(box('Name'), 'Elm')
    act(() => loaded.set({ name: 'Fir', version: 3 }))
    expect(box('Name').value).toBe('Elm')
    inStore = { name: 'Fir', version: 3 }
    await submit()
    expect(screen.getByRole('alert').textContent).toContain(formWords.changedByOthers)
  })

  it('does not overwrite someone else’s change, until it is told to', async () => {
    await open()
    type(box('Name'), 'Elm')
    inStore = { name: 'Yew', version: 5 }
    await submit()
    expect(screen.getByRole('alert').textContent).toContain(`${formWords.changedByOthers} Now Yew.`)
    expect(inStore.name).toBe('Yew')
    expect(box('Name').value).toBe('Elm')
    await act(async () => void press(formWords.overwrite))
    expect(inStore).toEqual({ name: 'Elm', version: 6 })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows someone else’s change instead of one’s own, if it is told to', async () => {
    await open()
    type(box('Name'), 'Elm')
    inStore = { name: 'Yew', version: 5 }
    await submit()
    act(() => void press(formWords.reload))
    expect(box('Name').value).toBe('Yew')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(save().disabled).toBe(true)
  })

  it('tells a failed change from one that may have gone through', async () => {
    await open()
    type(box('Name'), 'Elm')
    for (const [unsure, says] of [
      [false, formWords.failed],
      [true, formWords.unconfirmed],
    ] as const) {
      answer = async () => {
        throw new ApiError('server', '', { status: 500, unsure })
      }
      await submit()
      expect(screen.getByRole('alert').textContent).toContain(says)
      expect(box('Name').value).toBe('Elm')
    }
  })
})
