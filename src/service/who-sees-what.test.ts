import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { openApiDocument } from '#contract/openapi/document.ts'
import { privacies, privacyLabels } from '#contract/website.ts'
import { createSignInLink, issueKey } from '#service/access/keys.ts'
import { createReport } from '#service/store/reports.ts'
import { newReport } from '#testing/reports.ts'
import { type TestResponse, sqliteService, type TestService } from '#testing/service.ts'

const file = join(import.meta.dirname, '../../docs/who-sees-what.md')
/** If set, the file is rewritten from the current behaviour. */
const rewrite = process.env['WRITE_WHO_SEES_WHAT'] !== undefined

const readers = ['full key', 'read-only key', 'password unlocked', 'share link', 'visitor'] as const
type Reader = (typeof readers)[number]

/** IDs and secrets to request: a website with a report, and another, private website with a report. */
type Targets = {
  website: number
  report: number
  other: number
  otherReport: number
  view: number
  link: number
  token: string
  key: string
  signIn: string
}
type Request = `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`
type Resource = {
  name: string
  /** True if it can contain several websites. The table then says whose data is shown. */
  isOfMany?: boolean
  /** Every request that might reach it, with or without a key. */
  requests(targets: Targets): Request[]
  form?: (targets: Targets) => Record<string, string>
  /** Creates a target that the request may delete. */
  fresh?: (service: TestService) => Promise<Partial<Targets>>
}

const shared = '/api/v1/shared'
const through = ({ token }: Targets) => `${shared}/links/${token}`

const reads: Resource[] = [
  {
    name: 'The list of reports',
    isOfMany: true,
    requests: (t) => [
      'GET /api/v1/reports',
      `GET ${shared}/reports`,
      `GET ${shared}/websites/${t.website}/reports`,
      `GET ${shared}/websites/${t.website}/reports?website_id=${t.other}`,
      `GET ${through(t)}/reports`,
      `GET ${through(t)}/reports?website_id=${t.other}`,
    ],
  },
  {
    name: 'A report of the website',
    requests: (t) => [
      `GET /api/v1/reports/${t.report}`,
      `GET ${shared}/reports/${t.report}`,
      `GET ${through(t)}/reports/${t.report}`,
    ],
  },
  {
    name: 'A report of another, private website',
    requests: (t) => [
      `GET /api/v1/reports/${t.otherReport}`,
      `GET ${shared}/reports/${t.otherReport}`,
      `GET ${through(t)}/reports/${t.otherReport}`,
    ],
  },
  {
    name: 'The list of websites',
    isOfMany: true,
    requests: (t) => ['GET /api/v1/websites', `GET ${shared}/websites`, `GET ${through(t)}/websites`],
  },
  {
    name: 'The website',
    requests: (t) => [`GET /api/v1/websites/${t.website}`, `GET ${shared}/websites/${t.website}`, `GET ${through(t)}`],
  },
  {
    name: 'Another, private website',
    requests: (t) => [
      `GET /api/v1/websites/${t.other}`,
      `GET ${shared}/websites/${t.other}`,
      `GET ${shared}/websites/${t.other}/reports`,
    ],
  },
  {
    name: 'A report’s neighbours in a list',
    isOfMany: true,
    requests: (t) => [
      `GET /api/v1/reports/${t.report}/neighbours`,
      `GET ${shared}/reports/${t.report}/neighbours`,
      `GET ${through(t)}/reports/${t.report}/neighbours`,
    ],
  },
  ...['reports.csv', 'reports.json', 'websites.csv', 'websites.json'].map((name): Resource => ({
    name: `The export ${name}`,
    isOfMany: true,
    requests: (t) => [
      `GET /api/v1/exports/${name}`,
      `GET ${shared}/exports/${name}`,
      `GET ${through(t)}/exports/${name}`,
    ],
  })),
  { name: 'Saved views', requests: (t) => ['GET /api/v1/views', `GET /api/v1/views/${t.view}`, `GET ${shared}/views`] },
  { name: 'The list of share links', isOfMany: true, requests: () => ['GET /api/v1/links', `GET ${shared}/links`] },
  { name: 'A share link, as its creator sees it', requests: (t) => [`GET /api/v1/links/${t.link}`] },
  {
    name: 'The visits of a share link',
    requests: (t) => [`GET /api/v1/links/${t.link}/opens`, `GET ${through(t)}/opens`],
  },
  { name: 'The list of keys', requests: () => ['GET /api/v1/keys', `GET ${shared}/keys`] },
  {
    name: 'The activity, and its export',
    requests: () => ['GET /api/v1/audit', 'GET /api/v1/exports/audit.csv', `GET ${shared}/audit`],
  },
  { name: 'The picture of a report’s preview', requests: (t) => [`GET /previews/reports/${t.report}.png`] },
  { name: 'The picture of a website’s preview', requests: (t) => [`GET /previews/websites/${t.website}.png`] },
  {
    name: 'The picture of a share link’s preview',
    requests: (t) => [`GET /previews/links/${t.token}.png`, `GET /previews/links/${t.token}.${t.report}.png`],
  },
  {
    name: 'The picture of another, private website’s preview',
    requests: (t) => [
      `GET /previews/reports/${t.otherReport}.png`,
      `GET /previews/websites/${t.other}.png`,
      `GET /previews/links/${t.token}.${t.otherReport}.png`,
    ],
  },
  { name: 'The list of checks', requests: () => ['GET /api/v1/checks'] },
  { name: 'What a ruleset changed', isOfMany: true, requests: () => ['GET /api/v1/rulesets/3/changes'] },
  { name: 'The service information', requests: () => ['GET /api/v1', 'GET /api/v1/openapi.json'] },
  { name: 'The health checks', requests: () => ['GET /healthz', 'GET /readyz'] },
]

