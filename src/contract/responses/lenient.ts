import * as z from 'zod'

/**
 * Returns a lenient reader for `schema`. Numbers can be written in digits, and flags as 0 or 1. A field that can be
 * null or absent is so when its value is invalid. Lists and maps leave out invalid entries, and are empty when they are
 * missing. All other fields are required.
 *
 * With `exceptions` it reads the same resource from any compatible server: only the fields in `exceptions`, which are
 * read by the schemas there, can be required. Any other is null when it is missing, empty or invalid.
 */
export function lenient<T extends z.ZodType>(schema: T): z.ZodType<z.output<T>>
export function lenient<Shape extends z.ZodRawShape, E extends Exceptions<Shape>>(
  schema: z.ZodObject<Shape>,
  exceptions: E,
): z.ZodType<FromAnyServer<Shape, E>>
export function lenient(schema: z.ZodType, exceptions?: z.ZodRawShape): z.ZodType {
  const reads = exceptions && schema instanceof z.ZodObject ? withNulls(schema, exceptions) : schema
  return z.transform((given) => coerced(reads, given)).pipe(reads)
}

type Exceptions<Shape> = { [Name in keyof Shape]?: z.ZodType }
type FromAnyServer<Shape extends z.ZodRawShape, E> = {
  [Name in keyof Shape]: Name extends keyof E
    ? z.output<E[Name]>
    : Shape[Name] extends z.ZodArray | z.ZodRecord
      ? z.output<Shape[Name]>
      : z.output<Shape[Name]> | null
}

function withNulls({ shape }: z.ZodObject, exceptions: z.ZodRawShape) {
  const fields = Object.entries(shape).map(([name, field]) => {
    const isNeverMissing = field instanceof z.ZodArray || field instanceof z.ZodRecord || field instanceof z.ZodOptional
    const nullable = field instanceof z.ZodNullable ? field : (field as z.ZodType).nullable()
    const isText = nullable.unwrap() instanceof z.ZodString
    const known = isNeverMissing
      ? field
      : isText
        ? z.transform((given) => validOr(null, nullable.unwrap(), given || null)).pipe(nullable as z.ZodType)
        : nullable
    return [name, exceptions[name] ?? known]
  })
  return z.object(Object.fromEntries(fields) as z.ZodRawShape)
}

/** Returns `given` with everything in it that `schema` can do without replaced by null or left out. */
function coerced(schema: unknown, given: unknown): unknown {
  if (schema instanceof z.ZodNullable) return validOr(null, schema.unwrap(), given)
  if (schema instanceof z.ZodOptional) return validOr(undefined, schema.unwrap(), given)
  if (schema instanceof z.ZodNumber) return asNumber(given)
  if (schema instanceof z.ZodLiteral)
    return [...schema.values].every((value) => typeof value === 'number') ? asNumber(given) : given
  if (schema instanceof z.ZodBoolean) return asFlag(given)
  if (schema instanceof z.ZodUnion) {
    const values = schema.options.map((option) => ({ option, value: coerced(option, given) }))
    return values.find(({ option, value }) => isValid(option)(value))?.value ?? given
  }
  if (schema instanceof z.ZodArray) {
    const { element } = schema
    return Array.isArray(given) ? given.map((value) => coerced(element, value)).filter(isValid(element)) : []
  }
  if (!isFields(given)) return schema instanceof z.ZodRecord ? {} : given
  if (schema instanceof z.ZodRecord) {
    const { keyType, valueType } = schema
    const entries = Object.entries(given).map(([key, value]) => [key, coerced(valueType, value)] as const)
    return Object.fromEntries(entries.filter(([key, value]) => isValid(keyType)(key) && isValid(valueType)(value)))
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [
      name,
      coerced(field, Object.hasOwn(given, name) ? given[name] : undefined),
    ])
    return { ...given, ...Object.fromEntries(fields) }
  }
  return given
}

function validOr(fallback: null | undefined, schema: unknown, given: unknown) {
  if (given === null || given === undefined) return fallback
  const value = coerced(schema, given)
  return isValid(schema)(value) ? value : fallback
}

const isValid = (schema: unknown) => (value: unknown) => (schema as z.ZodType).safeParse(value).success
export const isFields = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

const asNumber = (given: unknown) =>
  typeof given === 'string' && /^-?\d+(\.\d+)?$/.test(given) ? Number(given) : given

function asFlag(given: unknown) {
  if (given === 1 || given === '1' || given === 'true') return true
  return given === 0 || given === '0' || given === 'false' ? false : given
}

/** A text without which a row cannot be shown. */
export const Name = z.string().refine((given) => given.trim() !== '')
export const readText = (given: unknown) => (typeof given === 'string' && given !== '' ? given : null)
/** A time as it was sent. Some databases write a missing time as day 0 of year 0. */
export const AnyTime = z.transform((given) => (readText(given)?.startsWith('0000-00-00') ? null : readText(given)))

/** Returns a number from 0 to 100, with any decimals; null for anything else. */
export function readScore(given: unknown): number | null {
  const score = asNumber(given)
  return typeof score === 'number' && score >= 0 && score <= 100 ? score : null
}
export const AnyScore = z.transform(readScore)

/** Like {@link lenient} with `exceptions`, and keeps unknown fields in `other`, for resources whose page shows them. */
export function lenientWithOther<Shape extends z.ZodRawShape, E extends Exceptions<Shape>>(
  schema: z.ZodObject<Shape>,
  exceptions: E,
): z.ZodType<FromAnyServer<Shape, E> & { other: Record<string, unknown> }>
export function lenientWithOther(schema: z.ZodObject, exceptions: z.ZodRawShape): z.ZodType {
  const reads = withNulls(schema, exceptions)
  return z
    .transform((given) => coerced(reads, given))
    .pipe(reads.loose())
    .transform((given) => {
      const entries = Object.entries(given)
      const known = entries.filter(([name]) => Object.hasOwn(schema.shape, name))
      const other = entries.filter(([name]) => !Object.hasOwn(schema.shape, name))
      return { ...Object.fromEntries(known), other: Object.fromEntries(other) }
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
