import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { openApiDocument } from '#contract/openapi/document.ts'
import { privacies, privacyLabels } from '#contract/website.ts'
import { issueKey } from '#service/access/keys.ts'
import { createSignInLink } from '#service/access/sign-in.ts'
import { createReport } from '#service/store/reports.ts'
import { newReport } from '#testing/reports.ts'
import { type Answer, sqliteService, type TestService } from '#testing/service.ts'

const file = join(import.meta.dirname, '../../docs/who-sees-what.md')
/** Set to write the file as the service is now. */
const rewrite = process.env['WRITE_WHO_SEES_WHAT'] !== undefined

const readers = ['full key', 'read-only key', 'password given', 'governed link', 'nobody'] as const
type Reader = (typeof readers)[number]

/** What there is to ask for: a report of the website in question, and one of another website, which is private. */
type Things = {
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
type Way = `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`
type Resource = {
  name: string
  /** It holds what is of several websites, so that the table says of which. */
  isOfMany?: boolean
  /** Every way that might lead there, with a key or without one. */
  ways(things: Things): Way[]
  form?: (things: Things) => Record<string, string>
  /** Makes something that may be gone afterwards. */
  fresh?: (service: TestService) => Promise<Partial<Things>>
}

const shared = '/api/v1/shared'
const through = ({ token }: Things) => `${shared}/links/${token}`

const reads: Resource[] = [
  {
    name: 'The list of reports',
    isOfMany: true,
    ways: (t) => [
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
    ways: (t) => [
      `GET /api/v1/reports/${t.report}`,
      `GET ${shared}/reports/${t.report}`,
      `GET ${through(t)}/reports/${t.report}`,
    ],
  },
  {
    name: 'A report of another, private website',
    ways: (t) => [
      `GET /api/v1/reports/${t.otherReport}`,
      `GET ${shared}/reports/${t.otherReport}`,
      `GET ${through(t)}/reports/${t.otherReport}`,
    ],
  },
  {
    name: 'The list of websites',
    isOfMany: true,
    ways: (t) => ['GET /api/v1/websites', `GET ${shared}/websites`, `GET ${through(t)}/websites`],
  },
  {
    name: 'The website',
    ways: (t) => [`GET /api/v1/websites/${t.website}`, `GET ${shared}/websites/${t.website}`, `GET ${through(t)}`],
  },
  {
    name: 'Another, private website',
    ways: (t) => [
      `GET /api/v1/websites/${t.other}`,
      `GET ${shared}/websites/${t.other}`,
      `GET ${shared}/websites/${t.other}/reports`,
    ],
  },
  {
    name: 'A report’s neighbours in a list',
    isOfMany: true,
    ways: (t) => [
      `GET /api/v1/reports/${t.report}/neighbours`,
      `GET ${shared}/reports/${t.report}/neighbours`,
      `GET ${through(t)}/reports/${t.report}/neighbours`,
    ],
  },
  ...['reports.csv', 'reports.json', 'websites.csv', 'websites.json'].map((name): Resource => ({
    name: `The export ${name}`,
    isOfMany: true,
    ways: (t) => [`GET /api/v1/exports/${name}`, `GET ${shared}/exports/${name}`, `GET ${through(t)}/exports/${name}`],
  })),
  { name: 'Saved views', ways: (t) => ['GET /api/v1/views', `GET /api/v1/views/${t.view}`, `GET ${shared}/views`] },
  { name: 'The list of governed links', isOfMany: true, ways: () => ['GET /api/v1/links', `GET ${shared}/links`] },
  { name: 'A governed link, as its maker sees it', ways: (t) => [`GET /api/v1/links/${t.link}`] },
  {
    name: 'When a governed link was opened',
    ways: (t) => [`GET /api/v1/links/${t.link}/opens`, `GET ${through(t)}/opens`],
  },
  { name: 'The list of keys', ways: () => ['GET /api/v1/keys', `GET ${shared}/keys`] },
  {
    name: 'Who did what, and its export',
    ways: () => ['GET /api/v1/audit', 'GET /api/v1/exports/audit.csv', `GET ${shared}/audit`],
  },
  { name: 'The picture of a report’s preview', ways: (t) => [`GET /previews/reports/${t.report}.png`] },
  { name: 'The picture of a website’s preview', ways: (t) => [`GET /previews/websites/${t.website}.png`] },
  {
    name: 'The picture of a governed link’s preview',
    ways: (t) => [`GET /previews/links/${t.token}.png`, `GET /previews/links/${t.token}.${t.report}.png`],
  },
  {
    name: 'The picture of another, private website’s preview',
    ways: (t) => [
      `GET /previews/reports/${t.otherReport}.png`,
      `GET /previews/websites/${t.other}.png`,
      `GET /previews/links/${t.token}.${t.otherReport}.png`,
    ],
  },
  { name: 'What the checks are', ways: () => ['GET /api/v1/checks'] },
  { name: 'What the service is', ways: () => ['GET /api/v1', 'GET /api/v1/openapi.json'] },
  { name: 'Whether the service is well', ways: () => ['GET /healthz', 'GET /readyz'] },
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
    ways: () => ['POST /api/v1/reports', `POST ${shared}/reports`],
    form: () => ({ url: 'not a page' }),
  },
  {
    name: 'Delete a report',
    ways: (t) => [
      `DELETE /api/v1/reports/${t.report}`,
      `DELETE ${shared}/reports/${t.report}`,
      `DELETE ${through(t)}/reports/${t.report}`,
    ],
    fresh,
  },
  {
    name: 'Delete several reports',
    ways: () => ['POST /api/v1/bulk/reports/delete', `POST ${shared}/bulk/reports/delete`],
    form: (t) => ({ ids: String(t.report) }),
    fresh,
  },
  {
    name: 'Change who sees a website',
    ways: (t) => [`PUT /api/v1/websites/${t.website}`, `PUT ${shared}/websites/${t.website}`, `PUT ${through(t)}`],
    form: () => ({ privacy: '0' }),
    fresh,
  },
  {
    name: 'Delete a website',
    ways: (t) => [
      `DELETE /api/v1/websites/${t.website}`,
      `DELETE ${shared}/websites/${t.website}`,
      `DELETE ${through(t)}`,
    ],
    fresh,
  },
  {
    name: 'Make a view',
    ways: () => ['POST /api/v1/views', `POST ${shared}/views`],
    form: () => ({ name: `Mine ${freshOnes++}`, list: 'reports', query: '' }),
  },
  {
    name: 'Change a view',
    ways: (t) => [`PUT /api/v1/views/${t.view}`],
    form: () => ({ name: `Changed ${freshOnes++}` }),
    fresh: freshView,
  },
  { name: 'Put the views in order', ways: () => ['PUT /api/v1/views/order'], form: () => ({ ids: 'these' }) },
  { name: 'Delete a view', ways: (t) => [`DELETE /api/v1/views/${t.view}`], fresh: freshView },
  {
    name: 'Make a governed link',
    ways: (t) => ['POST /api/v1/links', `POST ${shared}/links`, `POST ${through(t)}`],
    form: (t) => ({ kind: 'website', mode: 'live', website_id: String(t.website) }),
  },
  {
    name: 'Revoke a governed link',
    ways: (t) => [`DELETE /api/v1/links/${t.link}`, `DELETE ${through(t)}`],
    fresh: async (service) => ({ link: (await makeLink(service, 1)).id }),
  },
  {
    name: 'Make a key',
    ways: () => ['POST /api/v1/keys', `POST ${shared}/keys`],
    form: () => ({ name: 'Made here', role: 'read' }),
  },
  {
    name: 'Revoke a key',
    ways: (t) => [`DELETE /api/v1/keys/${t.key}`],
    fresh: async ({ store }) => ({ key: (await issueKey(store.db, 'Fresh', 'read')).info.id }),
  },
  {
    name: 'Sign in with a one-time link',
    ways: () => ['POST /api/v1/sign-in'],
    form: (t) => ({ token: t.signIn }),
    fresh: async ({ store }) => ({ signIn: (await createSignInLink(store.db, '')).split('=')[1] ?? '' }),
  },
  {
    name: 'Say the password of the website',
    ways: (t) => [`POST ${shared}/websites/${t.website}/unlock`],
    form: () => ({ password: 'right' }),
  },
  {
    name: 'Say the password of another, private website',
    ways: (t) => [`POST ${shared}/websites/${t.other}/unlock`],
    form: () => ({ password: 'right' }),
  },
  {
    name: 'Say the password of a governed link',
    ways: (t) => [`POST ${through(t)}/unlock`],
    form: () => ({ password: 'right' }),
  },
  {
    name: 'Have a password forgotten that this browser said',
    ways: (t) => [`POST ${shared}/websites/${t.website}/forget`, `POST ${through(t)}/forget`],
  },
]

const makeLink = async ({ call }: TestService, website: number) =>
  (
    await call('POST /api/v1/links', {
      form: { kind: 'website', mode: 'live', website_id: String(website), label: 'For shop.example' },
    })
  ).body.data as { id: number; token: string }

/** In the words of the table; the most that any of the ways led to. */
const outcomes = ['all', 'yes', 'its own', 'asks for the password', 'refused', 'no'] as const
type Outcome = (typeof outcomes)[number]

function outcomeOf({ status, text, body }: Answer, isRead: boolean, isOfMany = false): Outcome {
  if (status === 401 && body?.locked) return 'asks for the password'
  if (status === 403) return 'refused'
  if ([401, 404, 405].includes(status)) return 'no'
  if (!isRead && (status < 300 || status === 422)) return 'yes'
  if (status !== 200) throw new Error(`Nobody expected ${status}: ${text}`)
  if (!isOfMany) return 'yes'
  return text.includes('other.example') ? 'all' : 'its own'
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
  await makeLink(service, other.websiteId)
  const { view } = (await freshView(service)) as { view: number }
  const { id: link, token } = await makeLink(service, kept.websiteId)
  const things: Things = {
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

  async function ask(reader: Reader, resource: Resource): Promise<Outcome> {
    const seen: Outcome[] = []
    const about = {
      ...things,
      token: reader === 'governed link' ? token : 'A'.repeat(32),
      ...(resource.fresh && (await resource.fresh(service))),
    }
    for (const way of resource.ways(about)) {
      const answer = await call(way, {
        key: reader === 'full key' ? service.key : reader === 'read-only key' ? service.readKey : null,
        headers: reader === 'password given' ? { cookie } : {},
        remoteAddress: `192.0.2.${asked++ % 250}`,
        ...(resource.form && { form: resource.form(about) }),
      })
      if (!reader.endsWith('key'))
        expect({ way, leaks: /other\.example/.test(answer.text + JSON.stringify(answer.headers)) }).toEqual({
          way,
          leaks: false,
        })
      seen.push(outcomeOf(answer, way.startsWith('GET'), resource.isOfMany))
    }
    return outcomes.find((one) => seen.includes(one)) ?? 'no'
  }
  let asked = 0

  const rows: string[] = []
  for (const resource of [...reads, ...writes]) {
    const cells: string[] = []
    for (const reader of readers) cells.push(await ask(reader, resource))
    rows.push(`| ${resource.name} | ${cells.join(' | ')} |`)
  }
  return [`| | ${readers.join(' | ')} |`, `|---${'|---'.repeat(readers.length)}|`, ...rows]
}

const head = `# Who sees what

Written by a test that asks the real service for everything there is, by every path that might lead there, as every kind of
reader: \`src/service/who-sees-what.test.ts\`. The test fails when this file is not what the service does;
\`WRITE_WHO_SEES_WHAT=1 npx vitest run src/service/who-sees-what.test.ts\` writes it anew.

* **full key**, **read-only key**: a key of the service. **password given**: no key, but the cookie that the website gave
  for its password, while it had one. **governed link**: no key, but the token of a link to the website, live and without a
  password. **nobody**: neither.
* **all**: of every website. **its own**: of the website in question and no other. **asks for the password**: shows nothing
  before it. **refused**: 403, for a key that may only read. **no**: 401 without a key, and 404 on the paths that need none, where
  private and missing are one answer.
`

let written = ''
const sections = new Map<0 | 1 | 2, string[]>()

beforeAll(() => {
  written = rewrite ? '' : readFileSync(file, 'utf8')
})

it.each(Object.values(privacies))(
  'a website of privacy %i is seen by each reader as the table says',
  async (privacy) => {
    const table = await tableOf(privacy)
    sections.set(privacy, table)
    if (rewrite) return
    const [, section = ''] = written.split(`## ${privacyLabels[privacy]}\n`)
    expect(section.split('\n## ', 1)[0]?.trim().split('\n')).toEqual(table)
  },
)

it('the table asks for everything that the service documents', () => {
  const things: Things = {
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
  const asked = [...reads, ...writes].flatMap(({ ways }) => ways(things))
  const documented = Object.entries(openApiDocument('').paths).flatMap(([path, item]) =>
    ['GET', 'POST', 'PUT', 'DELETE']
      .filter((method) => method.toLowerCase() in item)
      .map((method) => `${method} ${path}`),
  )
  const isAsked = (operation: string) =>
    asked.some((way) =>
      new RegExp(`^${operation.replaceAll('.', String.raw`\.`).replace(/\{\w+\}/g, '[^/]+')}$`).test(way),
    )
  expect(documented.length).toBeGreaterThan(30)
  expect(documented.filter((operation) => !isAsked(operation))).toEqual([])
})

it('the table has an introduction and three parts', () => {
  const whole = [
    head,
    ...[...sections].map(([privacy, table]) => `## ${privacyLabels[privacy]}\n\n${table.join('\n')}\n`),
  ].join('\n')
  if (rewrite) writeFileSync(file, whole)
  expect(readFileSync(file, 'utf8')).toBe(whole)
})
