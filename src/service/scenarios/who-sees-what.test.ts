import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { privacies, privacyLabels } from '#contract/websites/website.ts'
import { openApiDocument } from '#service/routes.ts'
import { createReport } from '#service/store/reports/reports.ts'
import {
  createCheckLink,
  createLink,
  freshAlert,
  freshAlertRule,
  freshJob,
  freshSchedule,
  freshView,
  type Request,
  type Resource,
  shared,
  type Targets,
  through,
  writes,
} from '#testing/service/api-writes.ts'
import { brandWrites, clientReportReads } from '#testing/service/client-report-requests.ts'
import { type TestResponse, sqliteService } from '#testing/service/service.ts'
import { newReport } from '#testing/store/reports.ts'

const file = join(import.meta.dirname, '../../../docs/who-sees-what.md')
/** If set, the file is rewritten from the current behaviour. */
const rewrite = process.env['WRITE_WHO_SEES_WHAT'] !== undefined

const readers = ['full-access key', 'read-only key', 'password unlocked', 'share link', 'visitor'] as const
type Reader = (typeof readers)[number]

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
    name: 'The history of a report’s page',
    requests: (t) => [
      `GET /api/v1/reports/${t.report}/history`,
      `GET ${shared}/reports/${t.report}/history`,
      `GET ${through(t)}/reports/${t.report}/history`,
    ],
  },
  {
    name: 'The history of another, private page',
    requests: (t) => [`GET /api/v1/reports/${t.otherReport}/history`, `GET ${shared}/reports/${t.otherReport}/history`],
  },
  {
    name: 'Two reports of a page compared',
    requests: (t) => [
      `GET /api/v1/reports/${t.report}/compare/${t.older}`,
      `GET ${shared}/reports/${t.report}/compare/${t.older}`,
      `GET ${through(t)}/reports/${t.report}/compare/${t.older}`,
    ],
  },
  {
    name: 'Two reports of another, private page compared',
    requests: (t) => [
      `GET /api/v1/reports/${t.otherReport}/compare/${t.otherOlder}`,
      `GET ${shared}/reports/${t.otherReport}/compare/${t.otherOlder}`,
    ],
  },
  {
    name: 'The issues of the website',
    requests: (t) => [
      `GET /api/v1/websites/${t.website}/issues`,
      `GET ${shared}/websites/${t.website}/issues`,
      `GET ${through(t)}/issues`,
    ],
  },
  {
    name: 'The history of the website',
    requests: (t) => [
      `GET /api/v1/websites/${t.website}/history`,
      `GET ${shared}/websites/${t.website}/history`,
      `GET ${through(t)}/history`,
    ],
  },
  {
    name: 'The issues and history of another, private website',
    requests: (t) =>
      ['issues', 'history'].flatMap((name): Request[] => [
        `GET /api/v1/websites/${t.other}/${name}`,
        `GET ${shared}/websites/${t.other}/${name}`,
      ]),
  },
  {
    name: 'How many reports the website keeps',
    requests: (t) => [
      `GET /api/v1/websites/${t.website}/retention`,
      `GET ${shared}/websites/${t.website}/retention`,
      `GET ${through(t)}/retention`,
    ],
  },
  {
    name: 'The page groups of the website',
    requests: (t) => [
      `GET /api/v1/websites/${t.website}/groups`,
      `GET ${shared}/websites/${t.website}/groups`,
      `GET ${through(t)}/groups`,
    ],
  },
  {
    name: 'The links to a report’s page',
    requests: (t) => [
      `GET /api/v1/reports/${t.report}/inlinks`,
      `GET ${shared}/reports/${t.report}/inlinks`,
      `GET ${through(t)}/reports/${t.report}/inlinks`,
    ],
  },
  {
    name: 'The overview',
    requests: (t) => ['GET /api/v1/overview', `GET ${shared}/overview`, `GET ${through(t)}/overview`],
  },
  {
    name: 'The number of pages with an issue',
    requests: () => ['GET /api/v1/checks/title-present/pages', `GET ${shared}/checks/title-present/pages`],
  },
  {
    name: 'Which findings of a report are waived',
    requests: (t) => [
      `GET /api/v1/reports/${t.report}/findings`,
      `GET ${shared}/reports/${t.report}/findings`,
      `GET ${through(t)}/reports/${t.report}/findings`,
    ],
  },
  {
    name: 'Why, by whom, and the status and owner of findings',
    requests: (t) => [
      `GET /api/v1/waivers?website_id=${t.website}`,
      'GET /api/v1/waivers',
      `GET ${shared}/waivers`,
      `GET ${through(t)}/waivers`,
      `GET ${shared}/websites/${t.website}/waivers`,
    ],
  },
  {
    name: 'Which findings of another, private report are waived',
    requests: (t) => [
      `GET /api/v1/reports/${t.otherReport}/findings`,
      `GET ${shared}/reports/${t.otherReport}/findings`,
      `GET ${through(t)}/reports/${t.otherReport}/findings`,
    ],
  },
  {
    name: 'The score of the website under a plan',
    requests: (t) => [
      `GET /api/v1/websites/${t.website}/what-if`,
      `GET ${shared}/websites/${t.website}/what-if`,
      `GET ${through(t)}/what-if`,
    ],
  },
  {
    name: 'The score of another, private website under a plan',
    requests: (t) => [`GET /api/v1/websites/${t.other}/what-if`, `GET ${shared}/websites/${t.other}/what-if`],
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
  {
    name: 'The last check of a share link’s page',
    requests: (t) => [`GET ${shared}/links/${t.checkToken}/check`],
  },
  {
    name: 'Jobs and their URLs',
    requests: (t) =>
      ['', `/${t.job}`, `/${t.job}/urls`, `/${t.job}/events`].map((path) => `GET /api/v1/jobs${path}` as const),
    fresh: (service) => freshJob(service, 'cancelled'),
  },
  {
    name: 'Schedules',
    requests: (t) => ['GET /api/v1/schedules', `GET /api/v1/schedules/${t.schedule}`, `GET ${shared}/schedules`],
  },
  { name: 'Alerts', requests: (t) => ['GET /api/v1/alerts', `GET /api/v1/alerts/${t.alert}`, `GET ${shared}/alerts`] },
  {
    name: 'What alerts are sent, and where',
    requests: (t) => ['GET /api/v1/alerts/rules', `GET /api/v1/alerts/rules/${t.alertRule}`],
    fresh: freshAlertRule,
  },
  { name: 'The list of keys', requests: () => ['GET /api/v1/keys', `GET ${shared}/keys`] },
  {
    name: 'The activity, and its export',
    requests: () => ['GET /api/v1/audit', 'GET /api/v1/exports/audit.csv', `GET ${shared}/audit`],
  },
  { name: 'The picture of a report’s preview', requests: (t) => [`GET /previews/reports/${t.report}.png`] },
  { name: 'The picture of a website’s preview', requests: (t) => [`GET /previews/websites/${t.website}.png`] },
  { name: 'The badge of the website', requests: (t) => [`GET /badges/websites/${t.website}.svg`] },
  { name: 'The badge of another, private website', requests: (t) => [`GET /badges/websites/${t.other}.svg`] },
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
  ...clientReportReads,
  { name: 'The list of checks', requests: () => ['GET /api/v1/checks'] },
  { name: 'What a ruleset changed', isOfMany: true, requests: () => ['GET /api/v1/rulesets/3/changes'] },
  { name: 'The service information', requests: () => ['GET /api/v1', 'GET /api/v1/openapi.json'] },
  { name: 'The figures for Prometheus', requests: () => ['GET /metrics'] },
  { name: 'The health checks', requests: () => ['GET /healthz', 'GET /readyz'] },
]

