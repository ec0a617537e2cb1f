import { valuesAt, isObject, type ObjectsById, type SchemaObject, valuesOf } from './schema-objects.ts'
import { clip } from './text.ts'

/** A value that does not have the required format. `should` describes the format. */
export type InvalidValue = { property: string; value: string; should: string }

type Format = { should: string; isValid: (value: string | number, owner: SchemaObject, byId: ObjectsById) => boolean }

const price: Format = {
  should: 'a number with a decimal point and no currency symbol',
  isValid: (value) => /^\s{0,9}\d{1,12}(?:\.\d{1,9})?\s{0,9}$/.test(String(value)),
}
const date: Format = {
  should: 'an ISO 8601 date',
  isValid: (value) => isIsoDate(String(value).slice(0, 100).trim()),
}
const rating: Format = {
  should: 'within the rating scale (1 to 5 by default)',
  isValid: isWithinScale,
}

const amount: Format = {
  should: 'a whole number above 0',
  isValid: (value) => /^\s{0,9}0{0,9}[1-9]\d{0,12}\s{0,9}$/.test(String(value)),
}

const position: Format = {
  should: 'a whole number',
  isValid: (value) => /^\s{0,9}\d{1,9}(?:\.0{1,9})?\s{0,9}$/.test(String(value)),
}

const formats: Record<string, Format> = {
  price,
  lowPrice: price,
  highPrice: price,
  ratingValue: rating,
  ratingCount: amount,
  reviewCount: amount,
  datePublished: date,
  dateModified: date,
  dateCreated: date,
  datePosted: date,
  uploadDate: date,
  startDate: date,
  endDate: date,
  validThrough: date,
  position,
}

/** True if {@link invalidValues} checks the property. */
export const hasFormat = (name: string) => Object.hasOwn(formats, name)

export function invalidValues(object: SchemaObject, path: readonly string[], byId: ObjectsById): InvalidValue[] {
  const name = path.at(-1) ?? ''
  const format = hasFormat(name) ? formats[name] : undefined
  if (!format) return []
  return valuesAt(object, path.slice(0, -1), byId)
    .filter(isObject)
    .flatMap((owner) =>
      valuesOf(owner, name, byId).flatMap((value) => {
        if ((typeof value !== 'string' && typeof value !== 'number') || format.isValid(value, owner, byId)) return []
        return [
          { property: path.join('.'), value: clip(String(value).slice(0, 200).trim(), 60), should: format.should },
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

/** Checks that a rating is within its scale. Fractions and percentages contain their scale. */
function isWithinScale(value: string | number, owner: SchemaObject, byId: ObjectsById): boolean {
  const text = String(value).slice(0, 50).trim()
  if (/^\d{1,9}(?:[.,]\d{1,9})?\s?(?:%|\/\s?\d{1,9})$/.test(text)) return true
  const given = numberOf(text)
  if (given === null) return false
  const bound = (name: string, usual: number) => {
    const declared = valuesOf(owner, name, byId)[0]
    return typeof declared === 'string' || typeof declared === 'number'
      ? (numberOf(String(declared).slice(0, 50)) ?? usual)
      : usual
  }
  return given >= bound('worstRating', 1) && given <= bound('bestRating', 5)
}

function numberOf(text: string): number | null {
  const found = /^\s{0,9}-?\d{1,9}(?:[.,]\d{1,9})?\s{0,9}$/.exec(text)
  return found ? Number(text.replace(',', '.')) : null
}
