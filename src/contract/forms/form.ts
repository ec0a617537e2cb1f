import * as z from 'zod'
import { grouped } from '../format/numbers.ts'
import { readId } from '../lists/list-query.ts'
import { isAtMost, type WrongParam } from '../lists/query-params.ts'
import type { FieldCode } from '../responses/error-codes.ts'
import { Id } from '../values.ts'

/** `parameter` is the wrong search parameter inside a field that holds several. */
export type FieldProblem = { field: string; code: FieldCode; parameter?: Pick<WrongParam, 'name' | 'allowed'> }

/**
 * Reads the fields of a form, which are always text. Reports every wrong field; a field can have several problems.
 *
 * A form's schema gives each issue a {@link FieldCode} as its message.
 */
export function readForm<T extends z.ZodType>(
  form: T,
  fields: Readonly<Record<string, string>>,
): { values: z.output<T>; problems: [] } | { values: null; problems: FieldProblem[] } {
  const read = form.safeParse(fields)
  return read.success ? { values: read.data, problems: [] } : { values: null, problems: problemsIn(read.error) }
}

type Message = string | ((problem: FieldProblem) => string)
/** The words of a field. With a label, the dashboard's form shows it as a field of text without further code. */
type FieldWords = Partial<Record<FieldCode, Message>> & { otherwise: Message; label?: string; hint?: string }
/**
 * The message for each field of a form, by its code if they differ. People see it under the field's label, and clients
 * of the API under its name.
 */
type Messages = Record<string, Message | FieldWords>

const messages = z.registry<{ messages: Messages }>()

/** Gives a form its messages, and the labels of fields that people fill in. Errors list its fields in their order. */
export const withMessages = <T extends z.ZodType>(form: T, given: Messages): T => {
  messages.add(form, { messages: given })
  return form
}

/** Returns the fields of a form that have a label, in their order. */
export function labelledFields(form: z.ZodType): { name: string; label: string; hint: string | undefined }[] {
  return Object.entries(messages.get(form)?.messages ?? {}).flatMap(([name, words]) =>
    typeof words === 'object' && words.label ? [{ name, label: words.label, hint: words.hint }] : [],
  )
}

/** Returns the label of a field that people fill in. */
export const labelOf = (form: z.ZodType, field: string): string =>
  labelledFields(form).find(({ name }) => name === field)?.label ?? ''

export function messageOf(form: z.ZodType, problem: FieldProblem): string {
  const { field, code } = problem
  const entry = messages.get(form)?.messages[field] ?? 'This isn’t valid.'
  const message = typeof entry === 'object' ? (entry[code] ?? entry.otherwise) : entry
  return typeof message === 'string' ? message : message(problem)
}

/** Returns problems in the order of the form's fields. */
export function inOrder(form: z.ZodType, problems: readonly FieldProblem[]): FieldProblem[] {
  const order = Object.keys(messages.get(form)?.messages ?? {})
  return problems.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field))
}

/** Reads the text of one field. `code` is its first problem. */
export function readField<T extends z.ZodType>(
  field: T,
  text: string,
): { value: z.output<T>; code: null } | { value: null; code: FieldCode } {
  const { success, data, error } = field.safeParse(text)
  return success ? { value: data, code: null } : { value: null, code: problemsIn(error)[0]?.code ?? 'invalid_type' }
}

/** Returns a value as the text of its field: flags as 1 and 0, lists with commas. */
export const textOf = (value: unknown) => String(typeof value === 'boolean' ? Number(value) : value)

/** Returns the values of a form as its fields of text. Absent and empty values are left out. */
export function fieldsOf(values: object): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(given.map(([name, value]) => [name, textOf(value)]))
}

function problemsIn({ issues }: z.core.$ZodError): FieldProblem[] {
  return issues.map(({ path, message, ...issue }) => {
    const parameter = (issue as { params?: Pick<FieldProblem, 'parameter'> }).params?.parameter
    return { field: String(path[0] ?? ''), code: message as FieldCode, ...(parameter && { parameter }) }
  })
}

/** A refusal for `payload.issues` of a check or a transform. */
export const refusal = (code: FieldCode, input: unknown, more: { path?: string[]; params?: object } = {}) =>
  ({ code: 'custom', message: code, input, ...more }) as const

type Code = { error: FieldCode; abort?: boolean }
export const because = (code: FieldCode): Code => ({ error: code })

/** `schema`, absent if the field is empty. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.transform((text) => (text === '' ? undefined : text)).pipe(schema.optional())

/** Like `optional`, ignoring white space around the text. */
export const optionalTrimmed = <T extends z.ZodType>(schema: T) =>
  z.transform((text) => (typeof text === 'string' ? text.trim() || undefined : text)).pipe(schema.optional())

/** `schema`, or `value` if the field is empty. */
export const withDefault = <T extends z.ZodType>(schema: T, value: z.output<T> & z.util.NoUndefined<z.output<T>>) =>
  z.transform((text) => (text === '' ? undefined : text)).pipe(schema.default(value))

/** A field that holds exactly one of `values`. */
export const choiceOf = <const T extends string>(values: readonly [T, ...T[]]) =>
  z.enum(values, { error: ({ input }) => (input === undefined || input === '' ? 'required' : 'invalid_choice') })

/** A field that is 1 for true and 0 for false. */
export const flagField = z.enum(['0', '1'], because('invalid_choice')).transform((text) => text === '1')