/** The outcomes in the table, the most permissive first. Each cell shows the most permissive of all requests. */
const outcomes = ['all', 'yes', 'this website', 'password required', 'refused', 'no'] as const
type Outcome = (typeof outcomes)[number]

function outcomeOf({ status, text, body }: TestResponse, isRead: boolean, isOfMany = false): Outcome {
  if (status === 401 && body?.locked) return 'password required'
  if (status === 403) return 'refused'
  if ([401, 404, 405].includes(status)) return 'no'
  if (!isRead && (status < 300 || status === 422)) return 'yes'
  // The test's service has no browser that makes PDF files.
  if (status === 501) return 'yes'
  if (status !== 200) throw new Error(`Unexpected status ${status}: ${text}`)
  if (!isOfMany) return 'yes'
  return text.includes('other.example') ? 'all' : 'this website'
}

async function tableOf(privacy: 0 | 1 | 2): Promise<string[]> {
  const service = await sqliteService()
  const { call, store } = service
  const page = newReport({ url: 'https://shop.example/lamps' })
  const otherPage = newReport({ url: 'https://other.example/', domain: 'other.example' })
  const [older, otherOlder] = [await createReport(store.db, page), await createReport(store.db, otherPage)]
  const [kept, other] = [await createReport(store.db, page), await createReport(store.db, otherPage)]
  const set = (form: Record<string, string>) => call(`PUT /api/v1/websites/${kept.website_id}`, { form })
  await set({ privacy: String(privacies.password), password: 'right' })
  const unlocked = await call(`POST ${shared}/websites/${kept.website_id}/unlock`, {
    key: null,
    form: { password: 'right' },
  })
  const cookie = String(unlocked.headers['set-cookie']).split(';', 1)[0] ?? ''
  if (privacy !== privacies.password) await set({ privacy: String(privacy) })
  await createLink(service, other.website_id)
  const { view } = (await freshView(service)) as { view: number }
  const { id: link, token } = await createLink(service, kept.website_id)
  // Its page can't be fetched, which is said at once.
  const local = await createReport(store.db, newReport({ url: 'https://127.0.0.1/', domain: '127.0.0.1' }))
  const { token: checkToken } = await createCheckLink(service, local.id)
  const { schedule } = await freshSchedule(service)
  const { alert } = await freshAlert(service)
  const targets: Targets = {
    website: kept.website_id,
    report: kept.id,
    other: other.website_id,
    otherReport: other.id,
    older: older.id,
    otherOlder: otherOlder.id,
    view,
    waiver: 0,
    link,
    job: 0,
    schedule,
    alertRule: 0,
    alert,
    token,
    checkToken,
    key: '',
    signIn: '',
  }

  async function outcomeFor(reader: Reader, resource: Resource): Promise<Outcome> {
    const seen: Outcome[] = []
    const own = {
      ...targets,
      token: reader === 'share link' ? token : 'A'.repeat(32),
      checkToken: reader === 'share link' ? checkToken : 'A'.repeat(32),
      ...(resource.fresh && (await resource.fresh(service))),
    }
    for (const request of resource.requests(own)) {
      const answer = await call(request, {
        key: reader === 'full-access key' ? service.key : reader === 'read-only key' ? service.readKey : null,
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
  for (const resource of [...reads, ...writes, ...brandWrites]) {
    const cells: string[] = []
    for (const reader of readers) cells.push(await outcomeFor(reader, resource))
    rows.push(`| ${resource.name} | ${cells.join(' | ')} |`)
  }
  return [`| | ${readers.join(' | ')} |`, `|---${'|---'.repeat(readers.length)}|`, ...rows]
}

const head = `# Who sees what

The test \`src/service/scenarios/who-sees-what.test.ts\` writes this file. It sends every request of the service as every
kind of reader and fails when the file differs from the real behaviour. To update the file, run
\`WRITE_WHO_SEES_WHAT=1 npx vitest run src/service/scenarios/who-sees-what.test.ts\`.

Readers:

* **full-access key**, **read-only key**: an API key of the service.
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
    older: 1,
    otherOlder: 2,
    view: 1,
    waiver: 1,
    link: 1,
    job: 1,
    schedule: 1,
    alertRule: 1,
    alert: 1,
    token: 'A'.repeat(32),
    checkToken: 'A'.repeat(32),
    key: 'aaaaaaaa',
    signIn: '',
  }
  const tested = [...reads, ...writes, ...brandWrites].flatMap(({ requests }) => requests(targets))
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
