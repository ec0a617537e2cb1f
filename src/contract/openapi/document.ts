import * as z from 'zod/mini'
import { headers, type HeaderName, rateLimitHeaders } from './headers.ts'
import { formRegistry, registry } from './naming.ts'
import { type Method, type Operation, type Paths, type Success, tags } from './operation.ts'
import { type Parameter, pathParametersOf } from './parameters.ts'
import { pathsBeyond } from './paths-beyond.ts'
import { pathsOfKeysAndLinks } from './paths-keys-links.ts'
import { keylessPaths } from './paths-keyless.ts'
import { specifiedPaths } from './paths-specified.ts'
import { type ProblemStatus, problems, SentLocked } from './problems.ts'

type Json = Record<string, unknown>

const about = `Reports on how well pages can be found by search engines, grouped under websites.

The eight operations on reports and websites are those of the specification; \`GET /api/v1\` lists what is there beyond it.
A path that knows GET knows HEAD, and every path answers OPTIONS. Other answers than the ones listed have one shape:
\`{ message, status }\`, and \`errors\` where fields or parameters are wrong. Any request may be answered with 400, 405, 408 or 431.`

const uri = (id: string) => `#/components/schemas/${id}`

/** The service as an OpenAPI 3.1 document. */
export function openApiDocument(version: string) {
  const { schemas: sent } = z.toJSONSchema(registry, { io: 'output', uri })
  const { schemas: received } = z.toJSONSchema(formRegistry, { io: 'input', uri })
  return {
    openapi: '3.1.1',
    info: { title: 'SEO Reports', version, description: about },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(
      Object.entries<Paths[string]>({ ...specifiedPaths, ...pathsBeyond, ...pathsOfKeysAndLinks, ...keylessPaths }).map(
        ([path, methods]) => [path, pathItem(path, methods)],
      ),
    ),
    components: {
      schemas: Object.fromEntries(
        Object.entries({ ...sent, ...received }).map(([name, schema]) => [name, plain(schema)]),
      ),
      responses: {
        ...Object.fromEntries(
          Object.keys(problems).map((status) => [`Problem${status}`, refusal(Number(status) as ProblemStatus)]),
        ),
        Locked: lockedAnswer,
      },
      headers,
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key of this service: `Authorization: Bearer <API_KEY>`.',
        },
      },
    },
  }
}

function pathItem(path: string, methods: Paths[string]): Json {
  const parameters = pathParametersOf(path)
  return {
    ...(parameters.length > 0 && { parameters }),
    ...Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [method, operationItem(path, method as Method, operation)]),
    ),
  }
}

function operationItem(path: string, method: Method, operation: Operation): Json {
  const { id, summary, description, tag, extension, parameters = [], form, answers } = operation
  const success = Object.entries(answers).map(([status, answer]) => [status, successItem(answer, operation)])
  const refused = refusalsOf(path, method, operation).map((status) => [
    String(status),
    { $ref: `#/components/responses/${status === 401 && operation.lockable ? 'Locked' : `Problem${status}`}` },
  ])
  return {
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    ...(extension !== undefined && { 'x-extension': extension }),
    security: securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(form && {
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': { schema: schemaOf(form) },
          'application/json': { schema: schemaOf(form) },
        },
      },
    }),
    responses: Object.fromEntries([...success, ...refused]),
  }
}

function securityOf({ access }: Operation): Record<string, never[]>[] {
  if (access === 'none' || access === 'health') return []
  return access === 'either' ? [{}, { key: [] }] : [{ key: [] }]
}

/** What follows from a method, its path and its parameters, and what the operation names itself. */
function refusalsOf(
  path: string,
  method: Method,
  { access, parameters = [], refusals = [], lockable }: Operation,
): ProblemStatus[] {
  const takesKey = access !== 'none' && access !== 'health'
  const isQueried = parameters.some((parameter: Parameter) => parameter.in === 'query')
  const found = new Set<ProblemStatus>([500, ...refusals])
  if (takesKey || lockable) found.add(401)
  if (access === 'write' || access === 'full') found.add(403)
  if (path.includes('{')) found.add(404)
  if (isQueried || method === 'post' || method === 'put') found.add(422)
  if (method !== 'get') found.add(413)
  if (method === 'post' || method === 'put') found.add(415)
  if (access !== 'health') found.add(429).add(503)
  return [...found].toSorted((a, b) => a - b)
}

function successItem(
  { description, schema, type = 'application/json', headers: own = [], example }: Success,
  { access }: Operation,
): Json {
  const isEmpty = schema === undefined && type === 'application/json'
  const limited = access === 'none' || access === 'health' ? [] : rateLimitHeaders
  const content = { [type]: { ...(schema && { schema: schemaOf(schema) }), ...(example !== undefined && { example }) } }
  return { description, headers: headerRefs(['X-Request-Id', ...own, ...limited]), ...(!isEmpty && { content }) }
}

const refusalHeaders: Partial<Record<ProblemStatus, HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After', ...rateLimitHeaders],
  503: ['Retry-After'],
}

const refusal = (status: ProblemStatus): Json => ({
  description: problems[status].description,
  headers: headerRefs(['X-Request-Id', ...(refusalHeaders[status] ?? [])]),
  content: { 'application/json': { schema: schemaOf(problems[status].schema) } },
})

const lockedAnswer: Json = {
  description: 'A password opens this.',
  headers: headerRefs(['X-Request-Id']),
  content: { 'application/json': { schema: schemaOf(SentLocked) } },
}

function headerRefs(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function schemaOf(schema: z.ZodMiniType): Json {
  const id = (registry.get(schema) ?? formRegistry.get(schema))?.id
  return id === undefined ? plain(z.toJSONSchema(schema, { io: 'output', metadata: registry })) : { $ref: uri(id) }
}

/** Without what a whole document says once. */
function plain({ $schema: _schema, $id: _id, ...schema }: z.core.JSONSchema.BaseSchema): Json {
  return schema
}
