import type * as z from 'zod'
import {
  type HeaderName,
  headers,
  problems,
  type ProblemStatus,
  rateLimitHeaders,
  SentLocked,
  SentWrongCredentials,
  tags,
} from '#contract/openapi/operation.ts'
import { idempotencyKey, parametersOf, pathParametersOf } from '#contract/openapi/parameters.ts'
import { componentSchemas, type Json, jsonSchemaOf } from '#contract/openapi/schemas.ts'
import { statusesOfRoles } from '#service/access/policy.ts'
import { sessionCookie } from './identify.ts'
import type { Access, Route, Success } from './route.ts'

const about = `Reports on how well pages can be found by search engines, grouped under websites.

The eight report and website operations follow the specification. Everything else is an extension.
Every GET path also supports HEAD, and every path supports OPTIONS. Errors share one shape:
\`{ code, message, status, request_id, type, title }\`, with \`errors\` and \`codes\` if fields or parameters are wrong. \`code\` and
\`codes\` are for programs and never change their meaning. Any request can return 400, 405, 408 or 431.`

/** Returns the OpenAPI 3.1 document of routes. */
export function documentOf(routes: readonly Route[], version: string) {
  return {
    openapi: '3.1.1',
    info: { title: 'SEO Reports', version, description: about },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: pathsOf(routes),
    components: {
      schemas: componentSchemas(),
      responses: {
        ...Object.fromEntries(
          Object.keys(problems).map((status) => [`Problem${status}`, refusal(Number(status) as ProblemStatus)]),
        ),
        Locked: unauthorised('Password required.', SentLocked),
        WrongCredentials: unauthorised('Wrong email or password.', SentWrongCredentials),
      },
      headers,
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'API key: `Authorization: Bearer <API_KEY>`.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description:
            'The session of a browser, from `POST /api/v1/session`. It counts without an `Authorization` header and on our own pages. Writes need our `Origin`.',
        },
      },
    },
  }
}

function pathsOf(routes: readonly Route[]): Record<string, Json> {
  const paths: Record<string, Json> = {}
  for (const { declaration } of routes) {
    const { path, method } = declaration
    const parameters = pathParametersOf(path)
    paths[path] ??= parameters.length > 0 ? { parameters } : {}
    paths[path][method.toLowerCase()] = operationOf(declaration)
  }
  return paths
}

function operationOf({
  access,
  query,
  headers = [],
  form: parsedForm,
  formOfHandler,
  file,
  example,
  responses,
  errors,
  repeat,
  ...about
}: Route['declaration']): Json {
  const { id, summary, description, tag = 'Extensions' } = about
  const parameters = [
    ...(query ? parametersOf(query.params, query.descriptions) : []),
    ...headers,
    ...(repeat ? [idempotencyKey] : []),
  ]
  const form = parsedForm ?? formOfHandler
  const success = Object.entries(responses).map(([status, response]) => [status, successOf(response, access)])
  const refused = [...new Set([...errors, ...statusesOfRoles(access)])]
    .toSorted((a, b) => a - b)
    .map((status) => [
      String(status),
      { $ref: `#/components/responses/${status === 401 ? unauthorisedOf(access) : `Problem${status}`}` },
    ])
  return {
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    security: securityOf(access),
    ...(parameters.length > 0 && { parameters }),
    ...(form && {
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': { schema: jsonSchemaOf(form), example },
          'application/json': { schema: jsonSchemaOf(form), example },
        },
      },
    }),
    ...(file && {
      requestBody: {
        required: true,
        description: file.description,
        content: Object.fromEntries(file.types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
      },
    }),
    responses: Object.fromEntries([...success, ...refused]),
  }
}

const takesNoKey = (access: Access) =>
  typeof access === 'object' || access === 'without a key' || access === 'health check'

function securityOf(access: Access): Record<string, never[]>[] {
  if (takesNoKey(access)) return []
  const signedIn = [{ key: [] }, { session: [] }]
  return access === 'with or without a key' || access === 'anyone' ? [{}, ...signedIn] : signedIn
}

function successOf(
  { description, schema, type = 'application/json', headers: own = [], example }: Success,
  access: Access,
): Json {
  const isEmpty = schema === undefined && type === 'application/json'
  const limited = takesNoKey(access) ? [] : rateLimitHeaders
  const item = { ...(schema && { schema: jsonSchemaOf(schema) }), ...(example !== undefined && { example }) }
  const content = Object.fromEntries([type].flat().map((mediaType) => [mediaType, item]))
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
  content: { 'application/json': { schema: jsonSchemaOf(problems[status].schema) } },
})

/** Returns the 401 of a route, by its name in the document. */
function unauthorisedOf(access: Access): string {
  if (typeof access === 'object') return 'Locked'
  return access === 'without a key' ? 'WrongCredentials' : 'Problem401'
}

const unauthorised = (description: string, schema: z.ZodType): Json => ({
  description,
  headers: headerRefs(['X-Request-Id']),
  content: { 'application/json': { schema: jsonSchemaOf(schema) } },
})

function headerRefs(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
