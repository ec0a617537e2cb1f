import { createHash, generateKeyPairSync, type KeyObject, randomUUID, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerField, type FieldWorld } from './field.ts'

export type PageFigures = { url: string; clicks: number; impressions: number; position: number }
export type QueryFigures = PageFigures & { query: string }

export const oauthClient = { client_id: '1234.apps.googleusercontent.com', client_secret: 'GOCSPX-of the client' }

const serviceKeys = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const serviceEmail = 'reports@project.iam.gserviceaccount.com'

/** The key file that Google makes for a service account. */
export const keyFile = (more: object = {}): string =>
  JSON.stringify({
    type: 'service_account',
    project_id: 'project',
    private_key_id: 'abc123',
    private_key: serviceKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: serviceEmail,
    client_id: '1',
    auth_uri: 'https://accounts.google.com/o/oauth2/auth',
    token_uri: 'https://oauth2.googleapis.com/token',
    ...more,
  })

/** What the server has. Tests change it while it runs. */
export type GoogleWorld = {
  /** The properties of every account, with their permissions. */
  properties: { siteUrl: string; permissionLevel: string }[]
  /** The figures of the pages of a day; empty for a day without any. */
  pagesOf: (day: string) => PageFigures[]
  /** The property's own figures of a day, by default the sum of its pages. */
  totalOf: (day: string) => Omit<PageFigures, 'url'> | undefined
  queries: QueryFigures[]
  /** What Google has of URLs in its index. Others are unknown to it. */
  inspections: Record<string, IndexStatus>
  field: FieldWorld
  /** The last day with final figures. */
  lastDay: string
  /** Answers instead of the usual ones, by a part of the path. They are used up one by one; the last one stays. */
  faults: Map<string, Fault[]>
}

/** The fields of `indexStatusResult` that tests set. */
export type IndexStatus = {
  verdict: string
  coverageState: string
  googleCanonical?: string
  userCanonical?: string
} & {
  lastCrawlTime?: string
}

export type Fault = { status?: number; type?: string; body?: string; headers?: Record<string, string>; cut?: boolean }

export type GoogleRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: string }

export type RunningGoogle = {
  origin: string
  world: GoogleWorld
  requests: GoogleRequest[]
  /** Ends every grant, as a person does in their account. */
  revokeAll(): void
  close(): Promise<void>
}

