import { clip } from './text.ts'
import { gather, isThing, type Named, type Thing, valuesOf } from './thing.ts'

/** A value that is there and cannot be understood as what it should be. */
export type OddValue = { property: string; value: string; should: string }

type Reader = { should: string; isFine: (value: string | number, owner: Thing, named: Named) => boolean }

const price: Reader = {
  should: 'a number with a point, without a currency sign',
  isFine: (value) => /^\s{0,9}\d{1,12}(?:\.\d{1,9})?\s{0,9}$/.test(String(value)),
}
const currency: Reader = {
  should: 'a currency code of three letters, as ISO 4217 lists them',
  isFine: (value) => /^\s{0,9}[A-Za-z]{3}\s{0,9}$/.test(String(value)),
}
const date: Reader = {
  should: 'a date as ISO 8601 writes it',
  isFine: (value) => isIsoDate(String(value).slice(0, 100).trim()),
}
const rating: Reader = {
  should: 'within the scale of the rating, which is 1 to 5 unless said otherwise',
  isFine: isWithinScale,
}

const readers: Record<string, Reader> = {
  price,
  lowPrice: price,
  priceCurrency: currency,
  ratingValue: rating,
  datePublished: date,
  dateModified: date,
  dateCreated: date,
  datePosted: date,
  uploadDate: date,
  startDate: date,
  endDate: date,
  validThrough: date,
}

/** Whether {@link oddValues} has an opinion on a property. */
export const isRead = (name: string) => Object.hasOwn(readers, name)

/** The odd ones among the values at a path. */
export function oddValues(thing: Thing, path: readonly string[], named: Named): OddValue[] {
  const name = path.at(-1) ?? ''
  const reader = isRead(name) ? readers[name] : undefined
  if (!reader) return []
  return gather(thing, path.slice(0, -1), named)
    .filter(isThing)
    .flatMap((owner) =>
      valuesOf(owner, name, named).flatMap((value) => {
        if ((typeof value !== 'string' && typeof value !== 'number') || reader.isFine(value, owner, named)) return []
        return [
          { property: path.join('.'), value: clip(String(value).slice(0, 200).trim(), 60), should: reader.should },
        ]
      }),
    )
}

const day = String.raw`\d{4}(?:-?(\d{2})(?:-?(\d{2}))?)?`
const clock = String.raw`[T ]\d{2}(?::?\d{2}(?::?\d{2}(?:[.,]\d{1,9})?)?)?(?: ?(?:Z|[+-]\d{2}(?::?\d{2})?))?`
const isoDate = new RegExp(`^${day}(?:${clock})?$`, 'i')

function isIsoDate(text: string): boolean {
  const found = isoDate.exec(text)
  if (!found) return false
  const [month, dayOfMonth] = [Number(found[1] ?? 1), Number(found[2] ?? 1)]
  return month >= 1 && month <= 12 && dayOfMonth >= 1 && dayOfMonth <= 31
}

/** Fractions and percentages carry their scale with them. */
function isWithinScale(value: string | number, owner: Thing, named: Named): boolean {
  const text = String(value).slice(0, 50).trim()
  if (/^\d{1,9}(?:[.,]\d{1,9})?\s?(?:%|\/\s?\d{1,9})$/.test(text)) return true
  const given = numberOf(text)
  if (given === null) return false
  const bound = (name: string, usual: number) => {
    const said = valuesOf(owner, name, named)[0]
    return typeof said === 'string' || typeof said === 'number' ? (numberOf(String(said).slice(0, 50)) ?? usual) : usual
  }
  return given >= bound('worstRating', 1) && given <= bound('bestRating', 5)
}

function numberOf(text: string): number | null {
  const found = /^\s{0,9}-?\d{1,9}(?:[.,]\d{1,9})?\s{0,9}$/.exec(text)
  return found ? Number(text.replace(',', '.')) : null
}
