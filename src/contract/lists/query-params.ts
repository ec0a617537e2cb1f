import * as z from 'zod'
import { maxCheckId } from '../values.ts'

/**
 * A query parameter of a list. `schema` reads its text, `fallback` is the value when it is absent, and `allowed`
 * completes the sentence "NAME must be …". `nearest` finds a replacement for a value that is not allowed. `fits`
 * returns false if the value contradicts another parameter.
 */
export type QueryParam<T> = {
  schema: z.ZodType<T, string>
  fallback: T
  allowed: string
  nearest?: (given: string) => T | undefined
  fits?: (query: Readonly<Record<string, unknown>>) => boolean
}

export type QueryParams<Query> = { [Name in keyof Query]: QueryParam<Query[Name]> }

/** The values of parameters. */
export type QueryOf<Params extends Record<string, { fallback: unknown }>> = {
  [Name in keyof Params]: Params[Name]['fallback']
}

/** A parameter with a value that is not allowed, and the value used instead. */
export type WrongParam = { name: string; given: string; allowed: string; used: unknown }

/**
 * Reads every parameter. Absent and empty ones have their default; of a repeated one the last counts. Never throws:
 * values that are not allowed are listed in `wrong`, which the service rejects and the dashboard replaces.
 */
export function readQuery<Query extends object>(params: QueryParams<Query>, search: URLSearchParams) {
  const query = {} as Query
  const wrong: WrongParam[] = []
  for (const name of namesOf(params)) {
    const { schema, fallback, allowed, nearest } = params[name]
    const given = search.getAll(name).at(-1) ?? ''
    const read = given === '' ? { success: true as const, data: fallback } : schema.safeParse(given)
    query[name] = read.success ? read.data : (nearest?.(given) ?? fallback)
    if (!read.success) wrong.push({ name, given, allowed, used: query[name] })
  }
  for (const name of namesOf(params)) {
    const { fits, fallback, allowed } = params[name]
    if (!fits || fits(query as Readonly<Record<string, unknown>>)) continue
    wrong.push({ name, given: String(query[name]), allowed, used: fallback })
    query[name] = fallback
  }
  return { query, wrong }
}

/** The values when no parameter is given. */
export const defaultsOf = <Query extends object>(params: QueryParams<Query>): Query =>
  readQuery(params, new URLSearchParams()).query

/** Writes `query` over `onto`. Defaults are left out; other parameters are kept. */
export function writeQuery<Query extends object>(
  params: QueryParams<Query>,
  query: NoInfer<Query>,
  onto = new URLSearchParams(),
) {
  const search = new URLSearchParams(onto)
  for (const name of namesOf(params)) {
    search.delete(name)
    if (query[name] !== params[name].fallback) search.set(name, String(query[name]))
  }
  return search
}

export const sentenceFor = ({ name, allowed }: Pick<WrongParam, 'name' | 'allowed'>) => `${name} must be ${allowed}.`

/** Returns the names of parameters, or the keys of a map by parameter. */
export function namesOf<Named extends object>(named: Named) {
  return Object.keys(named) as (keyof Named & string)[]
}

