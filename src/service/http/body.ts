import { Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { grouped } from '#contract/format/numbers.ts'
import { percentDecode } from '#contract/format/percent-encoding.ts'
import { type FieldProblem, inOrder, messageOf, readForm } from '#contract/forms/form.ts'
import { type InvalidField, type Problem, unprocessable, unsupportedMediaType } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    repeatable?: RepeatableFields
  }
}

/** Fields of a form that may be repeated or sent as an array. Each is read as one text. */
export type RepeatableFields = {
  /** Separated by commas. */
  lists?: readonly string[]
  /** One entry a line. */
  lines?: readonly string[]
}

/** The fields of a body by name, as text. */
export type Fields = ReadonlyMap<string, string>

const noFields: Fields = new Map()

/** The largest body of a request in bytes, unless its route takes a larger one. */
export const maxBodyBytes = 16 * 1024

/** Safety limit for the names in a body. Our largest form has about ten. */
export const maxFields = 100
/** Safety limit for repeated fields and entries of arrays, which is above every limit of a form. */
export const maxValues = 200_000
/** Pairs of a form that are read before other requests get a turn. */
const pairsPerTurn = 5_000

/** Returns the fields of the request's body; none when it has no body. */
export const fieldsOf = ({ body }: FastifyRequest): Fields => (body instanceof Map ? body : noFields)

/** Returns the request's body where it is a file. */
export const fileOf = ({ body }: FastifyRequest): Readable => (body instanceof Readable ? body : Readable.from([]))

/** Leaves all bodies to the handlers, whatever type they are said to have. */
export function leaveBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (_: FastifyRequest, body: Readable) => body)
}

const withoutFields = new Set(['DELETE', 'OPTIONS'])

/**
 * Installs one parser for all bodies: forms and JSON become fields. The body of a DELETE is ignored, unless its route
 * takes a list.
 */
export function parseBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    // The only bodies of a DELETE are lists of IDs.
    if (withoutFields.has(request.method) && !request.routeOptions.config.repeatable) return undefined
    const coding = request.headers['content-encoding']
    if (body.length > 0 && coding !== undefined && coding !== 'identity') throw unsupportedMediaType()
    return readFields(request.headers['content-type'] ?? '', body, separatorsOf(request))
  })
}

/** The separators of entries in repeatable fields, by name. */
type Separators = ReadonlyMap<string, string>

