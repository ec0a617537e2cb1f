import { createColumnHelper } from '@tanstack/react-table'
import { expect, it } from 'vitest'
import type { Features } from '#web/ui/table.tsx'
import { unsentColumns } from './column-choice.ts'

type Report = { id: number; score: number | null; previous: number | null }

it('a column beyond the specification is hidden while no row has a value', () => {
  const helper = createColumnHelper<Features, Report>()
  const columns = helper.columns([
    helper.display({ id: 'select', meta: {} }),
    helper.accessor('score', {}),
    helper.accessor('previous', { meta: { extension: true } }),
  ])
  const row = (previous: number | null) => ({ id: 1, score: null, previous })
  expect(unsentColumns(columns, [row(null), row(null)])).toBe('previous')
  expect(unsentColumns(columns, [row(null), row(0)])).toBe('')
})