/** Text of at most `max` code points. */
const atMost = (max: number) => z.refine<string>((text) => isAtMost(text, max), because('too_long'))
const wellFormed = z.refine<string>((text) => text.isWellFormed(), because('invalid_characters'))
/**
 * Text that others see has no control characters, and none that show it, and what follows, in another order than it is
 * stored: a name could then look like another one. Right-to-left scripts don't need them.
 */
const controls = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
const withoutControls = z.refine<string>((text) => !controls.test(text), because('invalid_characters'))
const withoutOtherControls = z.refine<string>(
  (text) => !controls.test(text.replaceAll('\n', '')),
  because('invalid_characters'),
)

const trimmed = z.transform((text) => (typeof text === 'string' ? text.trim() : text))

/** A name of 1 to `max` code points in one line, trimmed. */
export const nameField = (max: number) =>
  trimmed.pipe(
    z
      .string(because('required'))
      .check(z.minLength(1, because('required')), atMost(max), wellFormed, withoutControls, z.meta({ maxLength: max })),
  )

export const nameMessage = (max: number) =>
  `Enter a name of 1 to ${max} characters, without line breaks or direction controls.`

const label = (max: number) => z.string().check(atMost(max), wellFormed, withoutControls, z.meta({ maxLength: max }))

/** Like `nameField`, but may be empty, and is when it is absent. */
export const labelField = (max: number) => trimmed.pipe(label(max).default(''))

/** Like `labelField`, and undefined when it is absent. */
export const labelChange = (max: number) => trimmed.pipe(label(max).optional())

export const labelMessage = (max: number) =>
  `Use ${grouped(max)} characters or fewer, without line breaks or direction controls.`

const trimmedLines = z.transform((text) => (typeof text === 'string' ? text.trim().replaceAll('\r\n', '\n') : text))
const lines = (max: number) =>
  z.string().check(atMost(max), wellFormed, withoutOtherControls, z.meta({ maxLength: max }))

/** Like `labelField`, but may have several lines. */
export const textField = (max: number) => trimmedLines.pipe(lines(max).default(''))

/** Like `textField`, and undefined when it is absent. */
export const textChange = (max: number) => trimmedLines.pipe(lines(max).optional())

export const textMessage = (max: number) => `Use ${grouped(max)} characters or fewer, without direction controls.`

/** Text of 1 to `max` code points, exactly as typed. */
export const rawTextField = (max: number) =>
  z
    .string(because('required'))
    .check(z.minLength(1, because('required')), atMost(max), wellFormed, z.meta({ maxLength: max }))

/**
 * A date with a time and an offset, at least to the minute. A date alone would end at a different time in each zone.
 */
const timeShape = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

function isTime(text: string): boolean {
  const day = timeShape.exec(text)?.[1]
  // `Date` reads the 31st of February as a day in March.
  return day !== undefined && !Number.isNaN(Date.parse(text)) && new Date(day).toISOString().startsWith(day)
}

/** An expiry: a future time, returned in UTC. */
export const expiryField = optionalTrimmed(
  z
    .string()
    .refine(isTime, because('invalid_time'))
    .refine((text) => !isTime(text) || Date.parse(text) > Date.now(), because('in_the_past'))
    .meta({ format: 'date-time' })
    .transform((text) => new Date(text).toISOString()),
)

export const expiryMessages = {
  otherwise: 'Enter a date and time, such as 2027-01-31T12:00:00Z.',
  in_the_past: 'Choose a time in the future.',
}

/** A whole number from `least` to `most`. */
export const wholeNumberField = (least: number, most: number) =>
  z
    .transform((text) => (typeof text === 'string' && /^\d{1,7}$/.test(text.trim()) ? Number(text) : Number.NaN))
    .pipe(z.int(because('invalid_choice')).gte(least, because('invalid_choice')).lte(most, because('invalid_choice')))

/** A field that holds an ID in plain digits. */
export const idField = z
  .transform((text) => (typeof text === 'string' && text.trim() !== '' ? readId(text.trim()) : undefined))
  .pipe(Id)

/**
 * Returns the entries of a list, by the pattern of one. Stops after one more than `max`, so that a large body costs no
 * more than the longest list. With `once`, repeated entries count once.
 */
export function readEntries(text: unknown, entry: RegExp, max: number, { once = false } = {}): string[] {
  const entries: string[] = []
  const known = new Set<string>()
  for (const [found] of typeof text === 'string' ? text.matchAll(entry) : []) {
    const trimmed = found.trim()
    if (trimmed === '' || (once && known.has(trimmed))) continue
    known.add(trimmed)
    entries.push(trimmed)
    if (entries.length > max) break
  }
  return entries
}

/** An entry of a list with commas. */
export const betweenCommas = /[^,]+/g

/** A field of IDs, separated by commas. With `repeats`, repeated ones count once; otherwise they are refused. */
export const idsField = (max: number, { repeats }: { repeats: boolean }) =>
  z
    .transform((text) => readEntries(text, betweenCommas, max, { once: repeats }).map(readId))
    .pipe(
      z
        .array(Id)
        .min(1, because('required'))
        .refine((ids) => new Set(ids).size === ids.length, { error: 'duplicate', abort: true })
        .max(max, because('too_many')),
    )

export const idsMessages = (max: number) => ({
  otherwise: 'Use positive whole numbers, separated by commas.',
  required: 'Choose at least one.',
  duplicate: 'List each ID once.',
  too_many: `Choose ${grouped(max)} or fewer.`,
})
