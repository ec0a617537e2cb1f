import { documentPaths } from './client-documents.ts'
import { pageHistoryPaths } from './comparison.ts'
import {
  headers,
  type HeaderName,
  type Method,
  type Operation,
  type Paths,
  problems,
  type ProblemStatus,
  rateLimitHeaders,
  SentLocked,
  type Success,
  tags,
} from './operation.ts'
import { idempotencyKey, pathParametersOf } from './parameters.ts'
import { alertPaths } from './paths-alerts.ts'
import { extensionPaths } from './paths-extensions.ts'
import { jobPaths } from './paths-jobs.ts'
import { keyAndLinkPaths } from './paths-keys-links.ts'
import { retentionPaths } from './paths-retention.ts'
import { schedulePaths } from './paths-schedules.ts'
import { specifiedPaths } from './paths-specified.ts'
import { visitorPaths } from './paths-visitors.ts'
import { componentSchemas, type Json, jsonSchemaOf } from './schemas.ts'
import { waiverPaths } from './waivers.ts'
import { websitePagesPaths } from './website-pages.ts'

const about = `Reports on how well pages can be found by search engines, grouped under websites.

The eight report and website operations follow the specification. \`GET /api/v1\` lists the extensions.
Every GET path also supports HEAD, and every path supports OPTIONS. Errors share one shape:
\`{ code, message, status, request_id, type, title }\`, with \`errors\` and \`codes\` if fields or parameters are wrong. \`code\` and
\`codes\` are for programs and never change their meaning. Any request can return 400, 405, 408 or 431.`

/** Returns the OpenAPI 3.1 document of the service. */
export function openApiDocument(version: string) {
  return {
    openapi: '3.1.1',
    info: { title: 'SEO Reports', version, description: about },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(
      Object.entries<Paths[string]>({
        ...specifiedPaths,
        ...extensionPaths,
        ...keyAndLinkPaths,
        ...jobPaths,
        ...retentionPaths,
        ...schedulePaths,
        ...alertPaths,
        ...pageHistoryPaths,
        ...visitorPaths,
        ...websitePagesPaths,
        ...waiverPaths,
        ...documentPaths,
      }).map(([path, methods]) => [path, pathItem(path, methods)]),
    ),
    components: {
      schemas: componentSchemas(),
      responses: {
        ...Object.fromEntries(
          Object.keys(problems).map((status) => [`Problem${status}`, refusal(Number(status) as ProblemStatus)]),
        ),
        Locked: lockedResponse,
      },
      headers,
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'API key: `Authorization: Bearer <API_KEY>`.',
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
  const { id, summary, description, tag, extension, form, responses, repeatable } = operation
  const parameters = [...(operation.parameters ?? []), ...(repeatable ? [idempotencyKey] : [])]
  const success = Object.entries(responses).map(([status, response]) => [status, successItem(response, operation)])
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
          'application/x-www-form-urlencoded': { schema: jsonSchemaOf(form) },
          'application/json': { schema: jsonSchemaOf(form) },
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

/** Returns the errors that follow from the method, the path and the parameters, and those that the operation lists. */
function refusalsOf(
  path: string,
  method: Method,
  { access, parameters = [], refusals = [], lockable, repeatable }: Operation,
): ProblemStatus[] {
  const takesKey = access !== 'none' && access !== 'health'
  const hasQuery = parameters.some((parameter) => parameter.in === 'query')
  const found = new Set<ProblemStatus>([500, ...refusals])
  if (takesKey || lockable) found.add(401)
  if (repeatable) found.add(409)
  if (access === 'write' || access === 'full') found.add(403)
  if (path.includes('{')) found.add(404)
  if (hasQuery || method === 'post' || method === 'put') found.add(422)
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
  const item = { ...(schema && { schema: jsonSchemaOf(schema) }), ...(example !== undefined && { example }) }
  const content = Object.fromEntries([type].flat().map((one) => [one, item]))
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

const lockedResponse: Json = {
  description: 'Password required.',
  headers: headerRefs(['X-Request-Id']),
  content: { 'application/json': { schema: jsonSchemaOf(SentLocked) } },
}

function headerRefs(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
