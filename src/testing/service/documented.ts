import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { commonStatuses } from '#contract/openapi/operation.ts'
import { openApiDocument } from '#service/routes.ts'

/** A response of the service. The body is undefined if it was not read. */
export type ReceivedResponse = {
  method: string
  path: string
  status: number
  header: (name: string) => string | null | undefined
  body?: string | undefined
}

type Header = { required?: boolean; schema: { type: string; pattern?: string } }
type Response = {
  $ref?: string
  headers?: Record<string, { $ref: string }>
  content?: Record<string, { schema?: object }>
}
type Operation = { responses: Record<string, Response> }
type PathItem = { pattern: RegExp; path: string; methods: Record<string, Operation> }

type Document = {
  paths: Record<string, PathItem['methods']>
  components: { headers: Record<string, Header>; responses: Record<string, Response> }
}

/** The document as clients read it. */
const document = JSON.parse(JSON.stringify(openApiDocument('1.2.3'))) as Document
const { headers, responses } = document.components
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
ajv.addSchema(document, 'service', undefined, false)

// Fixed path segments come before parameters.
const pathItems = Object.entries(document.paths)
  .map(([path, methods]): PathItem => ({
    path,
    methods,
    pattern: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  .toSorted((a, b) => parametersIn(a) - parametersIn(b))

function parametersIn({ path }: PathItem) {
  return path.split('{').length
}

const isOurs = (path: string) => /^\/(api(\/|$)|previews\/|healthz$|readyz$)/.test(path)

/** Throws if a response differs from the service's OpenAPI document, and names the difference. */
export function mustBeDocumented(received: ReceivedResponse): void {
  const found = differences(received)
  if (found.length === 0) return
  throw new Error(
    `${received.method} ${received.path} answered ${received.status} otherwise than /api/v1/openapi.json says:\n${found.map((line) => `- ${line}`).join('\n')}`,
  )
}

/** Returns the differences from the document. Undocumented paths, such as the dashboard's files, have none. */
export function differences({ method, path: target, status, header, body }: ReceivedResponse): string[] {
  const path = pathOf(target)
  if (!isOurs(path) || status === 499) return []
  if (method === 'OPTIONS')
    return status === 204 || [404, 429, 503].includes(status) ? [] : [`status ${status} is not documented for OPTIONS`]
  const matching = pathItems.filter(({ pattern }) => pattern.test(path))
  const operation = method === 'HEAD' ? 'get' : method.toLowerCase()
  const item = matching.find(({ methods }) => methods[operation])
  const documented = item?.methods[operation]?.responses[status]
  const isElsewhere = item
    ? commonStatuses.some((commonStatus) => commonStatus === status && commonStatus !== 405)
    : status === (matching.length > 0 ? 405 : 404) || [400, 408, 431, 500, 503].includes(status)
  if (!documented && !isElsewhere) return [`status ${status} is not documented`]
  const response = resolved(documented ?? { $ref: `#/components/responses/Problem${status}` })
  return [...headerDifferences(response, header), ...(method === 'HEAD' ? [] : bodyDifferences(response, header, body))]
}

function pathOf(target: string): string {
  const [path = ''] = target.replace(/^https?:\/\/[^/]*/, '').split('?', 1)
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

const resolved = (response: Response): Response =>
  response.$ref === undefined ? response : (responses[response.$ref.split('/').at(-1) ?? ''] ?? {})

function headerDifferences({ headers: named = {} }: Response, header: ReceivedResponse['header']): string[] {
  return Object.keys(named).flatMap((name) => {
    const { required, schema } = headers[name] ?? { schema: { type: 'string' } }
    const given = header(name) ?? null
    if (given === null) return required ? [`the header ${name} is missing`] : []
    const pattern = schema.type === 'integer' ? String.raw`^\d+$` : (schema.pattern ?? '')
    return new RegExp(pattern).test(given) ? [] : [`the header ${name} is "${given}"`]
  })
}

/** Compiled validators. Cached, because compiling takes long. */
const compiled = new Map<object, ValidateFunction>()

function validatorOf(schema: { $ref?: string }): ValidateFunction {
  const known = compiled.get(schema)
  if (known) return known
  const made = ajv.compile(schema.$ref === undefined ? schema : { $ref: `service${schema.$ref}` })
  compiled.set(schema, made)
  return made
}

function bodyDifferences(
  { content = {} }: Response,
  header: ReceivedResponse['header'],
  body: string | undefined,
): string[] {
  const type = header('content-type')?.split(';', 1)[0]
  if (Object.keys(content).length === 0) return body ? ['there is a body'] : []
  const documented = type ? content[type] : undefined
  if (!documented) return [`the content type is ${type ?? 'missing'}, not ${Object.keys(content).join(' or ')}`]
  if (body === undefined || type !== 'application/json' || !documented.schema) return []
  const read = parsed(body)
  if (!read) return ['the body is no JSON']
  const validate = validatorOf(documented.schema)
  if (validate(read.value)) return []
  return (validate.errors ?? [])
    .slice(0, 8)
    .map(({ instancePath, message = '', params }) => `${instancePath || 'the body'} ${message}${extra(params)}`)
}

const extra = ({ additionalProperty }: Record<string, unknown>) =>
  additionalProperty === undefined ? '' : `: ${String(additionalProperty)}`

function parsed(body: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(body) }
  } catch {
    return undefined
  }
}
