import type { Page } from '#contract/envelope.ts'
import { walkList } from './walk-list.ts'

/** Reads all rows that match; tells on the way how many it has. */
export type Gather<Row> = (
  signal: AbortSignal,
  onRead: (read: number, of: number | null) => void,
) => Promise<{ rows: Row[]; repeats: boolean; unreadable: number }>

export const rowsPerRequest = 100

export function gatherFrom<Row extends { id: number }>(
  fetchPage: (page: number, signal: AbortSignal) => Promise<Page<Row>>,
): Gather<Row> {
  return async (signal, onRead) => {
    const rows: Row[] = []
    let repeated = false
    let unreadable = 0
    for await (const step of walkList(fetchPage, signal, rowsPerRequest)) {
      rows.push(...step.rows)
      repeated ||= step.repeats
      unreadable += step.unreadable
      onRead(rows.length, step.total)
    }
    return { rows, repeats: repeated, unreadable }
  }
}
