import { humanise, showInvisible } from '#web/ui/text.ts'
import { valueWords as words } from './words.ts'

/** A value that contains other values. */
export type Folder = readonly unknown[] | Readonly<Record<string, unknown>>

const maxNameLength = 120
const maxPreviewLength = 80
/** How many of the values in a folder are considered for its preview. */
const previewed = 4

export const isFolder = (value: unknown): value is Folder => typeof value === 'object' && value !== null

export const sizeOf = (folder: Folder) => (Array.isArray(folder) ? folder.length : Object.keys(folder).length)

/** Returns the first `count` values of a folder, each under its own name, or its position from 1 in a list. */
export function entriesOf(folder: Folder, count: number): [name: string, value: unknown][] {
  if (Array.isArray(folder)) return folder.slice(0, count).map((value, index) => [String(index + 1), value])
  return Object.keys(folder)
    .slice(0, count)
    .map((name) => [name, (folder as Record<string, unknown>)[name]])
}

/**
 * Returns the name of a field in plain words if it is an identifier, else as it is: a URL used as a key stays a URL.
 */
export function fieldName(name: string): string {
  const isIdentifier = /^[a-z][\w.-]*$/i.test(name) && name.length <= maxNameLength
  return isIdentifier
    ? humanise(name)
    : showInvisible(name.length > maxNameLength ? `${name.slice(0, cutAt(name, maxNameLength))}…` : name)
}

/** Returns a value that contains no others in words; text as it is. */
export function wordOf(value: unknown): string {
  if (typeof value === 'string') return value === '' ? words.emptyText : showInvisible(value)
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return words.none
}

/** Returns the first plain values of a folder as a preview, or ''. */
export function previewOf(folder: Folder): string {
  const plain = entriesOf(folder, previewed).filter(([, value]) => !isFolder(value) && value !== '' && value !== null)
  const isList = Array.isArray(folder)
  const text = plain
    .map(([name, value]) => {
      const word = wordOf(typeof value === 'string' ? value.slice(0, maxPreviewLength) : value)
      return isList ? word : `${fieldName(name)}: ${word}`
    })
    .join(', ')
  return text.length > maxPreviewLength ? `${text.slice(0, cutAt(text, maxPreviewLength))}…` : text
}

/** Returns the position at or before `end` where a text can be cut without splitting a surrogate pair. */
export function cutAt(text: string, end: number): number {
  const before = text.charCodeAt(end - 1)
  return end < text.length && before >= 0xd800 && before <= 0xdbff ? end - 1 : end
}

/** How much of something long is shown at first, and how much each press of "show more" adds. */
export type Portions = { first: number; step: number }

/** Returns how much the next press of "show more" shows, or null if everything is shown. */
export function nextPortion(visible: number, total: number, { step }: Portions): { to: number; isAll: boolean } | null {
  if (visible >= total) return null
  const isAll = total - visible <= step
  return { to: isAll ? total : visible + step, isAll }
}
