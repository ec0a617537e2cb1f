import * as z from 'zod'

/**
 * Building blocks for reading responses of any compatible server, with numbers as strings, missing fields and nulls.
 * Each returns one plain type.
 */

/** Returns a number, also one written in digits; NaN for anything else. */
const asNumber = (given: unknown) =>
  typeof given === 'string' && /^-?\d+(\.\d+)?$/.test(given)
    ? Number(given)
    : typeof given === 'number'
      ? given
      : Number.NaN
const within = (least: number, most: number, number: number) => (number >= least && number <= most ? number : null)

export const integer = z.int()
export const lenientNumber = z.transform(asNumber).pipe(z.number())
export const lenientInteger = z.transform(asNumber).pipe(integer)
export const lenientId = z.transform(asNumber).pipe(integer.refine((given) => given > 0))
/** The name of a row, without which it cannot be shown. */
export const lenientName = z.string().refine((given) => given.trim() !== '')

// The fields below never fail, so that reading a page of invalid rows takes no longer than any other.

/** Returns a number from 0 to 100; null for anything else. */
export const readScore = (given: unknown) => within(0, 100, asNumber(given))
export const readText = (given: unknown) => (typeof given === 'string' && given !== '' ? given : null)

/** A score, or null when the field is missing or invalid. The same applies to the fields below. */
export const scoreOrNull = z.transform(readScore)
export const countOrNull = z.transform((given) =>
  Number.isInteger(asNumber(given)) ? within(0, Number.MAX_SAFE_INTEGER, asNumber(given)) : null,
)
export const idOrNull = z.transform((given) =>
  Number.isInteger(asNumber(given)) ? within(1, Number.MAX_SAFE_INTEGER, asNumber(given)) : null,
)
/** A number of any size, or null. */
export const numberOrNull = z.transform((given) => (Number.isFinite(asNumber(given)) ? asNumber(given) : null))
export const textOrNull = z.transform(readText)
/** A time as it was sent. Some databases write a missing time as day 0 of year 0. */
export const momentOrNull = z.transform((given) => (readText(given)?.startsWith('0000-00-00') ? null : readText(given)))
export const flagOrNull = z.transform((given) =>
  isOneOf(given, true, 1, '1', 'true') ? true : isOneOf(given, false, 0, '0', 'false') ? false : null,
)

const isOneOf = (given: unknown, ...values: unknown[]) => values.includes(given)

/** The OpenAPI document reads `reads` and `otherwise` to describe the field. */
const readsOr = <T extends z.ZodType, Otherwise>(reads: T, otherwise: Otherwise) =>
  Object.assign(
    z.transform((given): z.output<T> | Otherwise => {
      const { success, data } = reads.safeParse(given)
      return success ? data : otherwise
    }),
    { reads, otherwise },
  )

/** Reads `schema`, or null when the field is missing, null or invalid. */
export const orNull = <T extends z.ZodType>(schema: T) => readsOr(schema, null)

/** Reads `schema`, or `fallback` when the field is missing or invalid. */
export const orElse = <T extends z.ZodType>(schema: T, fallback: z.output<T>) =>
  readsOr<T, z.output<T>>(schema, fallback)

/**
 * An object used as a map with values of one shape. It uses `catchall` because `z.record` would add to the first load.
 */
export function mapOf<T extends z.ZodType>(value: T) {
  const map = z.unknown().refine((given) => !Array.isArray(given))
  return map.pipe(z.object({}).catchall(value))
}

/** An object of `shape` that keeps unknown fields in `other`. For resources whose own page shows them. */
export function withOther<Shape extends Readonly<Record<string, z.core.$ZodType>>>(shape: Shape) {
  type Read = z.output<z.ZodObject<Shape, z.core.$strip>> & { other: Record<string, unknown> }
  return (z.looseObject(shape) as z.ZodType as z.ZodType<Record<string, unknown>>).transform((given) => {
    const entries = Object.entries(given)
    const known = entries.filter(([name]) => Object.hasOwn(shape, name))
    const other = entries.filter(([name]) => !Object.hasOwn(shape, name))
    return { ...Object.fromEntries(known), other: Object.fromEntries(other) } as Read
  })
}

/** Returns true for null, undefined, empty text and objects without fields. */
export const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** Returns a value as JSON, or empty text for undefined and for values nested too deeply to write. */
export function jsonText(value: unknown, space = 0): string {
  try {
    return JSON.stringify(value, null, space) ?? ''
  } catch {
    return ''
  }
}