const fresh = async ({ store }: TestService) => {
  const { id, websiteId } = await createReport(
    store.db,
    newReport({ url: `https://fresh-${freshOnes}.example/`, domain: `fresh-${freshOnes++}.example` }),
  )
  return { report: id, website: websiteId }
}
const freshView = async ({ call }: TestService) => ({
  view: (await call('POST /api/v1/views', { form: { name: `Fresh ${freshOnes++}`, list: 'reports', query: '' } })).body
    .data.id,
})
let freshOnes = 0

const writes: Resource[] = [
  {
    name: 'Analyse a page',
    requests: () => ['POST /api/v1/reports', `POST ${shared}/reports`],
    form: () => ({ url: 'not a page' }),
  },
  {
    name: 'Delete a report',
    requests: (t) => [
      `DELETE /api/v1/reports/${t.report}`,
      `DELETE ${shared}/reports/${t.report}`,
      `DELETE ${through(t)}/reports/${t.report}`,
    ],
    fresh,
  },
  {
    name: 'Delete several reports',
    requests: () => ['POST /api/v1/bulk/reports/delete', `POST ${shared}/bulk/reports/delete`],
    form: (t) => ({ ids: String(t.report) }),
    fresh,
  },
  {
    name: 'Change the privacy of a website',
    requests: (t) => [`PUT /api/v1/websites/${t.website}`, `PUT ${shared}/websites/${t.website}`, `PUT ${through(t)}`],
    form: () => ({ privacy: '0' }),
    fresh,
  },
  {
    name: 'Delete a website',
    requests: (t) => [
      `DELETE /api/v1/websites/${t.website}`,
      `DELETE ${shared}/websites/${t.website}`,
      `DELETE ${through(t)}`,
    ],
    fresh,
  },
  {
    name: 'Create a view',
    requests: () => ['POST /api/v1/views', `POST ${shared}/views`],
    form: () => ({ name: `Mine ${freshOnes++}`, list: 'reports', query: '' }),
  },
  {
    name: 'Change a view',
    requests: (t) => [`PUT /api/v1/views/${t.view}`],
    form: () => ({ name: `Changed ${freshOnes++}` }),
    fresh: freshView,
  },
  { name: 'Reorder the views', requests: () => ['PUT /api/v1/views/order'], form: () => ({ ids: 'these' }) },
  { name: 'Delete a view', requests: (t) => [`DELETE /api/v1/views/${t.view}`], fresh: freshView },
  {
    name: 'Create a share link',
    requests: (t) => ['POST /api/v1/links', `POST ${shared}/links`, `POST ${through(t)}`],
    form: (t) => ({ kind: 'website', mode: 'live', website_id: String(t.website) }),
  },
  {
    name: 'Revoke a share link',
    requests: (t) => [`DELETE /api/v1/links/${t.link}`, `DELETE ${through(t)}`],
    fresh: async (service) => ({ link: (await createLink(service, 1)).id }),
  },
  {
    name: 'Create a key',
    requests: () => ['POST /api/v1/keys', `POST ${shared}/keys`],
    form: () => ({ name: 'Made here', role: 'read' }),
  },
  {
    name: 'Revoke a key',
    requests: (t) => [`DELETE /api/v1/keys/${t.key}`],
    fresh: async ({ store }) => ({ key: (await issueKey(store.db, 'Fresh', 'read')).info.id }),
  },
  {
    name: 'Sign in with a one-time link',
    requests: () => ['POST /api/v1/sign-in'],
    form: (t) => ({ token: t.signIn }),
    fresh: async ({ store }) => ({ signIn: (await createSignInLink(store.db, '')).split('=')[1] ?? '' }),
  },
  {
    name: 'Enter the password of the website',
    requests: (t) => [`POST ${shared}/websites/${t.website}/unlock`],
    form: () => ({ password: 'right' }),
  },
  {
    name: 'Enter the password of another, private website',
    requests: (t) => [`POST ${shared}/websites/${t.other}/unlock`],
    form: () => ({ password: 'right' }),
  },
  {
    name: 'Enter the password of a share link',
    requests: (t) => [`POST ${through(t)}/unlock`],
    form: () => ({ password: 'right' }),
  },
  {
    name: 'Lock what this browser unlocked',
    requests: (t) => [`POST ${shared}/websites/${t.website}/forget`, `POST ${through(t)}/forget`],
  },
]

