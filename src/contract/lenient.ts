import * as z from 'zod/mini'

/**
 * Building blocks for reading what any server of this API may answer: numbers sent as strings, fields left out,
 * nulls. Each reads to one plain type, so that nothing behind the parse has to ask again.
 */
const numeric = z.pipe(
  z.union([z.number(), z.string().check(z.refine((text) => /^-?\d+(\.\d+)?$/.test(text)))]),
  z.transform(Number),
)

export const lenientNumber = numeric
export const integer = z.number().check(z.refine(Number.isSafeInteger))
export const lenientInteger = z.pipe(numeric, integer)

/** `schema`, or null when the field is absent, null or of another shape. */
export function orNull<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z._default(z.nullable(schema), null as never), null as never)
}

/** `schema`, or `fallback` when the field is absent or of another shape. */
export function orElse<T extends z.ZodMiniType>(schema: T, fallback: z.output<T>) {
  return z.catch(z._default(schema, fallback as never), fallback as never)
}

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
