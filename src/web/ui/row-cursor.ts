import { belongsElsewhere } from './shortcuts.ts'

/** The links that open the rows of a page's lists: the first of each row. */
export const rowLinks = 'main tr[data-row] a[href]'

const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** Returns the link that opens a row. */
const linkOf = (row: Element | null | undefined) => row?.querySelector<HTMLElement>('a[href]')

/**
 * Moves the cursor of the rows: the focus is on the link of its row, so that Enter opens it and screen readers say it.
 * Letters work anywhere on the page, if they are switched on; the arrow keys within a table. Returns true if the key
 * did something.
 */
export function moveRowCursor(event: KeyboardEvent, letters: boolean): boolean {
  const { key, target, shiftKey } = event
  const isLetter = key.length === 1
  const within = target instanceof Element && target.closest('tr[data-row], table:has(tr[data-row]) thead')
  if (isLetter ? !letters : !within) return false
  if (belongsElsewhere(event)) return false
  const row = document.activeElement?.closest('tr[data-row]')
  if (key.toLowerCase() === 'x' && row) {
    // A click, so that Shift selects all rows since the last one, as it does with the pointer.
    row
      .querySelector<HTMLElement>('[type=checkbox]')
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }))
    return true
  }
  const step = steps[key]
  if (!step) return false
  const rows = [...document.querySelectorAll('main tr[data-row]')].filter(linkOf)
  const at = row ? rows.indexOf(row) : -1
  // Without a cursor yet, it starts at the first row in view.
  const first = rows.findIndex((row) => row.getBoundingClientRect().top > innerHeight / 8)
  const next = rows[row ? at + step : Math.max(0, first)]
  if (!next && !row) return false
  // No scrolling to the middle: the rows stay where they are as long as the cursor is in view.
  next?.scrollIntoView?.({ block: 'nearest' })
  linkOf(next)?.focus({ preventScroll: true })
  return true
}
