import { humanise } from '#web/ui/humanise.ts'
import { cutAt } from '#web/ui/portion.ts'
import { shown } from '#web/ui/shown.ts'

/** What is said of values: see `web/words/values.ts`. */
export type ValueWords = {
  yes: string
  no: string
  none: string
  emptyText: string
  emptyList: string
  nothingInside: string
  items: (many: number) => string
  fields: (many: number) => string
  newWindow: string
  showAll: (many: number) => string
  showAllText: (length: number) => string
  showMore: (step: number, total: number) => string
  showMoreText: (step: number, length: number) => string
  showFewer: string
  showLess: string
  copyAll: string
  copied: string
}

/** A value with others inside it. */
export type Folder = readonly unknown[] | Readonly<Record<string, unknown>>

const longestName = 120
const longestPreview = 80
const previewed = 4

export const isFolder = (value: unknown): value is Folder => typeof value === 'object' && value !== null

export const sizeOf = (folder: Folder) => (Array.isArray(folder) ? folder.length : Object.keys(folder).length)

/** The first `many` of what is inside, each under its own name, or its number from 1 in a list. */
export function entriesOf(folder: Folder, many: number): [name: string, value: unknown][] {
  if (Array.isArray(folder)) return folder.slice(0, many).map((value, index) => [String(index + 1), value])
  return Object.keys(folder)
    .slice(0, many)
    .map((name) => [name, (folder as Record<string, unknown>)[name]])
}

/** A field's name for people where it was made up for programs, else as it is: an address as a key stays one. */
export function nameOf(name: string): string {
  const isMadeUp = /^[a-z][\w.-]*$/i.test(name) && name.length <= longestName
  return isMadeUp
    ? humanise(name)
    : shown(name.length > longestName ? `${name.slice(0, cutAt(name, longestName))}…` : name)
}

/** A value that holds no others, in words; text as it is. */
export function wordOf(value: unknown, words: ValueWords): string {
  if (typeof value === 'string') return value === '' ? words.emptyText : shown(value)
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return words.none
}

/** The first plain values inside, as a glimpse of what is folded away; '' where there are none. */
export function previewOf(folder: Folder, words: ValueWords): string {
  const plain = entriesOf(folder, previewed).filter(([, value]) => !isFolder(value) && value !== '' && value !== null)
  const isList = Array.isArray(folder)
  const text = plain
    .map(([name, value]) => {
      const word = wordOf(typeof value === 'string' ? value.slice(0, longestPreview) : value, words)
      return isList ? word : `${nameOf(name)}: ${word}`
    })
    .join(', ')
  return text.length > longestPreview ? `${text.slice(0, cutAt(text, longestPreview))}…` : text
}
