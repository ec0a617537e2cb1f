import { humanise } from '#web/ui/humanise.ts'

const longest = 300
const mostItems = 12

/** A measured value as one line of text, or null when there is nothing to show. Handles whatever a server may send. */
export function valueText(value: unknown, yes: string, no: string): string | null {
  const text = describe(value, yes, no, 0)
  if (text === null || text === '') return null
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

function describe(value: unknown, yes: string, no: string, depth: number): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? yes : no
  if (typeof value === 'number') return Number.isFinite(value) ? value.toLocaleString('en') : null
  if (typeof value === 'string') return value.trim()
  if (typeof value !== 'object' || depth > 2) return null
  const parts = Array.isArray(value)
    ? value.map((item) => describe(item, yes, no, depth + 1))
    : Object.entries(value).map(([name, item]) => {
        const text = describe(item, yes, no, depth + 1)
        return text === null ? null : `${humanise(name)}: ${text}`
      })
  const said = parts.filter((part) => part !== null && part !== '')
  const shown = said.slice(0, mostItems).join(', ')
  return said.length > mostItems ? `${shown}, …` : shown
}
