import * as z from 'zod/mini'
import { CheckCatalogue } from '#contract/analysis.ts'
import { extensionNames, ServiceInfo } from '#contract/service-info.ts'
import { isSuccess, jsonOf, wordsFor } from './client.ts'
import type { Context } from './list-page.ts'
import type { ListFacts } from './lists.ts'

/** The origin of a dashboard on another host. */
const otherOrigin = 'https://dashboard.example'

/** Checks CORS. Returns whether a dashboard on another host can use this server. */
export async function checkCors({ send, add }: Context): Promise<boolean> {
  const name = 'pages of other origins (CORS)'
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
  const refuse = (says: string) => {
    add('Connection', name, 'otherwise', says)
    return false
  }
  if (!preflight.ok || !plain.ok)
    return refuse('Not answered: the dashboard works from this server alone, or through the gateway.')
  const isAllowed = ({ headers }: { headers: Headers }) =>
    ['*', otherOrigin].includes(headers.get('access-control-allow-origin') ?? '')
  if (!isAllowed(preflight) || !isAllowed(plain))
    return refuse('Kept out: the dashboard works from this server alone, or through the gateway.')
  const allowed = wordsIn(preflight.headers.get('access-control-allow-headers'))
  if (preflight.status >= 300 || !(allowed.includes('authorization') || allowed.includes('*')))
    return refuse('Let in, but not with a key: Access-Control-Allow-Headers must name Authorization.')
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
    hidden.length > 0 && `${hidden.join(' and ')} cannot be read`,
  ].filter(Boolean)
  add(
    'Connection',
    name,
    missing.length > 0 ? 'otherwise' : 'as specified',
    `Let in${asides.length > 0 ? `; ${asides.join('; ')}` : ''}.`,
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
  const read = 'json' in got ? z.safeParse(ServiceInfo, got.json) : undefined
  if (!read?.success || read.data.extensions.length === 0) {
    add(
      'Beyond the specification',
      'GET /api/v1',
      'otherwise',
      'Nothing is told: the dashboard uses the eight operations alone.',
    )
    return { names: new Set(), role: null }
  }
  const { service, version, extensions, key } = read.data
  add(
    'Beyond the specification',
    'GET /api/v1',
    'as specified',
    `${service}${version ? ` ${version}` : ''}${key ? `; the key may ${key.role === 'full' ? 'do everything' : 'only read'}` : ''}.`,
  )
  for (const name of extensionNames.filter((one) => extensions.includes(one))) {
    const extension = paths[name]
    if (!extension || (name === 'neighbours' && reportId === undefined)) {
      add('Beyond the specification', name, 'as specified', 'Named.')
      continue
    }
    const reply = await send(extension.method ?? 'GET', extension.path(reportId ?? 0))
    const needsOtherKey = reply.ok && reply.status === 403
    const works = reply.ok && isSuccess(reply) && (name !== 'checks' || z.safeParse(CheckCatalogue, reply.json).success)
    add(
      'Beyond the specification',
      name,
      works || needsOtherKey ? 'as specified' : 'wrong',
      works
        ? 'There.'
        : needsOtherKey
          ? 'There, for other keys.'
          : `Named, but not there: ${reply.ok ? wordsFor(reply) : reply.why}.`,
    )
  }
  const others = extensions.filter((one) => !extensionNames.some((name) => name === one))
  if (others.length > 0)
    add('Beyond the specification', 'other names', 'otherwise', `${others.slice(0, 10).join(', ')}: not used.`)
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
    ['The list of reports', listWords(reports)],
    ['The list of websites', listWords(websites)],
    [
      'Reading, analysing, deleting',
      role === 'read' ? 'reading alone: this key may not write' : 'by the eight operations',
    ],
    ['Saved views', either('views', 'on the server, for everybody with a key', 'in this browser')],
    ['Export', either('exports', 'as a file from the server', 'by walking the pages in the browser')],
    ['Deleting many', either('bulk', 'a thousand in one request', 'one by one')],
    ['Next and previous report', either('neighbours', 'told by the server', 'found by reading the list')],
    ['What checks mean', either('checks', 'told by the server', 'names made readable')],
    [
      'New reports while a list is open',
      either('newer_than', 'counted by the server', 'seen when the list is loaded again'),
    ],
    [
      'Two people at one privacy form',
      hasVersions === null
        ? 'not known: there is no website to look at'
        : hasVersions
          ? 'noticed, by ETag'
          : 'the last one wins',
    ],
    ['Reading without a key', either('shared', 'by the privacy of a website', 'not offered')],
    [
      'Links with an end, keys, who did what',
      [either('links', 'links', ''), either('keys', 'keys', ''), either('audit', 'who did what', '')]
        .filter(Boolean)
        .join(', ') || 'not offered',
    ],
    ['A dashboard on another host', allowsOrigins ? 'works' : 'through the gateway alone'],
  ]
}

function listWords(facts: ListFacts<unknown>): string {
  if (!facts) return 'not to be had'
  if (facts.paging === 'first only') return 'the first rows alone: the server knows no other page'
  if (facts.totals === 'exact')
    return facts.paging === 'next' ? 'exact total, next and previous' : 'exact total, numbered pages'
  return 'next and previous alone: no total is told'
}
