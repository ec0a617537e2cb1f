import { everything } from '#contract/access/people.ts'
import { privacies } from '#contract/websites/website.ts'
import { createTokenLink, issueKey } from '#service/access/keys.ts'
import type { Route } from '#service/http/route.ts'
import { countChange } from '#service/jobs/alerts/alert-message.ts'
import { insertIdentity, insertProvider } from '#service/store/access/providers.ts'
import { insertAlert } from '#service/store/alerts/alerts.ts'
import { createAlertRule, findAlertRule } from '#service/store/alerts/rules.ts'
import { changeLogo } from '#service/store/brand.ts'
import { changeClientBrand } from '#service/store/clients.ts'
import { createJob, type NewJob } from '#service/store/jobs/jobs.ts'
import { createWaivers } from '#service/store/pages/waivers.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { createSchedule } from '#service/store/schedules/schedules.ts'
import { createView } from '#service/store/views.ts'
import { newCrawl, newCrawlUrl } from '#testing/store/crawls.ts'
import { newCheckResult, newEvaluation, newReport, newScreenshot } from '#testing/store/reports.ts'
import { createOwner, signedIn, signedInWith } from './people.ts'
import type { TestService } from './service.ts'

/** The objects of {@link createOneOfEach}, besides resources with the ID 1. */
export type OneOfEach = {
  /** The token of a link to the website, of one through which its page can be checked again, and of a client report. */
  token: string
  checkToken: string
  documentToken: string
  /** The ID of a key. */
  key: string
  /** The cookie of a browser in which the website's password was entered. */
  cookie: string
  /** The token of a link to choose a password. */
  passwordToken: string
  /** The cookie of an owner's session, and those of people who were granted website 1. */
  session: string
  granted: Record<'member' | 'guest', string>
}

export const password = 'correct horse'
export const otherDomain = 'other.example'

/** The name that the service's own key gives itself, as a person does. Everything it creates has this name. */
export const keyName = 'Dana Whitfield'
const key = { author_id: 'abcdefgh', author_name: keyName }

/**
 * Creates one resource of each kind, with the ID 1, so that the examples of all routes name something that exists.
 * Website 1 has the reports 1 and 3, both of one page with an issue. Website 2 is another, private one with the reports
 * 2 and 4.
 */
export async function createOneOfEach({ store: { db }, call }: TestService): Promise<OneOfEach> {
  await call('PUT /api/v1/keys/self', { form: { name: keyName } })
  const evaluation = newEvaluation({
    results: { 'title-present': newCheckResult({ outcome: 'warn', passed: false }) },
  })
  const screenshot = newScreenshot()
  const page = newReport({ url: 'https://shop.example/lamps', evaluation, screenshot })
  const otherPage = newReport({ url: `https://${otherDomain}/`, domain: otherDomain, evaluation, screenshot })
  for (const report of [page, otherPage, page, otherPage]) await createReport(db, report)
  // Its page can't be fetched, which is known at once.
  const local = await createReport(db, newReport({ url: 'https://127.0.0.1/', domain: '127.0.0.1' }))
  await db.transaction().execute((tx) => createWaivers(tx, waiver, [null], '2026-05-01'))
  await call('PUT /api/v1/reports/3/findings/title-present', { form: { status: 'in_progress' } })
  // The first signature creates the key whose directory is public.
  // The key that signs remains. With an identity, visitors would see no screenshot.
  for (const signature of ['1', '0']) await call('PUT /api/v1/websites/1/identity', { form: { signature } })
  await createView(db, { list: 'reports', name: 'One', query: '' })
  await createView(db, { list: 'reports', name: 'Two', query: '' })
  await createAlertRule(
    db,
    { view_id: 1, website_id: null },
    { conditions: ['not_indexable'], mail_to: [], webhook_url: null, ...key },
  )
  await createAlert(db)
  await db.transaction().execute((tx) => createJob(tx, job))
  await db.transaction().execute((tx) => createSchedule(tx, schedule))
  await createCrawls(db)
  const owner = await createOwner(db, keyName)
  // The first session is there to be ended.
  const [, session] = await signedIn(db, owner.id, 2)
  const granted = {
    member: await signedInWith(db, 'member', [{ ...everything, scope: 'website', website_id: 1 }]),
    guest: await signedInWith(db, 'guest', [{ right: 'view', scope: 'website', client_id: null, website_id: 1 }]),
  }
  await call('POST /api/v1/people/invitations', { form: { name: 'Kim' } })
  const [, passwordToken = ''] = (await createTokenLink(db, '', 'password', owner.id)).split('#token=')
  await call('POST /api/v1/clients', { form: { name: 'Shop Ltd' } })
  await changeClientBrand(db, 1, { logo: { bytes: Buffer.from('a logo'), type: 'image/png' } })
  await createProvider(db, owner.id)
  await changeLogo(db, { bytes: Buffer.from('a logo'), type: 'image/png' })
  const { info } = await issueKey(db, 'Victim', 'full')

  const createLink = async (form: Record<string, string>) =>
    String((await call('POST /api/v1/links', { form })).body.data.token)
  const token = await createLink({ kind: 'website', website_id: '1' })
  const checkToken = await createLink({ kind: 'report', report_id: String(local.id), can_check: '1' })
  const documentToken = await createLink({ kind: 'website', website_id: '1', layout: 'document' })
  await call('PUT /api/v1/websites/1', { form: { privacy: String(privacies.password), password } })
  const unlocked = await call('POST /api/v1/shared/websites/1/unlock', { key: null, form: { password } })
  const cookie = String(unlocked.headers['set-cookie']).split(';', 1)[0] ?? ''
  return { token, checkToken, documentToken, key: info.id, cookie, passwordToken, session: session ?? '', granted }
}

