import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Rows that are read at once. */
export const rowsAtOnce = 1_000

export type RowReader<Row> = { peek(): Promise<Row | undefined>; pass(): void }

/**
 * Returns a reader of sorted rows, which reads them in batches of {@link rowsAtOnce}. `peek` returns the next row
 * without passing it.
 */
export function peekable<Row>(read: (last: Row | undefined) => Promise<Row[]>): RowReader<Row> {
  let [rows, at, isEnd]: [Row[], number, boolean] = [[], 0, false]
  return {
    pass: () => void (at += 1),
    async peek() {
      if (at < rows.length || isEnd) return rows[at]
      rows = await read(rows.at(-1))
      isEnd = rows.length < rowsAtOnce
      at = 0
      await yieldToEventLoop()
      return rows[0]
    },
  }
}

/** Calls `visit` with the rows of two readers that are equal by `compare`, and with those that only one of them has. */
export async function merge<Row>(
  before: RowReader<Row>,
  after: RowReader<Row>,
  compare: (one: Row, other: Row) => number,
  visit: (was: Row | undefined, is: Row | undefined) => void,
) {
  for (;;) {
    const [was, is] = [await before.peek(), await after.peek()]
    if (!was && !is) return
    const order = !was ? 1 : !is ? -1 : compare(was, is)
    if (order <= 0) before.pass()
    if (order >= 0) after.pass()
    visit(order <= 0 ? was : undefined, order >= 0 ? is : undefined)
  }
}