const createLink = async ({ call }: TestService, website: number) =>
  (
    await call('POST /api/v1/links', {
      form: { kind: 'website', mode: 'live', website_id: String(website), label: 'For shop.example' },
    })
  ).body.data as { id: number; token: string }

/** The outcomes in the table, the most permissive first. Each cell shows the most permissive of all requests. */
const outcomes = ['all', 'yes', 'this website', 'password required', 'refused', 'no'] as const
type Outcome = (typeof outcomes)[number]

function outcomeOf({ status, text, body }: TestResponse, isRead: boolean, isOfMany = false): Outcome {
  if (status === 401 && body?.locked) return 'password required'
  if (status === 403) return 'refused'
  if ([401, 404, 405].includes(status)) return 'no'
  if (!isRead && (status < 300 || status === 422)) return 'yes'
  if (status !== 200) throw new Error(`Unexpected status ${status}: ${text}`)
  if (!isOfMany) return 'yes'
  return text.includes('other.example') ? 'all' : 'this website'
}

async function tableOf(privacy: 0 | 1 | 2): Promise<string[]> {
  const service = await sqliteService()
  const { call, store } = service
  const kept = await createReport(store.db, newReport({ url: 'https://shop.example/lamps' }))
  const other = await createReport(store.db, newReport({ url: 'https://other.example/', domain: 'other.example' }))
  const set = (form: Record<string, string>) => call(`PUT /api/v1/websites/${kept.websiteId}`, { form })
  await set({ privacy: String(privacies.password), password: 'right' })
  const unlocked = await call(`POST ${shared}/websites/${kept.websiteId}/unlock`, {
    key: null,
    form: { password: 'right' },
  })
  const cookie = String(unlocked.headers['set-cookie']).split(';', 1)[0] ?? ''
  if (privacy !== privacies.password) await set({ privacy: String(privacy) })
  await createLink(service, other.websiteId)
  const { view } = (await freshView(service)) as { view: number }
  const { id: link, token } = await createLink(service, kept.websiteId)
  const targets: Targets = {
    website: kept.websiteId,
    report: kept.id,
    other: other.websiteId,
    otherReport: other.id,
    view,
    link,
    token,
    key: '',
    signIn: '',
  }

  async function outcomeFor(reader: Reader, resource: Resource): Promise<Outcome> {
    const seen: Outcome[] = []
    const own = {
      ...targets,
      token: reader === 'share link' ? token : 'A'.repeat(32),
      ...(resource.fresh && (await resource.fresh(service))),
    }
    for (const request of resource.requests(own)) {
      const answer = await call(request, {
        key: reader === 'full key' ? service.key : reader === 'read-only key' ? service.readKey : null,
        headers: reader === 'password unlocked' ? { cookie } : {},
        remoteAddress: `192.0.2.${requestCount++ % 250}`,
        ...(resource.form && { form: resource.form(own) }),
      })
      if (!reader.endsWith('key'))
        expect({ request, leaks: /other\.example/.test(answer.text + JSON.stringify(answer.headers)) }).toEqual({
          request,
          leaks: false,
        })
      seen.push(outcomeOf(answer, request.startsWith('GET'), resource.isOfMany))
    }
    return outcomes.find((one) => seen.includes(one)) ?? 'no'
  }
  let requestCount = 0

  const rows: string[] = []
  for (const resource of [...reads, ...writes]) {
    const cells: string[] = []
    for (const reader of readers) cells.push(await outcomeFor(reader, resource))
    rows.push(`| ${resource.name} | ${cells.join(' | ')} |`)
  }
  return [`| | ${readers.join(' | ')} |`, `|---${'|---'.repeat(readers.length)}|`, ...rows]
}

