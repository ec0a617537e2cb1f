// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore, useStore } from '#web/ui/store.ts'
import { SearchBox, searchOf } from './search-box.tsx'

type Sent = [search: string, how: 'push' | 'replace']

const sent: Sent[] = []

/** The search of the URL, which tests change like Back does. */
const url = createStore('')

function onSearch(...search: Sent) {
  sent.push(search)
  url.set(search[0])
}

const Page = () => <SearchBox label="Search" value={useStore(url)} onSearch={onSearch} />

function open(from = '') {
  url.set(from)
  render(<Page />, { wrapper: StrictMode })
  return screen.getByRole<HTMLInputElement>('searchbox')
}

const type = (box: HTMLElement, text: string) => fireEvent.change(box, { target: { value: text } })
const pause = () => act(() => vi.advanceTimersByTime(250))

beforeEach(() => {
  sent.length = 0
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the search box', () => {
  it('adds one history entry for a search, however long someone types', () => {
    const box = open()
    type(box, 'o')
    pause()
    type(box, 'oak')
    pause()
    expect(sent).toEqual([
      ['o', 'push'],
      ['oak', 'replace'],
    ])
  })

  it('adds another entry for a search after Enter, and after the focus has left', () => {
    const box = open()
    type(box, 'oak')
    fireEvent.submit(box)
    type(box, 'elm')
    fireEvent.blur(box)
    type(box, 'ash')
    pause()
    expect(sent).toEqual([
      ['oak', 'push'],
      ['elm', 'push'],
      ['ash', 'push'],
    ])
  })

  it('waits for a pause, and sends a search once', () => {
    const box = open()
    type(box, 'o')
    act(() => vi.advanceTimersByTime(249))
    expect(sent).toEqual([])
    pause()
    fireEvent.submit(box)
    fireEvent.blur(box)
    expect(sent).toEqual([['o', 'push']])
  })

  it('keeps letters typed while the URL follows the ones before', () => {
    const box = open()
    type(box, 'oa')
    pause()
    type(box, 'oak ')
    act(() => url.set('oa'))
    expect(box.value).toBe('oak ')
  })

  it('shows the search of the URL after Back, also with the focus, and forgets what was typed since', () => {
    const box = open()
    box.focus()
    type(box, 'oak')
    pause()
    type(box, 'oaken')
    act(() => url.set(''))
    expect(box.value).toBe('')
    pause()
    expect(sent).toEqual([['oak', 'push']])
    type(box, 'elm')
    pause()
    expect(sent.at(-1)).toEqual(['elm', 'push'])
  })

  it('is cleared by its button, with one entry', () => {
    const box = open('oak')
    fireEvent.click(screen.getByRole('button'))
    expect(box.value).toBe('')
    expect(sent).toEqual([['', 'push']])
  })

  it('searches without surrounding space and NUL', () => {
    expect(searchOf('  a\0 b ')).toBe('a b')
  })
})
