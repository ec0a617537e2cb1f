import type { FastifyRequest } from 'fastify'
import type { FieldErrors } from '#contract/problem.ts'
import { type Problem, unprocessable, unsupportedMediaType } from './problem.ts'

/** What a body said, by field name. An empty field is as if it were absent. */
export type Fields = ReadonlyMap<string, string>

const noFields: Fields = new Map()
export const maxBodyBytes = 16 * 1024

/** What the content parser read, or nothing for a request without a body. */
export const fieldsOf = ({ body }: FastifyRequest) => (body as Fields | undefined) ?? noFields

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a form or JSON body; of a repeated field the last counts, but those in `lists` are joined by commas. Throws a
 * Problem: 415 on another type, 422 on what cannot be read.
 */
export function readFields(contentType: string, body: Buffer, lists: readonly string[] = []): Fields {
  if (body.length === 0) return noFields
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded') return readForm(body, lists)
  if (type === 'application/json') return readJson(body, lists)
  throw unsupportedMediaType()
}

function readForm(body: Buffer, lists: readonly string[]): Fields {
  const fields = new Map<string, string>()
  for (const pair of decode(body, 'The body').split('&')) {
    const at = pair.indexOf('=')
    const name = percentDecode(at < 0 ? pair : pair.slice(0, at))
    if (name === undefined) throw broken('The body is not correctly percent-encoded.')
    const value = percentDecode(at < 0 ? '' : pair.slice(at + 1))
    if (value === undefined)
      throw unprocessable({ [name || 'body']: [`${name || 'The body'} is not correctly percent-encoded.`] })
    const before = lists.includes(name) ? fields.get(name) : undefined
    fields.set(name, before === undefined ? value : `${before},${value}`)
  }
  return fields
}

function readJson(body: Buffer, lists: readonly string[]): Fields {
  const read = parseJson(decode(body, 'The body'))
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw broken('The body must be a JSON object.')
  const entries = Object.entries(read).map(([name, value]): [string, unknown] => [
    name,
    lists.includes(name) ? joined(value) : value,
  ])
  const wrong = entries
    .filter(([, value]) => !isPlain(value))
    .map(([name]) => [name, [`${name} must be text or a number.`]])
  if (wrong.length > 0) throw unprocessable(Object.fromEntries(wrong) as FieldErrors)
  return new Map(entries.map(([name, value]) => [name, value === null ? '' : String(value)]))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw broken('The body is not valid JSON.')
  }
}

const joined = (value: unknown) => (Array.isArray(value) && value.every(isPlain) ? value.join(',') : value)

const isPlain = (value: unknown) => value === null || typeof value === 'string' || typeof value === 'number'

function decode(bytes: Buffer, what: string) {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    throw broken(`${what} is not valid UTF-8.`)
  }
}

const broken = (sentence: string): Problem => unprocessable({ body: [sentence] })

/** Undefined when the encoding is broken: a stray %, or bytes that are no UTF-8. */
export function percentDecode(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
