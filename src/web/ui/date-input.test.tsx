// @vitest-environment dashboard
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { DateInput, readDate, writtenDate } from './date-input.tsx'

describe('a typed date', () => {
  it.each([
    ['25 Nov 2026', '2026-11-25'],
    ['25 november 2026', '2026-11-25'],
    ['Nov 25, 2026', '2026-11-25'],
    ['1 Sept 2026', '2026-09-01'],
    ['2026-11-25', '2026-11-25'],
    ['25/11/2026', '2026-11-25'],
    ['5.1.2026', '2026-01-05'],
    [' 05-01-2026 ', '2026-01-05'],
  ])('“%s” is %s', (text, day) => expect(readDate(text)).toBe(day))

  it.each([
    '',
    '25 Nov',
    '31 Feb 2026',
    '11/25/2026',
    '25 Nov 26',
    'today',
    '2026-11',
    '2026-11-2',
    '25 Foo 2026',
    '1 2 3 2026',
  ])('“%s” is none', (text) => expect(readDate(text)).toBeNull())

  it('is written with the name of its month', () => {
    expect(writtenDate('2026-11-05')).toBe('5 Nov 2026')
    expect(writtenDate('yesterday')).toBe('yesterday')
  })
})

function Example() {
  const [day, setDay] = useState<string | null>('2026-11-25')
  return (
    <>
      <DateInput aria-label="Day" value={day} min="2026-11-20" onChange={setDay} />
      <output>{String(day)}</output>
    </>
  )
}

it('a date applies when it is complete, and a wrong one stays in the field and is marked', () => {
  render(<Example />)
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Day' })
  const chosen = () => screen.getByRole('status').textContent
  const type = (value: string) => fireEvent.change(input, { target: { value } })
  expect(input.value).toBe('25 Nov 2026')
  type('2026-11-2')
  expect(chosen()).toBe('2026-11-25')
  type('2026-11-26')
  expect([chosen(), input.value]).toEqual(['2026-11-26', '2026-11-26'])
  fireEvent.blur(input)
  expect([chosen(), input.value]).toEqual(['2026-11-26', '26 Nov 2026'])
  type('19 Nov 2026')
  fireEvent.blur(input)
  expect([chosen(), input.value, input.getAttribute('aria-invalid')]).toEqual(['2026-11-26', '19 Nov 2026', 'true'])
  expect(screen.getByRole('alert').textContent).toBe('Enter a day from 20 Nov 2026, such as 20 Nov 2026.')
  type('20 Nov')
  expect(screen.queryByRole('alert')).toBeNull()
  type('')
  expect([chosen(), input.value, input.getAttribute('aria-invalid')]).toEqual(['null', '', null])
})