const head = `# Who sees what

The test \`src/service/who-sees-what.test.ts\` writes this file. It sends every request of the service as every kind of
reader and fails when the file differs from the real behaviour. To update the file, run
\`WRITE_WHO_SEES_WHAT=1 npx vitest run src/service/who-sees-what.test.ts\`.

Readers:

* **full key**, **read-only key**: an API key of the service.
* **password unlocked**: no key, but the cookie that the website set for its password, while it had one.
* **share link**: no key, but the token of a live link to the website without a password.
* **visitor**: no key, cookie or token.

Results:

* **all**: data of every website.
* **this website**: data of this website only.
* **password required**: no data before the password is entered.
* **refused**: status 403, for a read-only key.
* **no**: status 401 without a key. On paths that need no key, status 404 for both private and missing items.
`

let written = ''
const sections = new Map<0 | 1 | 2, string[]>()

beforeAll(() => {
  written = rewrite ? '' : readFileSync(file, 'utf8')
})

it.each(Object.values(privacies))('the table shows who can access a website of privacy %i', async (privacy) => {
  const table = await tableOf(privacy)
  sections.set(privacy, table)
  if (rewrite) return
  const [, section = ''] = written.split(`## ${privacyLabels[privacy]}\n`)
  expect(section.split('\n## ', 1)[0]?.trim().split('\n')).toEqual(table)
})

it('the table covers every documented operation', () => {
  const targets: Targets = {
    website: 1,
    report: 1,
    other: 2,
    otherReport: 2,
    view: 1,
    link: 1,
    token: 'A'.repeat(32),
    key: 'aaaaaaaa',
    signIn: '',
  }
  const tested = [...reads, ...writes].flatMap(({ requests }) => requests(targets))
  const documented = Object.entries(openApiDocument('').paths).flatMap(([path, item]) =>
    ['GET', 'POST', 'PUT', 'DELETE']
      .filter((method) => method.toLowerCase() in item)
      .map((method) => `${method} ${path}`),
  )
  const isTested = (operation: string) =>
    tested.some((request) =>
      new RegExp(`^${operation.replaceAll('.', String.raw`\.`).replace(/\{\w+\}/g, '[^/]+')}$`).test(request),
    )
  expect(documented.length).toBeGreaterThan(30)
  expect(documented.filter((operation) => !isTested(operation))).toEqual([])
})

it('the file consists of an introduction and three tables', () => {
  const whole = [
    head,
    ...[...sections].map(([privacy, table]) => `## ${privacyLabels[privacy]}\n\n${table.join('\n')}\n`),
  ].join('\n')
  if (rewrite) writeFileSync(file, whole)
  expect(readFileSync(file, 'utf8')).toBe(whole)
})