/** Starts a server on loopback that answers as Google's accounts, tokens and Search Console do. */
export async function startGoogle(given: Partial<GoogleWorld> = {}): Promise<RunningGoogle> {
  const world: GoogleWorld = {
    properties: [{ siteUrl: 'sc-domain:shop.example', permissionLevel: 'siteOwner' }],
    pagesOf: () => [],
    totalOf: (day) => sumOf(world.pagesOf(day)),
    queries: [],
    inspections: {},
    field: {},
    lastDay: '2026-11-27',
    faults: new Map(),
    ...given,
  }
  const requests: GoogleRequest[] = []
  const tokens = createTokens()
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const { method = 'GET', url = '/', headers } = request
      requests.push({ method, path: url, headers, body })
      const fault = nextFault(world, url)
      if (fault) sendFault(fault, response)
      else answer({ method, url: new URL(url, 'http://localhost'), headers, body }, world, tokens, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    world,
    requests,
    revokeAll: tokens.revokeAll,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The error of Google's APIs. */
export const apiError = (status: number, message: string): Fault => ({
  status,
  body: JSON.stringify({
    error: { code: status, message, errors: [{ message, domain: 'global', reason: 'forbidden' }] },
  }),
})

export const refusals = {
  noPermission: apiError(
    403,
    "User does not have sufficient permission for site 'sc-domain:shop.example'. See also: https://support.google.com/webmasters/answer/2451999.",
  ),
  apiDisabled: apiError(
    403,
    'Google Search Console API has not been used in project 1234 before or it is disabled. Enable it by visiting https://console.developers.google.com/apis/api/searchconsole.googleapis.com/overview?project=1234 then retry. If you enabled this API recently, wait a few minutes for the action to propagate to our systems and retry.',
  ),
  notOfProperty: apiError(403, 'You do not own this site, or the inspected URL is not part of this property.'),
  quotaOfInspections: apiError(
    429,
    "Quota exceeded for quota metric 'URL inspection' and limit 'URL inspection per day per site' of service 'searchconsole.googleapis.com' for consumer 'project_number:1234'.",
  ),
  quotaOfMinute: apiError(
    429,
    "Quota exceeded for quota metric 'Search Analytics queries' and limit 'Search Analytics queries per minute' of service 'searchconsole.googleapis.com' for consumer 'project_number:1234'.",
  ),
  quotaOfDay: apiError(
    403,
    "Quota exceeded for quota metric 'Search Analytics queries' and limit 'Search Analytics queries per day' of service 'searchconsole.googleapis.com' for consumer 'project_number:1234'.",
  ),
} as const

function nextFault({ faults }: GoogleWorld, path: string): Fault | undefined {
  for (const [part, list] of faults) if (path.includes(part)) return list.length > 1 ? list.shift() : list[0]
  return undefined
}

function sendFault(
  { status = 200, type = 'application/json', body = '', headers, cut }: Fault,
  response: ServerResponse,
) {
  const length = cut ? { 'Content-Length': String(Buffer.byteLength(body) + 100) } : {}
  response.writeHead(status, { 'Content-Type': type, ...length, ...headers })
  if (cut) response.write(body, () => response.destroy())
  else response.end(body)
}

type Asked = { method: string; url: URL; headers: IncomingMessage['headers']; body: string }

function answer({ method, url, headers, body }: Asked, world: GoogleWorld, tokens: Tokens, response: ServerResponse) {
  const json = (status: number, value: object) => sendFault({ status, body: JSON.stringify(value, null, 2) }, response)
  const { pathname } = url
  if (method === 'GET' && pathname === '/o/oauth2/v2/auth') return tokens.consent(url.searchParams, response)
  if (method === 'POST' && pathname === '/token') return tokens.grant(new URLSearchParams(body), json)
  if (method === 'POST' && pathname === '/revoke') return tokens.revoke(new URLSearchParams(body), json)
  if (pathname.startsWith('/v1/records:')) return sendFault(answerField(url, body, world.field), response)
  if (!tokens.isValid(headers.authorization))
    return sendFault(apiError(401, 'Request had invalid authentication credentials.'), response)
  if (method === 'GET' && pathname === '/webmasters/v3/sites') return json(200, { siteEntry: world.properties })
  if (method === 'POST' && pathname === '/v1/urlInspection/index:inspect')
    return sendFault(inspected(JSON.parse(body) as Inspecting, world), response)
  const [, property = ''] = /^\/webmasters\/v3\/sites\/([^/]+)\/searchAnalytics\/query$/.exec(pathname) ?? []
  const known = world.properties.find(({ siteUrl }) => siteUrl === decodeURIComponent(property))
  if (known === undefined || known.permissionLevel === 'siteUnverifiedUser')
    return sendFault(property === '' ? { status: 404 } : refusals.noPermission, response)
  return json(200, { ...rowsOf(JSON.parse(body) as Query, world), responseAggregationType: 'byPage' })
}

type Inspecting = { inspectionUrl: string; siteUrl: string }

const unknownToGoogle: IndexStatus = { verdict: 'NEUTRAL', coverageState: 'URL is unknown to Google' }

function inspected({ inspectionUrl, siteUrl }: Inspecting, { properties, inspections }: GoogleWorld): Fault {
  if (!URL.canParse(inspectionUrl)) return apiError(400, 'Request contains an invalid argument.')
  const { hostname } = new URL(inspectionUrl)
  const domain = siteUrl.startsWith('sc-domain:') ? siteUrl.slice('sc-domain:'.length) : null
  const isWithin =
    domain === null ? inspectionUrl.startsWith(siteUrl) : hostname === domain || hostname.endsWith(`.${domain}`)
  if (!isWithin || properties.every((property) => property.siteUrl !== siteUrl)) return refusals.notOfProperty
  const known = inspections[inspectionUrl]
  const indexStatusResult = known
    ? { robotsTxtState: 'ALLOWED', indexingState: 'INDEXING_ALLOWED', pageFetchState: 'SUCCESSFUL', ...known }
    : unknownToGoogle
  return {
    body: JSON.stringify({
      inspectionResult: { inspectionResultLink: 'https://search.google.com/', indexStatusResult },
    }),
  }
}

type Query = {
  startDate: string
  endDate: string
  dimensions: string[]
  rowLimit?: number
  startRow?: number
}

function rowsOf({ startDate, endDate, dimensions, rowLimit = 1_000, startRow = 0 }: Query, world: GoogleWorld) {
  const rows = allRows(dimensions.join(), { startDate, endDate }, world).slice(startRow, startRow + rowLimit)
  return rows.length > 0 ? { rows } : {}
}

function allRows(dimensions: string, { startDate, endDate }: Pick<Query, 'startDate' | 'endDate'>, world: GoogleWorld) {
  const row = (keys: string[], { clicks, impressions, position }: Omit<PageFigures, 'url'>) => ({
    keys,
    clicks,
    impressions,
    ctr: impressions === 0 ? 0 : clicks / impressions,
    position,
  })
  if (dimensions === 'page,query') return world.queries.map((one) => row([one.url, one.query], one))
  const days = daysBetween(startDate, endDate < world.lastDay ? endDate : world.lastDay)
  if (dimensions === 'date')
    return days.flatMap((day) => {
      const total = world.totalOf(day)
      return total ? [row([day], total)] : []
    })
  return days.flatMap((day) => world.pagesOf(day)).map((page) => row([page.url], page))
}

function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(first); at <= Date.parse(last); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

function sumOf(pages: readonly PageFigures[]): Omit<PageFigures, 'url'> | undefined {
  if (pages.length === 0) return undefined
  const impressions = pages.reduce((sum, page) => sum + page.impressions, 0)
  const positions = pages.reduce((sum, page) => sum + page.position * page.impressions, 0)
  const clicks = pages.reduce((sum, page) => sum + page.clicks, 0)
  return { clicks, impressions, position: impressions === 0 ? 0 : positions / impressions }
}

type Tokens = ReturnType<typeof createTokens>
type Json = (status: number, value: object) => void

/** Grants and their tokens, as strict as Google: each code once, for its verifier and callback. */
function createTokens() {
  const codes = new Map<string, { challenge: string; callback: string }>()
  const refresh = new Set<string>()
  const access = new Set<string>()
  const issue = (more: object = {}) => {
    const token = `ya29.${randomUUID()}`
    access.add(token)
    return { access_token: token, expires_in: 3_599, scope, token_type: 'Bearer', ...more }
  }
  return {
    revokeAll: () => [refresh, access].forEach((set) => set.clear()),
    isValid: (header: string | undefined) => header !== undefined && access.has(header.replace(/^Bearer /, '')),
    consent(asked: URLSearchParams, response: ServerResponse) {
      const code = randomUUID()
      const callback = asked.get('redirect_uri') ?? ''
      codes.set(code, { challenge: asked.get('code_challenge') ?? '', callback })
      const back = new URL(callback)
      back.search = new URLSearchParams({ state: asked.get('state') ?? '', code, scope }).toString()
      response.writeHead(302, { Location: back.href }).end()
    },
    grant(fields: URLSearchParams, json: Json) {
      const kind = fields.get('grant_type')
      if (kind === 'urn:ietf:params:oauth:grant-type:jwt-bearer')
        return isAssertion(fields.get('assertion') ?? '', serviceKeys.publicKey)
          ? json(200, issue())
          : json(400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' })
      if (
        fields.get('client_id') !== oauthClient.client_id ||
        fields.get('client_secret') !== oauthClient.client_secret
      )
        return json(401, { error: 'invalid_client', error_description: 'The OAuth client was not found.' })
      if (kind === 'refresh_token')
        return refresh.has(fields.get('refresh_token') ?? '')
          ? json(200, issue())
          : json(400, { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' })
      const code = fields.get('code') ?? ''
      const begun = codes.get(code)
      codes.delete(code)
      const challenge = createHash('sha256')
        .update(fields.get('code_verifier') ?? '')
        .digest('base64url')
      if (begun?.challenge !== challenge || begun.callback !== fields.get('redirect_uri'))
        return json(400, { error: 'invalid_grant', error_description: 'Bad Request' })
      const refresh_token = `1//${randomUUID()}`
      refresh.add(refresh_token)
      return json(200, issue({ refresh_token }))
    },
    revoke(fields: URLSearchParams, json: Json) {
      const isKnown = refresh.delete(fields.get('token') ?? '')
      return json(isKnown ? 200 : 400, isKnown ? {} : { error: 'invalid_token' })
    },
  }
}

const scope = 'https://www.googleapis.com/auth/webmasters.readonly'

function isAssertion(assertion: string, key: KeyObject): boolean {
  const [header = '', claims = '', signature = ''] = assertion.split('.')
  if (!verify('RSA-SHA256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))) return false
  const { aud, iss, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  return aud === 'https://oauth2.googleapis.com/token' && iss === serviceEmail && Number(exp) > Date.now() / 1_000
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
