import type { FastifyInstance, FastifyRequest } from 'fastify'
import { percentDecode } from '#contract/query-params.ts'
import { type InvalidField, type Problem, unprocessable, unsupportedMediaType } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Fields that may be repeated or sent as an array. They are read as one text, separated by commas. */
    lists?: readonly string[]
    /** In bytes, for a route that accepts larger bodies than others. */
    largestBody?: number
  }
}

/** The fields of a body by name, as text. */
export type Fields = ReadonlyMap<string, string>

const noFields: Fields = new Map()
export const maxBodyBytes = 16 * 1024

/** Returns the fields of the request's body; none when it has no body. */
export const fieldsOf = ({ body }: FastifyRequest) => (body as Fields | undefined) ?? noFields

const withoutFields = new Set(['DELETE', 'OPTIONS'])

/** Installs one parser for all bodies: forms and JSON become fields. The body of a DELETE is ignored. */
export function parseBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: maxBodyBytes },
    async (request: FastifyRequest, body: Buffer) => {
      if (withoutFields.has(request.method)) return undefined
      const coding = request.headers['content-encoding']
      if (body.length > 0 && coding !== undefined && coding !== 'identity') throw unsupportedMediaType()
      return readFields(request.headers['content-type'] ?? '', body, request.routeOptions.config.lists)
    },
  )
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a form or JSON body. Of a repeated field the last counts, except for `lists`, which are joined by commas.
 * Throws a Problem: 415 for another media type, 422 for a malformed body.
 */
function readFields(contentType: string, body: Buffer, lists: readonly string[] = []): Fields {
  if (body.length === 0) return noFields
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded') return readFormBody(body, lists)
  if (type === 'application/json') return readJsonBody(body, lists)
  throw unsupportedMediaType()
}

function readFormBody(body: Buffer, lists: readonly string[]): Fields {
  const fields = new Map<string, string>()
  for (const pair of decode(body).split('&')) {
    const at = pair.indexOf('=')
    const name = percentDecode(at < 0 ? pair : pair.slice(0, at))
    if (name === undefined) throw invalidBody("The body isn't correctly percent-encoded.")
    const value = percentDecode(at < 0 ? '' : pair.slice(at + 1))
    if (value === undefined) {
      const sentence = `${name || 'The body'} isn't correctly percent-encoded.`
      throw unprocessable([{ field: name || 'body', code: 'invalid_encoding', sentence }])
    }
    const before = lists.includes(name) ? fields.get(name) : undefined
    fields.set(name, before === undefined ? value : `${before},${value}`)
  }
  return fields
}

function readJsonBody(body: Buffer, lists: readonly string[]): Fields {
  const read = parseJson(decode(body))
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw invalidBody('The body must be a JSON object.')
  const entries = Object.entries(read).map(([name, value]): [string, unknown] => [
    name,
    lists.includes(name) ? joined(value) : value,
  ])
  const wrong = entries
    .filter(([, value]) => !isPlain(value))
    .map(([field]): InvalidField => ({
      field,
      code: 'invalid_type',
      sentence: `${field} must be a string or a number.`,
    }))
  if (wrong.length > 0) throw unprocessable(wrong)
  return new Map(entries.map(([name, value]) => [name, value === null ? '' : String(value)]))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidBody('The body is not valid JSON.')
  }
}

const joined = (value: unknown) => (Array.isArray(value) && value.every(isPlain) ? value.join(',') : value)

const isPlain = (value: unknown) => value === null || typeof value === 'string' || typeof value === 'number'

function decode(bytes: Buffer) {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    throw invalidBody('The body is not valid UTF-8.')
  }
}

const invalidBody = (sentence: string): Problem => unprocessable([{ field: 'body', code: 'invalid_body', sentence }])
