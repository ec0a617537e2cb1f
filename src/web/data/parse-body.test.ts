import { expect, it } from 'vitest'
import { parseBody } from './api-error.ts'

it('a write whose response is nested too deeply may have worked', () => {
  const deep: unknown = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000))
  const read = () => {
    throw new Error('no report')
  }
  expect(() => parseBody('/reports', deep, read, true)).toThrow(
    expect.objectContaining({ kind: 'unreadable', unsure: true, detail: '/reports\nError: no report\n' }),
  )
})
