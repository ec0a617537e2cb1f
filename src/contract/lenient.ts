import * as z from 'zod/mini'

/**
 * Building blocks for reading what any server of this API may answer: numbers sent as strings, fields left out,
 * nulls. Each reads to one plain type, so that nothing behind the parse has to ask again.
 */

/** NaN for what is no number, nor one in digits. */
const asNumber = (given: unknown) =>
  typeof given === 'string' && /^-?\d+(\.\d+)?$/.test(given)
    ? Number(given)
    : typeof given === 'number'
      ? given
      : Number.NaN
const within = (least: number, most: number, number: number) => (number >= least && number <= most ? number : null)

export const integer = z.int()
export const lenientNumber = z.pipe(z.transform(asNumber), z.number())
export const lenientInteger = z.pipe(z.transform(asNumber), integer)
export const lenientId = z.pipe(z.transform(asNumber), integer.check(z.refine((given) => given > 0)))
/** What a row is known by to people: without it, it cannot be shown. */
export const lenientName = z.string().check(z.refine((given) => given.trim() !== ''))

// Fields that any server may leave out or fill with something else. They never fail: a page of odd rows costs no more than another.

/** A score is a number from 0 to 100, and anything else is none. */
export const readScore = (given: unknown) => within(0, 100, asNumber(given))
export const readText = (given: unknown) => (typeof given === 'string' && given !== '' ? given : null)

/** Null where the server does not say, or says something else. */
export const scoreOrNull = z.transform(readScore)
export const countOrNull = z.transform((given) =>
  Number.isInteger(asNumber(given)) ? within(0, Number.MAX_SAFE_INTEGER, asNumber(given)) : null,
)
export const idOrNull = z.transform((given) =>
  Number.isInteger(asNumber(given)) ? within(1, Number.MAX_SAFE_INTEGER, asNumber(given)) : null,
)
export const textOrNull = z.transform(readText)
/** A moment as it was sent; the day 0 of the year 0 is how some databases write that there is none. */
export const momentOrNull = z.transform((given) => (readText(given)?.startsWith('0000-00-00') ? null : readText(given)))
export const flagOrNull = z.transform((given) =>
  isOneOf(given, true, 1, '1', 'true') ? true : isOneOf(given, false, 0, '0', 'false') ? false : null,
)

const isOneOf = (given: unknown, ...values: unknown[]) => values.includes(given)

/** `reads` and `otherwise` are for whoever wants to know what such a field reads when nothing is wrong with it. */
const readsOr = <T extends z.ZodMiniType, Otherwise>(reads: T, otherwise: Otherwise) =>
  Object.assign(
    z.transform((given): z.output<T> | Otherwise => {
      const { success, data } = z.safeParse(reads, given)
      return success ? data : otherwise
    }),
    { reads, otherwise },
  )

/** `schema`, or null when the field is absent, null or of another shape. */
export const orNull = <T extends z.ZodMiniType>(schema: T) => readsOr(schema, null)

/** `schema`, or `fallback` when the field is absent or of another shape. */
export const orElse = <T extends z.ZodMiniType>(schema: T, fallback: z.output<T>) =>
  readsOr<T, z.output<T>>(schema, fallback)

/**
 * An object used as a map, every value of one shape. Written with `catchall`, since `z.record` would come into the
 * dashboard's first load, whose every list is read by the rest of what is here.
 */
export function mapOf<T extends z.ZodMiniType>(value: T) {
  const map = z.unknown().check(z.refine((given) => !Array.isArray(given)))
  return z.pipe(map, z.catchall(z.object({}), value))
}

/**
 * An object of `shape`; what else came is kept in `other`, as it came: some servers say more than is known here. Use it
 * for what has a page of its own, where it can be shown.
 */
export function withOther<Shape extends Readonly<Record<string, z.core.$ZodType>>>(shape: Shape) {
  type Read = z.output<z.ZodMiniObject<Shape, z.core.$strip>> & { other: Record<string, unknown> }
  return z.pipe(
    z.looseObject(shape) as z.ZodMiniType as z.ZodMiniType<Record<string, unknown>>,
    z.transform((given) => {
      const entries = Object.entries(given)
      const known = entries.filter(([name]) => Object.hasOwn(shape, name))
      const other = entries.filter(([name]) => !Object.hasOwn(shape, name))
      return { ...Object.fromEntries(known), other: Object.fromEntries(other) } as Read
    }),
  )
}

/** Whether a value of whatever shape says nothing. */
export const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** A value as JSON; empty where there is none, or where it is nested deeper than can be written, as what was read may be. */
export function jsonText(value: unknown, space = 0): string {
  try {
    return JSON.stringify(value, null, space) ?? ''
  } catch {
    return ''
  }
}
