import { CheckCatalogue } from '#contract/analysis.ts'
import { extensionNames, ServiceInfo } from '#contract/service-info.ts'
import * as z from 'zod/mini'
import { isSuccess, jsonOf, wordsFor } from './answer-words.ts'
import type { Context } from './context.ts'

export type Extensions = { names: Set<string>; role: 'full' | 'read' | null }

type Path = { method?: string; path: (id: number) => string }

/** Where an extension that has a path of its own can be asked for without changing anything. */
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

/** What the server says that it has beyond the specification, and whether that is there. */
export async function lookAtExtensions({ ask, note }: Context, reportId: number | undefined): Promise<Extensions> {
  const got = jsonOf(await ask('GET', ''))
  const read = 'json' in got ? z.safeParse(ServiceInfo, got.json) : undefined
  if (!read?.success || read.data.extensions.length === 0) {
    note(
      'Beyond the specification',
      'GET /api/v1',
      'otherwise',
      'Nothing is told: the dashboard uses the eight operations alone.',
    )
    return { names: new Set(), role: null }
  }
  const { service, version, extensions, key } = read.data
  note(
    'Beyond the specification',
    'GET /api/v1',
    'as specified',
    `${service}${version ? ` ${version}` : ''}${key ? `; the key may ${key.role === 'full' ? 'do everything' : 'only read'}` : ''}.`,
  )
  for (const name of extensionNames.filter((one) => extensions.includes(one))) {
    const place = paths[name]
    if (!place || (name === 'neighbours' && reportId === undefined)) {
      note('Beyond the specification', name, 'as specified', 'Named.')
      continue
    }
    const reply = await ask(place.method ?? 'GET', place.path(reportId ?? 0))
    const isForOthers = reply.ok && reply.status === 403
    const works = reply.ok && isSuccess(reply) && (name !== 'checks' || z.safeParse(CheckCatalogue, reply.json).success)
    note(
      'Beyond the specification',
      name,
      works || isForOthers ? 'as specified' : 'wrong',
      works
        ? 'There.'
        : isForOthers
          ? 'There, for other keys.'
          : `Named, but not there: ${reply.ok ? wordsFor(reply) : reply.why}.`,
    )
  }
  const strangers = extensions.filter((one) => !extensionNames.some((name) => name === one))
  if (strangers.length > 0)
    note('Beyond the specification', 'other names', 'otherwise', `${strangers.slice(0, 10).join(', ')}: not used.`)
  return { names: new Set(extensions), role: key?.role ?? null }
}
