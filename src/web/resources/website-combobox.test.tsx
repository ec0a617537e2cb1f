// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openDashboard, serviceWithReports, untilRows } from '#testing/web/dashboard.tsx'
import { listWords } from '#web/list/words.ts'
import { websiteFilterWords as words } from './words.ts'

// Not by its role and name: while its list is open, its label is hidden from screen readers.
const field = () => screen.getByLabelText<HTMLInputElement>(words.label, { selector: '[role=combobox]' })
const press = (key: string) => fireEvent.keyDown(field(), { key })
const type = (value: string) => fireEvent.input(field(), { target: { value }, inputType: 'insertText' })
/** The list of its own: the filters beside it have another one. */
const list = () => document.getElementById(field().getAttribute('aria-controls') ?? '')
const options = () => [...(list()?.querySelectorAll('[role=option]') ?? [])].map(({ textContent }) => textContent)
const highlighted = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent

/** Waits for this many options, which belong to the text in the field. */
const found = (count: number) =>
  waitFor(() => {
    expect(list()?.getAttribute('aria-busy')).toBe('false')
    expect(options()).toHaveLength(count)
  })

/** Opens the filters of reports, which name their website. */
async function openFilters() {
  const { path } = await openDashboard(await serviceWithReports(9), '/reports')
  await untilRows(9)
  fireEvent.click(screen.getByRole('button', { name: listWords.filter }))
  await waitFor(field)
  act(() => field().focus())
  return path
}

/** Chooses the website whose domain begins with a text. */
async function choose(text: string) {
  type(text)
  await found(1)
  expect(highlighted()).toMatch(new RegExp(`^${text}`))
  press('Enter')
  await waitFor(() => expect(field().value).toBe(`${text}.example`))
}

describe('the website combobox', () => {
  it('searches on the server and chooses the highlighted website, from the last to the first', async () => {
    const path = await openFilters()
    type('site-')
    await found(3)
    const [first, second, last] = options()
    expect(highlighted()).toBe(first)
    press('ArrowUp')
    await waitFor(() => expect(highlighted()).toBe(last))
    press('ArrowDown')
    press('ArrowDown')
    await waitFor(() => expect(highlighted()).toBe(second))
    press('Enter')
    await waitFor(() => expect(path()).toMatch(/^\/reports\?website_id=\d+$/))
    expect(second?.startsWith(field().value)).toBe(true)
    expect(options()).toEqual([])
  })

  it('chooses nothing while the options belong to an earlier text', async () => {
    const path = await openFilters()
    type('site-')
    await found(3)
    type('site-2')
    press('Enter')
    expect(path()).toBe('/reports')
    await found(1)
    press('Enter')
    await waitFor(() => expect(field().value).toBe('site-2.example'))
    expect(path()).toMatch(/website_id/)
  })

  it('keeps the chosen website when another text is left by Escape', async () => {
    const path = await openFilters()
    await choose('site-1')
    const filtered = path()
    type('site-2')
    await found(1)
    press('Escape')
    await waitFor(() => expect(field().value).toBe('site-1.example'))
    expect(path()).toBe(filtered)
  })

  it('is cleared by its button, and by an empty field', async () => {
    const path = await openFilters()
    await choose('site-1')
    fireEvent.click(screen.getByRole('button', { name: words.clear }))
    await waitFor(() => expect(path()).toBe('/reports'))
    expect(field().value).toBe('')
    await choose('site-2')
    type('')
    await waitFor(() => expect(path()).toBe('/reports'))
    expect(field().value).toBe('')
  })

  it('closes by the first Escape, and the filters around it by the second', async () => {
    const path = await openFilters()
    await choose('site-1')
    const filtered = path()
    press('ArrowDown')
    await found(3)
    press('Escape')
    await waitFor(() => expect(options()).toEqual([]))
    screen.getByRole('dialog', { name: listWords.filter })
    press('Escape')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(path()).toBe(filtered)
  })

  it('says that no website matches', async () => {
    await openFilters()
    type('nothing-has-this')
    await screen.findByText(words.none('nothing-has-this'))
    expect(options()).toEqual([])
  })
})
