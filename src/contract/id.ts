import { maxId } from './list-query.ts'

/** The id that stands in an address, or null when the text is none: a whole number from 1 to 2^53 - 1 in plain digits. */
export function readId(text: string | undefined): number | null {
  return text && /^[1-9]\d{0,15}$/.test(text) && Number(text) <= maxId ? Number(text) : null
}