function separatorsOf({ routeOptions: { config } }: FastifyRequest): Separators {
  const { lists = [], lines = [] } = config.repeatable ?? {}
  return new Map([...lists.map((name) => [name, ','] as const), ...lines.map((name) => [name, '\n'] as const)])
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a form or JSON body. Of a repeated field the last counts, unless it has a separator, by which they are joined.
 * Throws a Problem: 415 for another media type, 422 for a malformed body.
 */
async function readFields(contentType: string, body: Buffer, separators: Separators): Promise<Fields> {
  if (body.length === 0) return noFields
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded') return readFormBody(body, separators)
  if (type === 'application/json') return readJsonBody(body, separators)
  throw unsupportedMediaType()
}

async function readFormBody(body: Buffer, separators: Separators): Promise<Fields> {
  spacesForPluses(body)
  const text = decode(body)
  const values = new Map<string, string[]>()
  for (let start = 0, pairs = 1; start <= text.length; pairs += 1) {
    const found = text.indexOf('&', start)
    const end = found < 0 ? text.length : found
    const { name, value } = readPair(text.slice(start, end))
    start = end + 1
    const before = separators.has(name) ? values.get(name) : undefined
    if (before) before.push(value)
    else values.set(name, [value])
    if (values.size > maxFields || pairs > maxValues) throw tooManyValues()
    if (pairs % pairsPerTurn === 0) await yieldToEventLoop()
  }
  return new Map([...values].map(([name, all]) => [name, all.join(separators.get(name))]))
}

/** In a form, a plus is a space. Millions of them are replaced faster as bytes. */
function spacesForPluses(body: Buffer) {
  for (let at = 0; at < body.length; at += 1) if (body[at] === 0x2b) body[at] = 0x20
}

function readPair(pair: string): { name: string; value: string } {
  const at = pair.indexOf('=')
  const name = percentDecode(at < 0 ? pair : pair.slice(0, at))
  if (name === undefined) throw invalidBody("The body isn't correctly percent-encoded.")
  const value = percentDecode(at < 0 ? '' : pair.slice(at + 1))
  if (value !== undefined) return { name, value }
  const field = shownName(name, 'body')
  const sentence = `${field === 'body' ? 'The body' : field} isn’t correctly percent-encoded.`
  throw unprocessable([{ field, code: 'invalid_encoding', sentence }])
}

function readJsonBody(body: Buffer, separators: Separators): Fields {
  if (hasTooManyValues(body)) throw tooManyValues()
  const read = parseJson(decode(body))
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw invalidBody('The body must be a JSON object.')
  const entries = Object.entries(read).map(([name, value]): [string, unknown] => [
    name,
    joined(value, separators.get(name)),
  ])
  const wrong = entries
    .filter(([, value]) => !isPlain(value))
    .map(([name]): InvalidField => ({
      field: shownName(name, 'body'),
      code: 'invalid_type',
      sentence: 'This must be a string or a number.',
    }))
  if (wrong.length > 0) throw unprocessable(wrong)
  return new Map(entries.map(([name, value]) => [name, value === null ? '' : String(value)]))
}

/** Counts values before they are parsed, because parsing can't take turns with other requests. */
function hasTooManyValues(json: Buffer): boolean {
  let depth = 0
  let fields = 0
  let values = 0
  let isInString = false
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at]
    if (isInString) {
      if (char === backslash) at += 1
      else if (char === quote) isInString = false
    } else if (char === quote) isInString = true
    else if (char === comma) {
      values += 1
      if (depth === 1) fields += 1
    } else if (char === openBracket || char === openBrace) {
      depth += 1
      values += 1
    } else if (char === closeBracket || char === closeBrace) depth -= 1
    if (fields >= maxFields || values > maxValues) return true
  }
  return false
}

const [quote, backslash, comma, openBracket, closeBracket, openBrace, closeBrace] = Buffer.from('"\\,[]{}')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidBody("The body isn't valid JSON.")
  }
}

const joined = (value: unknown, separator: string | undefined) =>
  separator !== undefined && Array.isArray(value) && value.every(isPlain) ? value.join(separator) : value

const isPlain = (value: unknown) => value === null || typeof value === 'string' || typeof value === 'number'

function decode(bytes: Buffer) {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    throw invalidBody("The body isn't valid UTF-8.")
  }
}

/** Long names are made up, and not repeated in a response. */
const maxShownName = 64

/** Returns the name of a wrong field, or `whole` for one that no form has. */
export const shownName = (name: string, whole: 'body' | 'query') =>
  name === '' || name.length > maxShownName ? whole : name

const tooManyValues = (): Problem =>
  unprocessable([
    {
      field: 'body',
      code: 'too_many',
      sentence: `The body can have ${maxFields} fields and ${grouped(maxValues)} values at most.`,
    },
  ])

const invalidBody = (sentence: string): Problem => unprocessable([{ field: 'body', code: 'invalid_body', sentence }])

/** Reads the body of `request` by the schema `form`. Throws a 422 that names every wrong field. */
export function readBody<T extends z.ZodType>(request: FastifyRequest, form: T): z.output<T> {
  const { values, problems } = readForm(form, Object.fromEntries(fieldsOf(request)))
  if (problems.length > 0) throw refuseFields(form, problems)
  return values as z.output<T>
}

/** A 422 for problems of a form, also for those found after it was read. */
export const refuseFields = (form: z.ZodType, problems: readonly FieldProblem[]) =>
  unprocessable(
    inOrder(form, problems).map((problem) => ({
      field: problem.field,
      code: problem.code,
      sentence: messageOf(form, problem),
    })),
  )
