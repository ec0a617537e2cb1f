// @vitest-environment dashboard
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { column, Table } from './table.tsx'

it('columns with the same heading are columns of their own', () => {
  const logged = vi.spyOn(console, 'error')
  const row = { id: 1, before: 'old', after: 'new' }
  const columns = [
    column<typeof row>('22 Nov', ({ before }) => before),
    column<typeof row>('22 Nov', ({ after }) => after),
  ]
  render(<Table caption="Values" columns={columns} rows={[row]} keyOf={({ id }) => id} />, { wrapper: MemoryRouter })
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['old', 'new'])
  expect(logged).not.toHaveBeenCalled()
})
