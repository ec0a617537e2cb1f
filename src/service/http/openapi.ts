import { openApiDocument } from '#contract/openapi/document.ts'
import { type HeaderName, rateLimitHeaders } from '#contract/openapi/operation.ts'
import { idempotencyKey, parametersOf, pathParametersOf } from '#contract/openapi/parameters.ts'
import { type Json, jsonSchemaOf } from '#contract/openapi/schemas.ts'
import type { Access, Route, Success } from './route.ts'

/** Returns the OpenAPI 3.1 document of routes. */
export function documentOf(routes: readonly Route[], version: string) {
  const document = openApiDocument(version)
  const paths: Record<string, Json> = document.paths
  for (const { declaration } of routes) {
    const { path, method } = declaration
    const parameters = pathParametersOf(path)
    paths[path] ??= parameters.length > 0 ? { parameters } : {}
    paths[path][method.toLowerCase()] = operationOf(declaration)
  }
  return { ...document, paths }
}

function operationOf({
  access,
  query,
  headers = [],
  form: parsedForm,
  formOfHandler,
  responses,
  errors,
  repeat,
  ...about
}: Route['declaration']): Json {
  const { id, summary, description, tag = 'Extensions', extension } = about
  const parameters = [
    ...(query ? parametersOf(query.params, query.descriptions) : []),
    ...headers,
    ...(repeat ? [idempotencyKey] : []),
  ]
  const form = parsedForm ?? formOfHandler
  const isLocked = typeof access === 'object'
  const success = Object.entries(responses).map(([status, response]) => [status, successOf(response, access)])
  const refused = [...new Set([...errors, ...(repeat ? ([409] as const) : [])])]
    .toSorted((a, b) => a - b)
    .map((status) => [
      String(status),
      { $ref: `#/components/responses/${status === 401 && isLocked ? 'Locked' : `Problem${status}`}` },
    ])
  return {
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    ...(extension !== undefined && { 'x-extension': extension }),
    security: securityOf(access),
    ...(parameters.length > 0 && { parameters }),
    ...(form && {
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': { schema: jsonSchemaOf(form) },
          'application/json': { schema: jsonSchemaOf(form) },
        },
      },
    }),
    responses: Object.fromEntries([...success, ...refused]),
  }
}

const takesNoKey = (access: Access) =>
  typeof access === 'object' || access === 'without a key' || access === 'health check'

function securityOf(access: Access): Record<string, never[]>[] {
  if (takesNoKey(access)) return []
  return access === 'with or without a key' || access === 'anyone' ? [{}, { key: [] }] : [{ key: [] }]
}

function successOf(
  { description, schema, type = 'application/json', headers: own = [], example }: Success,
  access: Access,
): Json {
  const isEmpty = schema === undefined && type === 'application/json'
  const limited = takesNoKey(access) ? [] : rateLimitHeaders
  const item = { ...(schema && { schema: jsonSchemaOf(schema) }), ...(example !== undefined && { example }) }
  const content = Object.fromEntries([type].flat().map((one) => [one, item]))
  return { description, headers: headerRefs(['X-Request-Id', ...own, ...limited]), ...(!isEmpty && { content }) }
}

const headerRefs = (names: readonly HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