/**
 * Returns the request of a route, such as `GET /api/v1/reports/3`. `ofOther` requests the other website, or a report of
 * it, and is undefined for routes that name neither.
 */
export function requestOf(
  { declaration: { method, path } }: Route,
  { token, checkToken, passwordToken, key: keyId }: Pick<OneOfEach, 'token' | 'checkToken' | 'passwordToken' | 'key'>,
  ofOther = false,
): `${Route['declaration']['method']} ${string}` | undefined {
  const [report, older, website] = ofOther ? [4, 2, 2] : [3, 1, 1]
  const files: Record<string, string> = { reports: `${report}.png`, websites: `${website}.png`, links: `${token}.png` }
  const kind = /\/(reports|websites|links)\/\{\w+\}(?!.*\/reports\/\{)/.exec(path)?.[1] ?? ''
  const values: Record<string, string | number> = {
    id: { reports: report, websites: website }[/(reports|websites)\/\{id\}/.exec(path)?.[1] ?? ''] ?? 1,
    crawl: report,
    // The website of 127.0.0.1, or an older report.
    other: path.includes('/against/') ? 3 : older,
    check: 'title-present',
    key: keyId,
    identity: 1,
    token: path.endsWith('/check') ? checkToken : path.startsWith('/api/v1/password-resets') ? passwordToken : token,
    file: path.startsWith('/badges/') ? `${website}.svg` : (files[kind] ?? ''),
  }
  if (ofOther && !/\/(reports|websites)\/\{(id|file)\}/.test(path)) return undefined
  return `${method} ${path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))}`
}

async function createAlert(db: TestService['store']['db']): Promise<void> {
  const rule = await findAlertRule(db, 1)
  if (!rule) throw new Error('no rule')
  await db.transaction().execute((tx) => insertAlert(tx, rule, [countChange({ before: 1, after: 2 })]))
}

/** A provider that can't be reached, by which a person signs in. */
async function createProvider(db: TestService['store']['db'], person_id: number): Promise<void> {
  const at = '2026-05-01T12:00:00.000Z'
  const connection = { issuer: 'https://127.0.0.1', client_id: 'reports', client_secret: Buffer.from('a secret') }
  const rules = { email_domains: '', team_role: 'member', require_verified_email: 1, enabled: 1 } as const
  const provider = { name: 'Work', key_id: 'abcdefghijkl', tested_at: at, created_at: at, ...connection, ...rules }
  await insertProvider(db, provider)
  const identity = { person_id, provider_id: 1, issuer: connection.issuer, subject: 'kim', email: null }
  await db.transaction().execute((tx) => insertIdentity(tx, { ...identity, created_at: at }))
}

/** The crawls of a website have the IDs of its reports. */
async function createCrawls(db: TestService['store']['db']): Promise<void> {
  for (const id of [1, 2, 3, 4]) {
    const [website_id, domain] = id % 2 === 1 ? [1, 'shop.example'] : [2, otherDomain]
    await db
      .insertInto('crawls')
      .values(newCrawl({ id, website_id, start_url: `https://${domain}/` }))
      .execute()
    await db
      .insertInto('crawl_urls')
      .values(newCrawlUrl(db, { crawl_id: id, url: `https://${domain}/` }))
      .execute()
  }
}

const waiver = {
  website_id: 1,
  check_id: 'title-present',
  scope: 'website',
  reason: 'By design',
  author: keyName,
  created_at: '2026-05-01T12:00:00.000Z',
  expires_on: '2026-05-02',
} as const

const schedule = {
  website_id: 1,
  view_id: null,
  every: 'day',
  weekday: null,
  month_day: null,
  time: '06:00',
  time_zone: 'UTC',
  ...key,
} as const

const job = {
  kind: 'urls',
  label: '',
  url: null,
  crawl: null,
  ...key,
  urls: [{ line: 1, url: 'https://shop.example/', host: 'shop.example' }],
} as const satisfies NewJob
