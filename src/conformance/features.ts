import { CheckCatalogue } from '#contract/reports/analysis.ts'
import { extensionNames, ServiceInfo } from '#contract/service-info.ts'
import { isSuccess, jsonOf, wordsFor } from './client.ts'
import type { Context } from './list-page.ts'
import type { ListFacts } from './lists.ts'

/** The origin of a dashboard on another host. */
const otherOrigin = 'https://dashboard.example'

/** Checks CORS. Returns whether a dashboard on another host can use this server. */
export async function checkCors({ send, add }: Context): Promise<boolean> {
  const name = 'requests from other origins (CORS)'
  const preflightFor = (path: string, method: string) =>
    send('OPTIONS', path, {
      key: null,
      headers: {
        origin: otherOrigin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization',
      },
    })
  const preflight = await preflightFor('/reports', 'GET')
  const plain = await send('GET', '/reports', { headers: { origin: otherOrigin } })
  const reject = (message: string) => {
    add('Connection', name, 'different', message)
    return false
  }
  if (!preflight.ok || !plain.ok)
    return reject('No response: only a dashboard on this server or behind the gateway can use it.')
  const isAllowed = ({ headers }: { headers: Headers }) =>
    ['*', otherOrigin].includes(headers.get('access-control-allow-origin') ?? '')
  if (!isAllowed(preflight) || !isAllowed(plain))
    return reject('Rejected: only a dashboard on this server or behind the gateway can use it.')
  const allowed = wordsIn(preflight.headers.get('access-control-allow-headers'))
  if (preflight.status >= 300 || !(allowed.includes('authorization') || allowed.includes('*')))
    return reject('Allowed without a key only: Access-Control-Allow-Headers must include Authorization.')
  const missing: string[] = []
  for (const method of ['PUT', 'DELETE']) {
    const reply = await preflightFor('/websites/1', method)
    const methods =
      reply.ok && reply.status < 300 && isAllowed(reply)
        ? wordsIn(reply.headers.get('access-control-allow-methods'))
        : []
    if (!methods.includes(method.toLowerCase()) && !methods.includes('*')) missing.push(method)
  }
  const exposed = wordsIn(plain.headers.get('access-control-expose-headers'))
  const hidden = ['retry-after', 'etag'].filter((header) => !exposed.includes(header) && !exposed.includes('*'))
  const asides = [
    missing.length > 0 && `but not for ${missing.join(' and ')}`,
    hidden.length > 0 && `${hidden.join(' and ')} not exposed`,
  ].filter(Boolean)
  add(
    'Connection',
    name,
    missing.length > 0 ? 'different' : 'as specified',
    `Allowed${asides.length > 0 ? `; ${asides.join('; ')}` : ''}.`,
  )
  return true
}

const wordsIn = (value: string | null) =>
  (value ?? '')
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())

export type Extensions = { names: Set<string>; role: 'full' | 'read' | null }

type Path = { method?: string; path: (id: number) => string }

/** A path of each extension that can be requested without changing anything. */
const paths: Partial<Record<(typeof extensionNames)[number], Path>> = {
  checks: { path: () => '/checks' },
  openapi: { path: () => '/openapi.json' },
  views: { path: () => '/views' },
  links: { path: () => '/links' },
  keys: { path: () => '/keys' },
  audit: { path: () => '/audit' },
  exports: { method: 'HEAD', path: () => '/exports/reports.csv' },
  neighbours: { path: (id) => `/reports/${id}/neighbours` },
}

/** Checks that the extensions in `GET /api/v1` exist. */
export async function checkExtensions({ send, add }: Context, reportId: number | undefined): Promise<Extensions> {
  const got = jsonOf(await send('GET', ''))
  const read = 'json' in got ? ServiceInfo.safeParse(got.json) : undefined
  if (!read?.success || read.data.extensions.length === 0) {
    add(
      'Extensions',
      'GET /api/v1',
      'different',
      'No extensions listed: the dashboard uses the eight standard operations.',
    )
    return { names: new Set(), role: null }
  }
  const { service, version, extensions, key } = read.data
  add(
    'Extensions',
    'GET /api/v1',
    'as specified',
    `${service}${version ? ` ${version}` : ''}${key ? `; the key has ${key.role === 'full' ? 'full access' : 'read-only access'}` : ''}.`,
  )
  for (const name of extensionNames.filter((one) => extensions.includes(one))) {
    const extension = paths[name]
    if (!extension || (name === 'neighbours' && reportId === undefined)) {
      add('Extensions', name, 'as specified', 'Listed.')
      continue
    }
    const reply = await send(extension.method ?? 'GET', extension.path(reportId ?? 0))
    const needsOtherKey = reply.ok && reply.status === 403
    const works = reply.ok && isSuccess(reply) && (name !== 'checks' || CheckCatalogue.safeParse(reply.json).success)
    add(
      'Extensions',
      name,
      works || needsOtherKey ? 'as specified' : 'wrong',
      works
        ? 'Available.'
        : needsOtherKey
          ? 'Available to other keys.'
          : `Listed, but not available: ${reply.ok ? wordsFor(reply) : reply.why}.`,
    )
  }
  const others = extensions.filter((one) => !extensionNames.some((name) => name === one))
  if (others.length > 0) add('Extensions', 'other names', 'different', `${others.slice(0, 10).join(', ')}: not used.`)
  return { names: new Set(extensions), role: key?.role ?? null }
}

type ServerFacts = {
  reports: ListFacts<unknown>
  websites: ListFacts<unknown>
  extensions: Extensions
  allowsOrigins: boolean
  /** Whether websites have an ETag; null without a website. */
  hasVersions: boolean | null
}

/** Returns how each feature of the dashboard works with this server. */
export function featuresFor({
  reports,
  websites,
  extensions: { names, role },
  allowsOrigins,
  hasVersions,
}: ServerFacts): [what: string, how: string][] {
  const either = (name: string, withIt: string, without: string) => (names.has(name) ? withIt : without)
  return [
    ['Report list', listWords(reports)],
    ['Website list', listWords(websites)],
    [
      'View, analyse, delete',
      role === 'read' ? 'reading only: this key is read-only' : 'with the eight standard operations',
    ],
    ['Saved views', either('views', 'on the server, for everyone with a key', 'in this browser')],
    ['Export', either('exports', 'file from the server', 'in the browser, page by page')],
    ['Bulk delete', either('bulk', '1,000 per request', 'one by one')],
    ['Next and previous report', either('neighbours', 'provided by the server', 'found in the list')],
    ['Check descriptions', either('checks', 'provided by the server', 'names only')],
    ['New reports while a list is open', either('newer_than', 'counted by the server', 'shown after a reload')],
    [
      'Concurrent privacy changes',
      hasVersions === null ? 'unknown: there is no website yet' : hasVersions ? 'detected (ETag)' : 'last change wins',
    ],
    ['Viewing without a key', either('shared', 'according to website privacy', 'not offered')],
    [
      'Share links, API keys, activity',
      [either('links', 'share links', ''), either('keys', 'API keys', ''), either('audit', 'activity', '')]
        .filter(Boolean)
        .join(', ') || 'not offered',
    ],
    ['Dashboard on another host', allowsOrigins ? 'works' : 'only through the gateway'],
  ]
}

function listWords(facts: ListFacts<unknown>): string {
  if (!facts) return 'not available'
  if (facts.paging === 'first only') return 'first rows only: the server has no other pages'
  if (facts.totals === 'exact')
    return facts.paging === 'next' ? 'exact total, next and previous only' : 'exact total, numbered pages'
  return 'next and previous only, no total'
}