/** Returns "a, b or c". */
export const orList = (values: readonly (string | number)[]) =>
  values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`

/** One of several words. With a fallback of null, an absent parameter selects none. */
export function choice<const T extends string, F extends T | null>(
  values: readonly T[],
  fallback: F,
): QueryParam<T | F> {
  const schema = z.enum(values as readonly [T, ...T[]])
  return { schema, fallback, allowed: orList(values) }
}

/** One of several ascending numbers. Another number is replaced by the nearest, the lower one on a tie. */
export function numberChoice<const T extends number>(values: readonly T[], fallback: T): QueryParam<T> {
  const find = (given: string) => values.find((value) => String(value) === given)
  const schema = z
    .string()
    .refine((given) => find(given) !== undefined)
    .meta({ type: 'integer', enum: values })
    .transform((given) => find(given) as T)
  const nearest = (given: string) => {
    const wanted = Number(given)
    if (!Number.isFinite(wanted)) return undefined
    return values.reduce((best, value) => (Math.abs(value - wanted) < Math.abs(best - wanted) ? value : best))
  }
  return { schema, fallback, allowed: orList(values), nearest }
}

/** Returns the whole number from 1 to `max` that `text` holds in plain digits, or null. */
export function readWholeNumber(text: string | undefined, max: number): number | null {
  return text && /^[1-9]\d{0,15}$/.test(text) && Number(text) <= max ? Number(text) : null
}

/** A whole number from 1 to `max` in plain digits. */
export function wholeNumber<F extends number | null>(max: number, fallback: F): QueryParam<number | F> {
  const digits = z
    .string()
    .refine((given) => readWholeNumber(given, max) !== null)
    .meta({ type: 'integer', minimum: 1, maximum: max })
  const schema = digits.transform(Number)
  return { schema, fallback, allowed: 'a positive whole number' }
}

/** Up to `most` whole numbers from 1 to `max`, separated by commas. */
export function wholeNumbers(most: number, max: number): QueryParam<number[] | null> {
  const areNumbers = (texts: string[]) =>
    texts.length <= most && texts.every((text) => readWholeNumber(text, max) !== null)
  const schema = z
    .string()
    .refine((given) => areNumbers(given.split(',', most + 1)))
    .transform((given) => given.split(',').map(Number))
  return { schema, fallback: null, allowed: `up to ${most} positive whole numbers, separated by commas` }
}

/** Returns true for a text of at most `max` code points. Only short texts are counted. */
export const isAtMost = (given: string, max: number) => given.length <= 2 * max && [...given].length <= max

/** Text of at most `max` code points, without NUL. */
export function text(max: number): QueryParam<string> {
  const schema = z
    .string()
    .refine((given) => isAtMost(given, max) && !given.includes('\0'))
    .meta({ maxLength: max })
  return { schema, fallback: '', allowed: `text of at most ${max} characters, without NUL` }
}

/** Refuses days such as the 31st of February, which `Date` reads as a day in March. */
const isDay = (given: string) =>
  given.length === 10 && !Number.isNaN(Date.parse(given)) && new Date(given).toISOString().startsWith(given)

/** A day in UTC, as YYYY-MM-DD. */
export const day: QueryParam<string | null> = {
  schema: z.string().refine(isDay).meta({ format: 'date' }),
  fallback: null,
  allowed: 'a day as YYYY-MM-DD',
}

/** The last day of a period that starts with the parameter `from`. */
export const lastDay: QueryParam<string | null> = {
  ...day,
  allowed: 'a day as YYYY-MM-DD, not before the one of from',
  fits: ({ from, to }) => typeof from !== 'string' || typeof to !== 'string' || from <= to,
}

/** Text of a fixed form, or null if it is absent. */
export function pattern(form: RegExp, allowed: string, fits = (_given: string) => true): QueryParam<string | null> {
  const schema = z.string().regex(form).refine(fits)
  return { schema, fallback: null, allowed }
}

/** Reads "5", "0-50" or "300-". `highest` is null without an upper end. */
export function readRange(range: string): { lowest: number; highest: number | null } {
  const [from = '', to] = range.split('-')
  const lowest = Number(from)
  return { lowest, highest: to === undefined ? lowest : to === '' ? null : Number(to) }
}

/** The highest value of a column of numbers in PostgreSQL. */
const maxNumber = 2 ** 31 - 1

function isRange(range: string): boolean {
  const { lowest, highest } = readRange(range)
  return lowest <= (highest ?? maxNumber) && (highest ?? lowest) <= maxNumber
}

export const range = /* @__PURE__ */ pattern(
  /^\d{1,10}(?:-\d{0,10})?$/,
  'a number, or a range such as 0-50 or 300-',
  isRange,
)

/** The ID of a check, also of one that is no longer in the catalogue. */
export const checkId = /* @__PURE__ */ pattern(new RegExp(`^[a-z0-9-]{1,${maxCheckId}}$`), 'the ID of a check')

export type Unpaged<Query> = Omit<Query, 'page' | 'per_page'>

/** Returns the parameters of a list that is sent whole. */
export function unpaged<Query extends { page: number; per_page: number }>(
  params: QueryParams<Query>,
): QueryParams<Unpaged<Query>> {
  const { page: _page, per_page: _size, ...others } = params
  return others
}
